#include "tucana/integrators/hermite/device/resident_hermite6.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/hermite/block_hermite.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {

ResidentHermite6::ResidentHermite6(const HermiteOptions& options, DeviceEngine& engine, Workers& workers,
                                   Communicator& ranks, const DividingRule& rule)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      engine_(engine),
      workers_(workers),
      rows_(options, engine, ranks, rule) {}

/// First forces and steps come from the host, once, as in every Hermite scheme.
void ResidentHermite6::start(const Stars& stars) {
  Hermite6 host(options_, engine_, workers_);
  host.start(stars);
  bodies_ = host.bodies();
  counts_ = host.counts();
  seconds_.force += host.seconds().force;
  now_ = Tick{0};
  level_ = host.schedule().shortest();
  rows_.load(bodies_);
  copies_at_.reset();
}

double ResidentHermite6::try_step(Tick t) {
  const ScopedSeconds timer(seconds_.force);
  copies_at_.reset();
  const double measure = rows_.try_step(t);
  const double h = (t - now_).units();
  const double wanted = measure < 0 ? -1 : hermite6::StepCriterion(options_.eta, engine_.precision()).step(measure, h);
  if (wanted < 0) report_failure(t, wanted);
  return wanted;
}

void ResidentHermite6::step() {
  const Tick t = next();
  const double wanted = try_step(t);
  const bool is_fixed = options_.steps == StepRule::fixed;
  if (!is_fixed && wanted * Tick::per_unit < 1) report_failure(t, wanted);
  // Nothing below can fail.
  rows_.accept();
  now_ = t;
  level_ = is_fixed ? fixed_ : next_level(t, level_, wanted, largest_);
  counts_.steps += size();
  counts_.blocks += 1;
  counts_.interactions += static_cast<std::uint64_t>(options_.iterations) * size() * (size() - 1);
}

void ResidentHermite6::report_failure(Tick t, double wanted) {
  const std::size_t body = rows_.body_with_least_measure();
  rows_.read_all(bodies_);
  const HermitePrediction place = hermite6::predict(bodies_.state(body), (t - now_).units());
  SourceSet& sources = rows_.sources(ResidentRows::Which::bodies);
  if (wanted >= 0) {
    report_short_step(bodies_.slots, sources, engine_, slot_at(body), place.x, place.v, wanted, t,
                      bodies_.frame.velocity());
  }
  report_non_finite(bodies_.slots, sources, engine_, slot_at(body), place.x, place.v, t, bodies_.frame.origin(t));
}

/// The rows with all bodies at t: their state, or a trial step.
ResidentRows::Which ResidentHermite6::rows_at(Tick t) {
  TUCANA_EXPECT(now() <= t && t < next());
  if (t == now_) return ResidentRows::Which::bodies;
  if (copies_at_ != t) {
    try_step(t);
    copies_at_ = t;
  }
  return ResidentRows::Which::copies;
}

void ResidentHermite6::peek(Tick t, StarsBuffer& stars) {
  std::vector<Vec3> x, v;
  rows_.read_places(rows_at(t), x, v);
  bodies_.show(bodies_.slots.bodies(), x, v, t, nullptr, stars);
}

EnergyChange ResidentHermite6::apply(const ChangeSet& set) {
  Hermite6 host(options_, engine_, workers_);
  MemoryArchive before, after;
  describe(before);
  before.rewind();
  host.describe(before);
  const EnergyChange energy = host.apply(set);
  host.describe(after);
  after.rewind();
  describe(after);
  return energy;
}

std::optional<Conserved> ResidentHermite6::conserved(Tick t) {
  // Potentials in float are not accurate enough for energies.
  if (engine_.precision() != Precision::fp64 && engine_.precision() != Precision::extended) return {};
  // In a moving frame these quantities would be different.
  if (!bodies_.frame.is_at_rest()) return {};
  return engine_.conserved(rows_.sources(rows_at(t)), t, options_.law);
}

/// As BlockHermite does: a run may continue with another engine.
void ResidentHermite6::describe(Archive& archive) {
  const Archive::Group group(archive, name());
  if (!archive.loading()) {
    rows_.read_all(bodies_);
    bodies_.time.assign(size(), now_);
  }
  bodies_.describe(archive);
  BlockSchedule schedule;
  if (!archive.loading()) {
    schedule.clear(now_);
    for (std::size_t i = 0; i < size(); ++i) schedule.place(slot_at(i), level_);
  }
  {
    const Archive::Group inner(archive, "schedule");
    schedule.describe(archive, size());
  }
  counts_.describe(archive);
  if (!archive.loading()) return;
  if (!schedule.holds_exactly(bodies_.slots.bodies()))
    throw InputError("the checkpoint is damaged: bodies without a step");
  check_loaded(!bodies_.slots.has_subsystems(), "it has subsystems, this run has none");
  // The devices have no use for rows of nothing.
  if (bodies_.slots.has_parked()) bodies_.renumber(bodies_.slots.parked_last());
  if (!bodies_.all_at(schedule.now()))
    throw InputError("the checkpoint has bodies at several times: it is not of a run with shared steps");
  now_ = schedule.now();
  level_ = schedule.shortest();
  rows_.load(bodies_);
  copies_at_.reset();
}

}  // namespace tucana
