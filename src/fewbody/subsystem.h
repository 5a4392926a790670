#pragma once

#include <span>
#include <string_view>

#include "tucana/core/archive.h"
#include "tucana/core/body_at.h"
#include "tucana/core/ids.h"
#include "tucana/core/tick.h"

namespace tucana {

/// What a subsystem sees of the bodies outside: a picture that does not change while subsystems advance.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// A body at t, predicted from the last block.
  virtual BodyAt at(Slot slot, Tick t) const = 0;
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

  /// Brings a copy of its inside to t or beyond; a former trial that was not committed is dropped. May be called from
  /// several threads for different subsystems.
  virtual void advance(Tick t, Slot own, const Surroundings& around) = 0;
  /// The trial becomes the state.
  virtual void commit() noexcept = 0;
  /// The members at t, relative to the centre, in the order in which they joined: from the trial if there is one. t is
  /// not beyond the last advance().
  virtual void members(Tick t, std::span<BodyAt> states) const = 0;
  /// Energy of the members relative to the centre, at a time as for members().
  virtual double internal_energy(Tick t) const = 0;
  /// The longest step that the centre may take.
  virtual double longest_step() const = 0;

  /// Its committed state.
  virtual void describe(Archive& archive) = 0;
};

}  // namespace tucana
