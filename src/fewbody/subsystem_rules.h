#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tucana/core/stars.h"
#include "tucana/fewbody/subsystem.h"

namespace tucana {

/// A star in a slot of its own, as the rules see it.
struct SingleStar {
  Slot slot;
  StarId id;
  BodyAt state;  ///< at the time of the block
};

/// Decides which stars become a subsystem, what kind it is, and when it ends. Pure functions of what they are given, so
/// that runs do not depend on threads or interruptions.
class SubsystemRules {
 public:
  virtual ~SubsystemRules() = default;

  /// Groups of numbers in `candidates`, which are the single stars that have just been stepped to t. No star is named
  /// twice.
  virtual std::vector<std::vector<std::size_t>> formations(Tick t, std::span<const SingleStar> candidates) const = 0;
  /// A new subsystem of stars at t, whose states are relative to their centre of mass.
  virtual std::unique_ptr<Subsystem> form(Tick t, std::span<const BodyAt> members) const = 0;
  /// Whether a subsystem that has reached t ends there.
  virtual bool ends(Tick t, const Subsystem& subsystem) const = 0;
  /// Whether a body at a distance from its centre feels its members one by one, and they feel the body: else the
  /// subsystem and the body act on each other as points.
  virtual bool are_related(const Subsystem& subsystem, double distance) const = 0;

  /// An empty one of a kind, to be loaded from a checkpoint. Throws InputError for a kind that there is not.
  virtual std::unique_ptr<Subsystem> make(std::string_view kind) const = 0;
};

}  // namespace tucana
