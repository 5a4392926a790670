#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/fewbody/subsystem.h"

namespace tucana {

/// A body as the rules see it.
struct NearBody {
  Slot slot = no_slot;
  StarId id{};                        ///< of its first star
  BodyAt state;                       ///< at the time of the block
  const Subsystem* inside = nullptr;  ///< null: a single star

  double largest_mass() const { return inside != nullptr ? inside->largest_mass() : state.mass; }
  double extent() const { return inside != nullptr ? inside->extent() : 0; }
};

/// A body that has just reached a block time, and those around it.
struct Scene {
  Tick t;
  NearBody own;
  std::span<const NearBody> near;
  double speed2 = 0;   ///< the square of typical velocities in the cluster; 0: there are only a few bodies
  double spacing = 0;  ///< the mean distance of bodies around
  double step = 0;     ///< the next one of the body; 0: not known
  double field = 0;    ///< the size of the tide of an external field
  double listed = 0;   ///< within this distance all bodies are in `near`, as far as is known
};

/// Decides which stars become a subsystem, what kind it is, whom it interacts with, and when it ends. Pure functions of
/// what they are given, so that runs do not depend on threads or interruptions.
class SubsystemRules {
 public:
  virtual ~SubsystemRules() = default;

  /// Whether a single star of this mass, under an acceleration of this square, may be close to another one: a test that
  /// every step of a star can afford. `mass_of_others`: the largest; `step`: its next one.
  virtual bool may_be_close(double mass, double mass_of_others, double pull2, double speed2, double step) const = 0;
  /// Whether it may be on a wide orbit about another one with which nobody interferes: so near must that one be,
  /// compared with the spacing of bodies around, whose mass is not above that of the star by much.
  virtual bool may_be_isolated(double /*mass*/, double /*pull2*/, double /*spacing*/) const { return false; }
  /// Those of the bodies around with which a body becomes one subsystem, by their numbers in the scene: none in most
  /// cases.
  virtual std::vector<std::size_t> partners(const Scene& scene) const = 0;
  /// The parts into which a subsystem ends, by the numbers of its members; those of several stars become subsystems at
  /// once. Empty: it goes on. `members` are relative to its centre.
  virtual std::vector<std::vector<std::size_t>> parts(const Scene& scene, std::span<const BodyAt> members) const = 0;

  /// The distance within which a body of some mass and a subsystem feel each other's members one by one; beyond, they
  /// are points to each other.
  virtual double reach(const Subsystem& subsystem, double own_mass, double mass) const = 0;
  /// Whether a subsystem feels the tide of a field of this size.
  virtual bool feels(const Subsystem& /*subsystem*/, double /*own_mass*/, double /*tide*/) const { return false; }
  /// The distance from which on a body that comes nearer may become part of the subsystem.
  virtual double near_distance(const Subsystem& subsystem, double speed2) const = 0;

  /// The largest distance at which two subsystems with this sum of masses may become one, however small they are.
  virtual double meeting_distance(double /*mass*/, double /*speed2*/) const { return 0; }

  /// The distance within which two subsystems become one because they have to know each other's members.
  virtual double distance_to_know(const Subsystem& /*one*/, double /*mass*/, const Subsystem& /*other*/,
                                  double /*other_mass*/, double /*speed2*/) const {
    return 0;
  }

  /// Whether a bound subsystem surely has neither partners nor parts: by the places of those around alone, without
  /// their names. False if this is not certain.
  virtual bool goes_on(const Scene& /*scene*/) const { return false; }
  /// Beyond this distance nobody becomes part of a subsystem that nobody acts on, however it moves.
  virtual double joining_distance(const Subsystem& /*subsystem*/, double /*own_mass*/, double /*speed2*/) const {
    return std::numeric_limits<double>::infinity();
  }

  /// Whether subsystems shall tell when two of their members touch.
  virtual bool finds_contacts() const { return false; }

  /// A new subsystem of stars at t, whose states are relative to their centre of mass.
  virtual std::unique_ptr<Subsystem> form(Tick t, std::span<const BodyAt> members) const = 0;
  /// An empty one of a kind, to be loaded from a checkpoint. Throws InputError for a kind that there is not.
  virtual std::unique_ptr<Subsystem> make(std::string_view kind) const = 0;
};

}  // namespace tucana
