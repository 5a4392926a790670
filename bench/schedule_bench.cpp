#include "bench/schedule_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/block_schedule.h"

namespace tucana::bench {
namespace {

constexpr int shortest = 20, longest = 41;  // log2 of steps in ticks
constexpr std::uint64_t seed = 1;

/// Half of the bodies at the longest step, a quarter at the next, ...
Level initial_level(std::size_t slot) {
  const std::uint64_t bits = RandomStream(seed, RandomUse::test, slot).bits64() | (std::uint64_t{1} << 63);
  return {std::max(shortest, longest - std::countr_zero(bits))};
}

/// One step in eight wants half of its step, one wants twice as much.
double wanted(std::size_t slot, Tick t, Level level) {
  const auto draw = philox4x32({static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(t.n >> shortest), 0, 1},
                               {static_cast<std::uint32_t>(seed), 0})[0];
  const double factor = draw % 8 == 0 ? 0.5 : draw % 8 == 1 ? 2 : 1;
  return std::max(level.units() * factor, Level{shortest}.units());
}

/// Finds the due bodies by looking at every body, as codes without a sorted list do.
class Scan {
 public:
  explicit Scan(std::size_t n) : level_(n), time_(n) {
    for (std::size_t i = 0; i < n; ++i) level_[i] = initial_level(i);
  }
  void block(std::vector<std::uint32_t>& due) {
    Tick next = Tick::never;
    for (std::size_t i = 0; i < level_.size(); ++i) next = std::min(next, time_[i] + level_[i].step());
    due.clear();
    for (std::size_t i = 0; i < level_.size(); ++i) {
      if (time_[i] + level_[i].step() == next) due.push_back(static_cast<std::uint32_t>(i));
    }
    operations += 2 * level_.size();
    for (const auto i : due) {
      time_[i] = next;
      level_[i] = next_level(next, level_[i], wanted(i, next, level_[i]), {longest});
    }
  }
  std::uint64_t operations = 0;

 private:
  std::vector<Level> level_;
  std::vector<Tick> time_;
};

}  // namespace

ScheduleRow run_schedule_bench(std::size_t n, std::uint64_t blocks) {
  ScheduleRow row{.n = n, .blocks = blocks};
  BlockSchedule schedule;
  schedule.clear(Tick{0});
  for (std::size_t i = 0; i < n; ++i) schedule.place(slot_at(i), initial_level(i));
  const auto before = schedule.operations();
  std::vector<Slot> active;
  Stopwatch watch;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto due = schedule.advance();
    active.assign(due.begin(), due.end());
    row.due += active.size();
    for (const Slot slot : active) {
      const Level level = schedule.level(slot);
      schedule.place(slot, next_level(schedule.now(), level, wanted(index(slot), schedule.now(), level), {longest}));
    }
  }
  row.list_seconds = watch.seconds();
  row.list_operations = schedule.operations() - before;

  Scan scan(n);
  std::vector<std::uint32_t> due;
  std::uint64_t scan_due = 0;
  watch.reset();
  for (std::uint64_t block = 0; block < blocks; ++block) {
    scan.block(due);
    scan_due += due.size();
  }
  row.scan_seconds = watch.seconds();
  row.scan_operations = scan.operations;
  if (scan_due != row.due) throw FailureError("the sorted list and the scan found different bodies due");
  return row;
}

std::string to_table(const std::vector<ScheduleRow>& rows) {
  std::string text = fmt::format("{:>9} {:>8} {:>11} {:>14} {:>14} {:>9} {:>9}\n", "N", "blocks", "due/block",
                                 "list ops/due", "scan ops/due", "list s", "scan s");
  for (const auto& r : rows) {
    const auto due = static_cast<double>(std::max<std::uint64_t>(r.due, 1));
    text += fmt::format("{:>9} {:>8} {:>11.1f} {:>14.2f} {:>14.1f} {:>9.4f} {:>9.4f}\n", r.n, r.blocks,
                        due / static_cast<double>(r.blocks), static_cast<double>(r.list_operations) / due,
                        static_cast<double>(r.scan_operations) / due, r.list_seconds, r.scan_seconds);
  }
  return text;
}

std::string to_json(const std::vector<ScheduleRow>& rows) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& r : rows) {
    results.push_back({{"n", r.n},
                       {"blocks", r.blocks},
                       {"due", r.due},
                       {"list_operations", r.list_operations},
                       {"scan_operations", r.scan_operations},
                       {"list_seconds", r.list_seconds},
                       {"scan_seconds", r.scan_seconds}});
  }
  return nlohmann::ordered_json{{"results", results}}.dump(2) + "\n";
}

}  // namespace tucana::bench
