#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/gravity/conserved.h"

namespace tucana {

/// What a run has done so far.
struct IntegratorCounts {
  std::uint64_t steps = 0;          ///< body-steps
  std::uint64_t blocks = 0;         ///< block times
  std::uint64_t interactions = 0;   ///< evaluated target-source pairs without self, every pass
  std::uint64_t regular_steps = 0;  ///< of a neighbour scheme, whose irregular steps are `steps`; else 0
  std::uint64_t neighbours = 0;     ///< list entries that irregular steps summed over

  /// Over irregular steps.
  double mean_neighbours() const {
    return steps > 0 ? static_cast<double>(neighbours) / static_cast<double>(steps) : 0;
  }

  void describe(Archive& archive);
};

/// Where the wall time went. Measured, so not part of the state that is the same for every run.
struct PhaseSeconds {
  double predict = 0;
  double force = 0;      ///< by the engine; in a neighbour scheme the regular force
  double irregular = 0;  ///< of a neighbour scheme
  double correct = 0;
  double schedule = 0;

  double total() const { return predict + force + irregular + correct + schedule; }
  void describe(Archive& archive);
};

/// A star and the length of its step.
struct StarStep {
  StarId star{};
  double step = 0;
};

/// Owns the dynamical state of the bodies and advances it block by block. Ticks count from the start of the
/// run, which starts at tick 0.
class Integrator {
 public:
  virtual ~Integrator() = default;

  virtual std::string_view name() const = 0;
  /// Takes the bodies and evaluates their first forces. Throws InputError for bodies that cannot be
  /// integrated (two at one place without softening).
  virtual void start(const Stars& stars) = 0;

  virtual std::size_t size() const = 0;
  /// The time of the last block, to which at least one body has been brought.
  virtual Tick now() const = 0;
  /// The time of the next block.
  virtual Tick next() const = 0;
  /// Does the next block. Throws FailureError when a state stops being finite or a device fails; then describe() still
  /// saves the state of the block before, from which a restart goes on.
  virtual void step() = 0;

  /// All stars at time t, now() <= t < next(), on a copy: looking never changes the run. At a time that all
  /// bodies have reached this is a copy of the state; else each body takes a trial step there.
  virtual void peek(Tick t, StarsBuffer& stars) = 0;

  /// Energies and angular momentum at such a time, where the integrator can tell them in double precision, or nearly,
  /// without handing out the stars: from sums on a device.
  virtual std::optional<Conserved> conserved(Tick) { return {}; }

  /// Whoever has the shortest step, where the integrator can tell without asking a device: for people who wonder what
  /// holds up or spoils a run.
  virtual std::optional<StarStep> shortest_step() const { return {}; }

  /// Everything for a bit-identical continuation.
  virtual void describe(Archive& archive) = 0;

  /// What decides the bits beside the engine and the build; "" where nothing does.
  virtual std::string arithmetic_class() const { return {}; }
  /// What its engine has decided by itself (SourceSet::tuning_record).
  virtual std::string tuning_record() const { return {}; }
  /// Whether counts and seconds tell of neighbours, regular and irregular forces.
  virtual bool has_neighbours() const { return false; }
  const IntegratorCounts& counts() const { return counts_; }
  const PhaseSeconds& seconds() const { return seconds_; }
  void describe_seconds(Archive& archive) { seconds_.describe(archive); }

 protected:
  IntegratorCounts counts_;
  PhaseSeconds seconds_;
};

}  // namespace tucana
