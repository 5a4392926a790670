#include "tucana/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/gravity/range_checks.h"
#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/integrators/leapfrog/make_leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/name_list.h"
#include "tucana/simulation/star_naming.h"

namespace tucana {
namespace {

LeapfrogOptions leapfrog_options(const Options& options, const PairLaw& law) {
  LeapfrogOptions leapfrog;
  leapfrog.steps = options.integrator.steps;
  leapfrog.eta = options.integrator.eta;
  leapfrog.largest_step = options.integrator.largest_step;
  leapfrog.fixed_step = options.integrator.step;
  leapfrog.law = law;
  const GravityOptions& gravity = options.gravity;
  leapfrog.softening = {gravity.softening_halo, gravity.softening_disc, gravity.softening_bulge};
  return leapfrog;
}

std::unique_ptr<Integrator> make_integrator(const Options& options, const PairLaw& law, ForceEngine& engine,
                                            Workers& workers) {
  if (options.integrator.kind == IntegratorKind::leapfrog) {
    return make_leapfrog(leapfrog_options(options, law), engine, workers);
  }
  HermiteOptions hermite;
  hermite.steps = options.integrator.steps;
  hermite.eta = options.integrator.eta;
  hermite.eta_start = options.integrator.eta_start;
  hermite.largest_step = options.integrator.largest_step;
  hermite.fixed_step = options.integrator.step;
  hermite.velocity_limit = options.integrator.velocity_limit;
  hermite.iterations = static_cast<int>(options.integrator.iterations);
  hermite.law = law;
  if (options.integrator.kind == IntegratorKind::ahmad_cohen) {
    NeighbourOptions neighbour;
    neighbour.hermite = hermite;
    neighbour.eta_regular = options.integrator.eta_regular;
    neighbour.wanted_neighbours = static_cast<std::size_t>(options.integrator.neighbours);
    neighbour.sphere_rule = options.integrator.neighbour_sphere;
    neighbour.list_rule = options.integrator.neighbour_test;
    neighbour.simd = options.engine.simd;
    return std::make_unique<AhmadCohen>(neighbour, engine, workers);
  }
  return make_hermite(options.integrator.kind == IntegratorKind::hermite6 ? 6 : 4, hermite, engine, workers);
}

/// What a process reports while it acts; told to observers when its changes have been applied.
struct EventBuffer final : EventSink {
  void record(Event event) override { events.push_back(std::move(event)); }
  std::vector<Event> events;
};

}  // namespace

Simulation::Simulation(const Options& options)
    : workers_(static_cast<int>(options.run.threads)),
      law_{options.gravity.softening * options.gravity.softening},
      options_(options),
      engine_(make_run_engine(options, workers_)),
      integrator_(make_integrator(options, law_, *engine_, workers_)),
      analysis_(options, *integrator_, families_, workers_) {}

void Simulation::start(const std::function<void()>& after_stage) {
  const InitialStars initial = make_initial_stars(options_, analysis_.engine(), workers_);
  check_range(initial.stars.view(), law_, engine_->precision());
  epoch_ = Epoch(initial.time);
  units_ = initial.units;
  families_ = StarFamilies(initial.stars.view());
  analysis_.forget();
  analysis_.set_initial(initial.stars);
  after_stage();
  with_star_names([&] { integrator_->start(initial.stars.view()); }, [&] { return ids_in_order_of_slots(); });
  after_stage();
  ledger_ = EnergyLedger(report_at(Tick{0}).energy);
  processes_.start(stars_at(Tick{0})->view(), units_);
  act_due();
}

void Simulation::step() {
  with_star_names([&] { integrator_->step(); }, [&] { return ids_in_order_of_slots(); });
  act_due();
}

void Simulation::advance_to(double time) {
  const Tick end = tick_of(time), now = integrator_->now();
  if (!(end >= now && end <= Tick::nearest(Tick::largest_time))) {
    throw InputError(fmt::format("the run is at t = {:.12g} and cannot go to t = {:.12g}", time_of(now), time));
  }
  act_due();
  for (;;) {
    const Tick next_block = integrator_->next();
    for (Tick t = next_look(); t <= end && t < next_block; t = next_look()) look(t);
    if (next_block > end) return;
    step();
  }
}

EnergyChange Simulation::apply(const ChangeSet& set, const std::string& who) {
  if (!is_snake_case(who)) throw InputError(fmt::format("\"{}\" cannot name changes: use snake_case", who));
  if (set.empty()) return {};
  if (!integrator_->takes_changes()) {
    throw InputError(fmt::format("{} takes no changes at t = {:.12g}, where stars are at different times",
                                 integrator_->name(), time_of(integrator_->now())));
  }
  EnergyChange change;
  with_star_names([&] { change = integrator_->apply(set); }, [&] { return ids_in_order_of_slots(); });
  analysis_.forget();
  families_.apply(set);
  ledger_.book(who, change);
  return change;
}

void Simulation::act_due() {
  const Tick now = integrator_->now();
  if (!processes_.any_due(now) || !integrator_->takes_changes()) return;
  EventBuffer buffer;
  while (const Process* process = processes_.act_next(now, [&](Process& due) { act(due, now, buffer); })) {
    for (const Event& event : std::exchange(buffer.events, {})) {
      for (Observer* observer : observers_) observer->happened(time_of(now), process->name(), event);
    }
  }
}

/// What a process asks for and cannot be is a failure of the run: its user asked for none of it.
void Simulation::act(Process& process, Tick now, EventSink& events) {
  try {
    const SharedStars stars = stars_at(now);
    apply(process.act(now, stars->view(), events), std::string(process.name()));
  } catch (const InputError& error) {
    throw FailureError(fmt::format("{} failed at t = {:.12g}: {}", process.name(), time_of(now), error.what()));
  }
}

Tick Simulation::next_look() const {
  Tick first = Tick::never;
  for (const Observer* observer : observers_) first = std::min(first, observer->next());
  return std::max(first, integrator_->now());
}

void Simulation::look(Tick t) {
  const Observation observation(*this, t);
  for (Observer* observer : observers_) {
    if (observer->next() > t) continue;
    observer->see(observation);
    if (observer->next() <= t) {
      throw FailureError(fmt::format("an observer wants to look at t = {:.12g} again and again", time_of(t)));
    }
  }
}

/// Those that were seen last, if there are any: after a restart or a change there may be none yet.
std::span<const StarId> Simulation::ids_in_order_of_slots() {
  try {
    if (analysis_.last_ids().empty()) stars_at(integrator_->now());
  } catch (const Error&) {  // the first error is the one to report
  }
  return analysis_.last_ids();
}

std::string Simulation::arithmetic_class() const {
  const std::string own = integrator_->arithmetic_class();
  return engine_->arithmetic_class() + (own.empty() ? "" : "; " + own) + "; " + std::string(build_description());
}

void Simulation::describe(Archive& archive) {
  const Archive::Group group(archive, "simulation");
  if (archive.loading()) analysis_.forget();
  epoch_.describe(archive);
  ledger_.describe(archive);
  archive.field("length_pc", units_.length_pc);
  archive.field("mass_msun", units_.mass_msun);
  const auto is_unit = [](double unit) { return std::isfinite(unit) && unit > 0; };
  if (archive.loading()) {
    check_loaded(is_unit(units_.length_pc) && is_unit(units_.mass_msun), "its units are not numbers > 0");
  }
  families_.describe(archive);
  processes_.describe(archive);
  integrator_->describe(archive);
  integrator_->describe_seconds(archive);
}

double Observation::time() const { return simulation_.time_of(tick_); }
SharedStars Observation::stars() const { return simulation_.stars_at(tick_); }
const ClusterReport& Observation::report() const { return simulation_.report_at(tick_); }
double Observation::energy_error() const { return simulation_.energy_error_at(tick_); }

}  // namespace tucana
