#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/core/tick.h"
#include "tucana/fewbody/contact.h"
#include "tucana/fewbody/post_newtonian.h"
#include "tucana/fewbody/relativistic_work.h"
#include "tucana/fewbody/subsystem_energy.h"
#include "tucana/fewbody/tides.h"

namespace tucana {

/// What a subsystem is told about those around it whenever they are examined, between two blocks.
struct Perturbers {
  bool are_there = false;  ///< any body is related to the subsystem
  double gamma = 0;        ///< the sum of their tides at the subsystem's extent, relative to its own force
  double time = 0;         ///< in which they move by a considerable part of their distance
  double nearest = 0;      ///< distance of the nearest one, in units of the subsystem's extent
  /// The tides of those who acted until now, and of those who act from now on.
  LinearTide before, after;
};

/// Two or more stars that an integrator carries as one body, their centre of mass, in one slot: a close pair or a small
/// group, which knows how its members move about the centre. A block advances it as a trial, which becomes its state
/// only when the whole block has succeeded.
class Subsystem {
 public:
  virtual ~Subsystem() = default;

  /// Identifies its class in a checkpoint.
  virtual std::string_view kind() const = 0;
  virtual std::size_t member_count() const = 0;
  /// The mass of its most massive member.
  virtual double largest_mass() const = 0;

  /// Whether stars in it that are bound to each other stay so: in a group they may change partners at any time.
  virtual bool keeps_pairs() const { return member_count() == 2; }

  /// Brings a copy of its inside to t or beyond; a former trial that was not committed is dropped. May be called from
  /// several threads for different subsystems.
  virtual void advance(Tick t, const Tides& tides) = 0;
  /// Whether another process that has the same committed state can be told the outcome of advance().
  virtual bool shares_trials() const { return false; }
  /// Appends the outcome to bytes, and takes it from there.
  virtual void save_trial(std::vector<std::byte>& /*bytes*/) {}
  /// The bytes of any outcome; 0: each has another size.
  virtual std::size_t trial_size() const { return 0; }
  virtual void load_trial(std::span<const std::byte> /*bytes*/) {}
  /// The trial becomes the state.
  virtual void commit() noexcept = 0;

  /// The members at the time of the last advance(), relative to the centre, in the order in which they joined.
  virtual void members(std::span<BodyAt> states) const = 0;
  /// What others feel in place of the centre: the members, unless these move too fast for anybody to follow.
  virtual void images(std::vector<BodyAt>& bodies) const = 0;
  /// The accelerations of the images relative to the centre, and how these change, in the tides of the last advance(),
  /// which was to t. As they are here, images are stars that attract each other.
  virtual void accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                                 std::span<PartialForce> accelerations) const;

  /// The largest distance between members that is to be expected until the next examination.
  virtual double extent() const = 0;
  /// Finds the extent for the time from t on. Returns for how long it holds, as far as this can be told.
  virtual double renew_extent(Tick t) = 0;
  /// Energy of the members relative to the centre.
  virtual double internal_energy() const = 0;
  /// Whether its motion without perturbation is known for any time, so that nobody has to follow it.
  virtual bool can_sleep() const { return true; }
  /// How many times slower than in nature it moves: 1 or more.
  virtual double slow_down() const { return 1; }
  /// What the energy of its stars, as members() shows them, owes to something else than their motion.
  virtual SubsystemEnergy energy_by_cause() const { return {}; }
  /// The name of an event that those who watch the run should hear of; empty if there is none. It is told once.
  virtual std::string_view take_notice() { return {}; }
  /// Steps that were made inside.
  virtual std::uint64_t inner_steps() const = 0;

  /// Whether attend() would change what others see of it, or its orbit: if not, nobody around has to know.
  virtual bool turns_with(const Perturbers& /*perturbers*/) const { return true; }
  /// At t, which the subsystem has reached (and has been committed): it may change how it is integrated, and what
  /// others see of it.
  virtual void attend(Tick /*t*/, const Perturbers& /*perturbers*/) {}

  /// At t, to which it has been advanced and committed: the members have other masses and places relative to the centre
  /// from now on, while others act on it as before; `tide` is theirs. Only of subsystems of two.
  virtual void set_members(Tick /*t*/, std::span<const BodyAt> /*members*/, const LinearTide& /*tide*/) {}

  /// The radii of the members, in their order: from now on it finds out when two of them touch.
  virtual void set_radii(std::span<const double> /*radii*/) {}
  /// Two members that have touched, in the committed state.
  virtual std::optional<Contact> contact() const { return {}; }

  /// Members move with post-Newtonian forces on each other from now on; called before anything else. They touch, too,
  /// where these say that they merge.
  virtual void set_relativity(const Relativity& /*relativity*/) {}
  /// What these forces have done since then, at the time of the last advance().
  virtual RelativisticWork relativistic_work() const { return {}; }

  /// Its committed state.
  virtual void describe(Archive& archive) = 0;
};

}  // namespace tucana
