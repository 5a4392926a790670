#include "tucana/simulation/energy_ledger.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/simulation/name_list.h"

namespace tucana {

void EnergyLedger::book(std::string_view who, const EnergyChange& change) {
  const auto is_theirs = [&](const Entry& entry) { return entry.first == who; };
  auto entry = std::find_if(entries_.begin(), entries_.end(), is_theirs);
  if (entry == entries_.end()) entry = entries_.insert(entry, Entry(std::string(who), EnergyChange{}));
  entry->second += change;
}

EnergyLedger EnergyLedger::with(const RelativisticWork& work) const {
  EnergyLedger ledger = *this;
  if (work == RelativisticWork{}) return ledger;
  EnergyChange change;
  change.relativity = work.orbit;
  change.radiation = work.waves;
  ledger.book("fewbody", change);
  return ledger;
}

EnergyChange EnergyLedger::changes() const {
  EnergyChange sum;
  for (const auto& [who, change] : entries_) sum += change;
  return sum;
}

double EnergyLedger::error(double energy) const { return relative(energy + balance() - start_energy_); }

double EnergyLedger::relative(double energy) const { return scale_ != 0 ? energy / std::abs(scale_) : energy; }

void EnergyLedger::describe(Archive& archive) {
  const Archive::Group group(archive, "ledger");
  archive.field("start_energy", start_energy_);
  archive.field("scale", scale_);
  std::vector<std::string> names;
  for (const auto& [who, change] : entries_) names.push_back(who);
  describe_names(archive, names);
  if (archive.loading()) {
    entries_.clear();
    for (const std::string& name : names) entries_.emplace_back(name, EnergyChange{});
  }
  archive.column("orbit", entries_, [](Entry& entry) -> double& { return entry.second.orbit; });
  archive.column("mass", entries_, [](Entry& entry) -> double& { return entry.second.mass; });
  archive.column("kick", entries_, [](Entry& entry) -> double& { return entry.second.kick; });
  archive.column("merger", entries_, [](Entry& entry) -> double& { return entry.second.merger; });
  archive.column("removal", entries_, [](Entry& entry) -> double& { return entry.second.removal; });
  archive.column("addition", entries_, [](Entry& entry) -> double& { return entry.second.addition; });
  if (!archive.loading()) return;
  check_loaded(std::isfinite(start_energy_) && std::isfinite(scale_), "its start has no energy");
  check_loaded(std::isfinite(balance()), "the energy of a change is not a number");
}

}  // namespace tucana
