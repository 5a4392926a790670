#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/fewbody/time_transformed_leapfrog.h"
#include "tucana/gravity/field/background_tide.h"

namespace tucana {

/// What limits the slow-down of the pairs in a group.
struct SlowDownLimits {
  double perturbation = 0;         ///< of a slowed pair in one revolution; 0: nothing is slowed down
  double part_of_time = 1.0 / 32;  ///< the longest slowed period, relative to the time in which those around move
  // What is outside of the group: the tide, its size without regard to directions, and the time in which it changes.
  LinearTide tide;
  double tide_size = 0, time = std::numeric_limits<double>::infinity();
  /// Larger than one: the limits were found too narrow for the work that they cause, and are as many times wider.
  double haste = 1;

  void describe(Archive& archive);
};

/// Links of a chain that are slowed down: hard pairs, from which all others are far away.
struct SlowedLinks {
  std::vector<double> factors;  ///< by link; empty: none
  std::vector<double> missing;  ///< the time by which each of them is behind its motion in nature
  /// The energy of the bodies as they are in nature, minus that of the Hamiltonian with slowed links.
  double hidden_energy = 0;

  void describe(Archive& archive);
};

/// The factors that suit a state: powers of two. Those at `present` stay while they are neither too large nor much too
/// small. Empty if there are none but one. Masses are in the order of the row.
std::vector<double> suitable_slow_downs(const GroupState& state, std::span<const double> row_masses,
                                        std::span<const double> present, const SlowDownLimits& limits);

/// The tides on a pair shift the energy of its orbit to and fro, k times as much if it is slowed down: adds that part
/// of it that is due to the slow-down, times `sign`, so that the mean over a revolution stays the same as it is slowed
/// down (-1) or restored (1).
void shift_slowed_energies(GroupState& state, std::span<const double> row_masses, std::span<const double> factors,
                           const LinearTide& around, double sign);

/// A pair that is not slowed down any more moves on along its orbit to where it would be in nature, by a time of
/// whatever length. Returns what the tides around the group do to its energy on that way.
double catch_up(GroupState& state, std::span<const double> row_masses, std::size_t link, double time,
                const LinearTide& around);

/// Adds an energy to the slowed pairs of a state, each getting a part according to how strongly it is perturbed.
void add_to_slowed_energies(GroupState& state, std::span<const double> row_masses, std::span<const double> factors,
                            double energy);

}  // namespace tucana
