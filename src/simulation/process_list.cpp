#include "tucana/simulation/process_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/simulation/name_list.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

void act_or_set_back(Process& process, FunctionRef<void(Process&)> act) {
  MemoryArchive before;
  process.describe(before);
  try {
    act(process);
  } catch (...) {
    before.rewind();
    process.describe(before);
    throw;
  }
}

}  // namespace

void ProcessList::add(std::unique_ptr<Process> process) {
  const std::string_view name = process->name();
  if (!is_snake_case(name)) throw InputError(fmt::format("\"{}\" cannot name a process: use snake_case", name));
  for (const Entry& entry : entries_) {
    if (entry.process->name() == name) throw InputError(fmt::format("there are two processes named {}", name));
  }
  entries_.push_back({std::move(process)});
}

void ProcessList::read_columns(const Stars& stars, const StarColumns& columns) {
  for (Entry& entry : entries_) entry.process->read_columns(stars, columns);
}

void ProcessList::start(const Stars& stars, const UnitScale& units) {
  for (Entry& entry : entries_) {
    entry.acted = Tick{-1};
    entry.process->start(stars, units);
  }
}

void ProcessList::touched(StarId one, StarId other) {
  for (Entry& entry : entries_) entry.process->touched(one, other);
}

bool ProcessList::any_due(Tick now) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.is_due(now); });
}

const Process* ProcessList::act_next(Tick now, FunctionRef<void(Process&)> act) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.is_due(now); });
  if (entry == entries_.end()) return nullptr;
  if (entry->process->waits_until_applied()) {
    act(*entry->process);
  } else {
    act_or_set_back(*entry->process, act);
  }
  entry->process->applied();
  entry->acted = now;
  return entry->process.get();
}

StarColumns ProcessList::columns(Tick t, const Stars& stars) const {
  StarColumns all;
  for (const Entry& entry : entries_)
    for (StarColumn& column : entry.process->columns(t, stars)) all.push_back(std::move(column));
  return all;
}

std::vector<Census> ProcessList::census(const Stars& stars) const {
  std::vector<Census> all;
  for (const Entry& entry : entries_)
    for (Census& one : entry.process->census(stars)) all.push_back(std::move(one));
  return all;
}

void ProcessList::describe(Archive& archive) {
  const Archive::Group group(archive, "processes");
  std::vector<std::string> own;
  for (const Entry& entry : entries_) own.emplace_back(entry.process->name());
  std::vector<std::string> stored = own;
  describe_names(archive, stored);
  if (stored != own) {
    const auto text = [](const std::vector<std::string>& names) {
      return names.empty() ? std::string("no process") : fmt::format("{}", fmt::join(names, ", "));
    };
    throw InputError(
        fmt::format("the checkpoint is of a run with {}, this one has {}: start the run again with the same processes",
                    for_message(text(stored), 300), text(own)));
  }
  archive.column("acted", entries_, [](Entry& entry) -> Tick& { return entry.acted; });
  const Archive::Group states(archive, "states");
  for (Entry& entry : entries_) {
    const Archive::Group its(archive, entry.process->name());
    entry.process->describe(archive);
  }
}

}  // namespace tucana
