#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
#include "tucana/fewbody/relativistic_work.h"

namespace tucana {

/// The energy at the start of a run, and what changes of stars have moved it by since, by kind and by who asked for
/// them. With it the energy error remains that of the integration: winds, kicks, collisions and escapers are entries
/// here, and nothing else is.
class EnergyLedger {
 public:
  /// The changes of one process, or of whoever called Simulation::apply, and the energy that they moved.
  using Entry = std::pair<std::string, EnergyChange>;

  EnergyLedger() = default;
  /// Errors are relative to |scale|: the energy at the start without that inside pairs, which may be far larger and
  /// would make every error look small.
  EnergyLedger(double start_energy, double scale) : start_energy_(start_energy), scale_(scale) {}
  explicit EnergyLedger(double start_energy) : EnergyLedger(start_energy, start_energy) {}

  void book(std::string_view who, const EnergyChange& change);

  /// A copy with what post-Newtonian forces have done until some moment.
  EnergyLedger with(const RelativisticWork& work) const;

  /// In the order of first booking.
  const std::vector<Entry>& entries() const { return entries_; }
  /// What all changes have added to the energy, by kind.
  EnergyChange changes() const;
  /// The energy that has left with changes: energy + balance() is conserved.
  double balance() const { return 0.0 - changes().total(); }
  /// (E + balance - E0)/|scale|, signed; without the division where the scale is zero (one body at rest).
  double error(double energy) const;
  /// A part of that error, from an energy that is a part of E.
  double relative(double energy) const;

  void describe(Archive& archive);

 private:
  double start_energy_ = 0;
  double scale_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace tucana
