#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tucana/core/archive.h"
#include "tucana/core/change_set.h"
#include "tucana/core/event.h"
#include "tucana/core/stars.h"
#include "tucana/core/tick.h"
#include "tucana/fewbody/post_newtonian.h"
#include "tucana/fewbody/relativistic_work.h"
#include "tucana/fewbody/subsystem_counts.h"
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

/// Wall time by phase. Measured, and therefore not part of the reproducible state.
struct PhaseSeconds {
  double predict = 0;
  double force = 0;      ///< by the engine; in a neighbour scheme the regular force
  double irregular = 0;  ///< of a neighbour scheme
  double correct = 0;
  double schedule = 0;
  double subsystem = 0;  ///< inside subsystems, and what they add to forces

  double total() const { return predict + force + irregular + correct + schedule + subsystem; }
  void describe(Archive& archive);
};

/// A star and the length of its step.
struct StarStep {
  StarId star{};
  double step = 0;
  std::string_view system = {};  ///< the kind of subsystem that it is the first star of; empty: none
  bool is_perturbed = false;     ///< others act on the members of that
};

/// Owns the dynamical state of the bodies and advances it block by block: step() moves the bodies that are due at
/// next() and leaves the others where they are. Ticks count from the start of the run, which is tick 0.
class Integrator {
 public:
  virtual ~Integrator() = default;

  virtual std::string_view name() const = 0;
  /// Before the bodies are taken or a state is loaded: the post-Newtonian forces inside subsystems.
  virtual void set_relativity(const Relativity&) {}
  /// What these have done until the time of the last peek().
  virtual RelativisticWork relativistic_work() const { return {}; }
  /// Before the bodies are taken or a state is loaded: stars that touch are to be told (contact_event), also where they
  /// are in no pair or group. Not every integrator can.
  virtual void find_contacts() {}
  /// Takes the bodies and evaluates their first forces. Throws InputError for bodies that cannot be
  /// integrated (two at one place without softening).
  virtual void start(const Stars& stars) = 0;

  /// Stars, including those inside subsystems.
  virtual std::size_t star_count() const = 0;
  /// The time of the last block, which at least one body has reached.
  virtual Tick now() const = 0;
  /// The time of the next block.
  virtual Tick next() const = 0;
  /// Computes the next block. Throws FailureError when a state stops being finite or a device fails; then describe()
  /// still saves the state of the previous block, from which a restart continues.
  virtual void step() = 0;

  /// All stars at time t, now() <= t < next(), on a copy: this never changes the run. At a time that all bodies have
  /// reached it is a copy of the state; otherwise each body takes a trial step to t.
  virtual void peek(Tick t, StarsBuffer& stars) = 0;

  /// Changes stars at the time of the last block, keeps the order of the scheme, and returns what that did to the
  /// energy. Positions and velocities of all other stars at that time stay the same. Throws InputError, and changes
  /// nothing, for stars that do not exist, for new ones that do, and for values that cannot be.
  virtual EnergyChange apply(const ChangeSet& set) = 0;

  /// Energies and angular momentum at such a time, if the integrator can compute them in double precision, or nearly,
  /// without copying the stars: from sums on a device.
  virtual std::optional<Conserved> conserved(Tick) { return {}; }

  /// The star with the shortest step, if the integrator knows it without reading from a device: for messages about what
  /// delays or spoils a run.
  virtual std::optional<StarStep> shortest_step() const { return {}; }

  /// From the next block on steps are chosen as with this fraction of eta, until it is set again: how a guard repeats a
  /// part of a run. Not part of the state: whoever loads that sets it again. False, and nothing changes, where steps do
  /// not follow from eta on the host.
  virtual bool set_eta_factor(double) { return false; }

  /// Everything for a bit-identical continuation.
  virtual void describe(Archive& archive) = 0;

  /// What determines the bits besides the engine and the build; "" if nothing does.
  virtual std::string arithmetic_class() const { return {}; }
  /// What its engine has decided by itself (SourceSet::tuning_record).
  virtual std::string tuning_record() const { return {}; }
  /// Whether counts and seconds include neighbours, regular and irregular forces.
  virtual bool has_neighbours() const { return false; }
  /// Of an integrator that carries close pairs and groups as subsystems; else nothing.
  virtual std::optional<SubsystemCounts> subsystem_counts() const { return {}; }
  /// Reports, once, what happened to subsystems since it was last asked, in the order in which it happened. Called
  /// after every block, so that it needs no state.
  virtual void take_events(EventSink&) {}
  const IntegratorCounts& counts() const { return counts_; }
  const PhaseSeconds& seconds() const { return seconds_; }
  void describe_seconds(Archive& archive) { seconds_.describe(archive); }

 protected:
  IntegratorCounts counts_;
  PhaseSeconds seconds_;
};

}  // namespace tucana
