#include "tucana/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/version.h"
#include "tucana/gravity/range_checks.h"
#include "tucana/parallel/rank_threads.h"
#include "tucana/physics/stellar/compact_mergers.h"
#include "tucana/physics/stellar/sse_provider.h"
#include "tucana/physics/stellar/stellar_evolution.h"
#include "tucana/simulation/cluster_in_field.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/make_integrator.h"
#include "tucana/simulation/name_list.h"
#include "tucana/simulation/run_field.h"
#include "tucana/simulation/star_naming.h"

namespace tucana {
namespace {

/// What a process reports while it acts; told to observers when its changes have been applied.
struct EventBuffer final : EventSink {
  void record(Event event) override { events.push_back(std::move(event)); }
  std::vector<Event> events;
};

/// Up to so many bodies are a problem of few bodies, in which the energy inside a pair is part of what is asked about.
constexpr std::size_t few_bodies = 10;

/// The energy of hard pairs may be many times that of their cluster, and would make every error look small.
EnergyLedger first_entry(const ClusterReport& report) {
  const bool is_cluster = report.bodies > few_bodies;
  return {report.energy, is_cluster ? report.energy - report.energies.internal() : report.energy};
}

}  // namespace

Simulation::Simulation(const Options& options, SimulationParts parts)
    : ranks_(*parts.ranks),
      workers_(threads_of_rank(static_cast<int>(options.run.threads), ranks_)),
      law_{options.gravity.softening * options.gravity.softening},
      options_(options),
      brought_(std::move(parts.stars)),
      engine_(make_run_engine(options, workers_, decider_of(ranks_, *parts.decider), ranks_)),
      field_(RunField::around(engine_, options.field, std::move(parts.field), workers_)),
      integrator_(make_integrator(options, law_, *engine_, workers_, field_ ? &field_->tide() : nullptr, ranks_)),
      analysis_(options, *integrator_, families_, field_.get(), epoch_, workers_, ranks_) {
  if (options.stellar.kind == StellarKind::sse) {
    StellarOptions stellar = options.stellar;
    stellar.run_radiates = relativity_of(options, {}).orders.radiation && relativity_of(options, {}).is_on();
    add_process(std::make_unique<stellar::StellarEvolution>(stellar,
                                                            std::make_unique<stellar::SseProvider>(stellar.evolution)));
  }
  if (needs_mergers(options)) add_process(std::make_unique<CompactMergers>());
  if (options.escapers.kind == EscaperRule::off) return;
  auto escapers = std::make_unique<Escapers>(options.escapers, [this](Tick now, const Stars& stars) {
    return cluster_in_field(stars, time_of(now), options_, field());
  });
  escapers_ = escapers.get();
  add_process(std::move(escapers));
}

Simulation::~Simulation() = default;

const ExternalField* Simulation::field() const { return field_ ? &field_->field() : nullptr; }

BoundCluster Simulation::cluster_at(Tick t) {
  return cluster_in_field(stars_at(t)->view(), time_of(t), options_, field());
}

void Simulation::start(const std::function<void()>& after_stage) {
  InitialStars initial =
      brought_ ? *std::exchange(brought_, std::nullopt) : make_initial_stars(options_, analysis_.engine(), workers_);
  check_range(initial.stars.view(), law_, engine_->precision());
  epoch_ = Epoch(initial.time);
  units_ = initial.units;
  integrator_->set_relativity(relativity_of(options_, units_));
  if (field_) field_->start(initial.stars, units_, epoch_);
  families_ = StarFamilies(initial.stars.view());
  analysis_.forget();
  analysis_.set_initial(initial.stars);
  after_stage();
  with_star_names([&] { integrator_->start(initial.stars.view()); }, [&] { return ids_in_order_of_slots(); });
  after_stage();
  if (field_) field_->start_energy(stars_at(Tick{0})->view(), Tick{0});
  ledger_ = first_entry(report_at(Tick{0}));
  report_subsystems();
  processes_.read_columns(initial.stars.view(), initial.columns);
  processes_.start(stars_at(Tick{0})->view(), units_);
  act_due();
}

void Simulation::step() {
  if (is_at_end_of_epoch()) move_epoch();
  with_star_names([&] { integrator_->step(); }, [&] { return ids_in_order_of_slots(); });
  report_subsystems();
  count_work_of_field();
  act_due();
}

/// Where all bodies are at one time, so that nothing has to be computed for it.
void Simulation::count_work_of_field() {
  const Tick now = integrator_->now();
  if (field_ && field_->counts_work() && longest_step().divides(now))
    field_->advance_energy(stars_at(now)->view(), now);
}

void Simulation::advance_to(double time, const std::function<void()>& before_block) {
  const Tick now = integrator_->now();
  if (!(tick_of(time) >= now && time <= Epoch::largest_time)) {
    throw InputError(fmt::format("the run is at t = {:.12g} and cannot go to t = {:.12g}", time_of(now), time));
  }
  while (!reaches(time)) {
    advance_to(last_epoch_tick(), before_block);
    move_epoch();
  }
  advance_to(tick_of(time), before_block);
}

void Simulation::advance_to(Tick end, const std::function<void()>& before_block) {
  act_due();
  for (;;) {
    const Tick next_block = integrator_->next();
    for (Tick t = next_look(); t <= end && t < next_block; t = next_look()) look(t);
    if (next_block > end) return;
    before_block();
    step();
  }
}

EnergyChange Simulation::apply(const ChangeSet& set, const std::string& who) {
  if (!is_snake_case(who)) throw InputError(fmt::format("\"{}\" cannot name changes: use snake_case", who));
  if (set.empty()) return {};
  EnergyChange change;
  const auto names = [&] { return ids_in_order_of_slots(); };
  if (field_) {
    const Tick now = integrator_->now();
    const SharedStars before = stars_at(now);
    ChangeSet falling = set;
    field_->enter(falling.added, now);
    with_star_names([&] { change = integrator_->apply(falling); }, names);
    change += field_->energy_of(set, before->view(), now, epoch_);
    if (field_->has_friction()) {
      analysis_.forget();
      field_->weigh(stars_at(now)->view());
    }
  } else {
    with_star_names([&] { change = integrator_->apply(set); }, names);
  }
  report_subsystems();
  analysis_.forget();
  families_.apply(set);
  ledger_.book(who, change);
  return change;
}

void Simulation::act_due() {
  const Tick now = integrator_->now();
  if (!processes_.any_due(now)) return;
  EventBuffer buffer;
  while (const Process* process = processes_.act_next(now, [&](Process& due) { act(due, now, buffer); })) {
    tell_observers(process->name(), std::exchange(buffer.events, {}));
  }
}

void Simulation::tell_observers(std::string_view who, const std::vector<Event>& events) {
  const double time = time_of(integrator_->now());
  for (const Event& event : events) {
    for (Observer* observer : observers_) observer->happened(time, who, event);
  }
}

/// What happened to close pairs and groups; they are no process, but readers of events need not know that.
void Simulation::report_subsystems() {
  EventBuffer buffer;
  integrator_->take_events(buffer);
  for (const Event& event : buffer.events)
    if (event.kind == contact_event) processes_.touched(event.stars[0], event.stars[1]);
  std::erase_if(buffer.events, [](const Event& event) { return event.kind == contact_event; });
  tell_observers("fewbody", buffer.events);
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
  describe_state(archive);
  integrator_->describe_seconds(archive);
}

void Simulation::describe_state(Archive& archive) {
  if (archive.loading()) analysis_.forget();
  epoch_.describe(archive);
  ledger_.describe(archive);
  archive.field("length_pc", units_.length_pc);
  archive.field("mass_msun", units_.mass_msun);
  const auto is_unit = [](double unit) { return std::isfinite(unit) && unit > 0; };
  if (archive.loading()) {
    check_loaded(is_unit(units_.length_pc) && is_unit(units_.mass_msun), "its units are not numbers > 0");
  }
  integrator_->set_relativity(relativity_of(options_, units_));
  families_.describe(archive);
  processes_.describe(archive);
  if (field_) field_->describe(archive, units_, epoch_);
  integrator_->describe(archive);
}

Level Simulation::longest_step() const {
  const StepOptions& steps = options_.integrator;
  return Level::at_most(steps.steps == StepRule::fixed ? steps.fixed_step : steps.largest_step);
}

Tick Simulation::last_epoch_tick() const {
  const std::int64_t longest = longest_step().step().n;
  // The block after it can be told too, whose end a caller may ask for.
  return Tick{(Tick::nearest(Tick::largest_time).n / longest - 1) * longest};
}

/// Saved and loaded again, by which all times in the state move (Archive::move_times). Where steps begin and end on
/// the grid of block steps does not change, as this is a multiple of the longest one.
void Simulation::move_epoch() {
  const Tick by = integrator_->now();
  TUCANA_EXPECT(longest_step().divides(by));
  MemoryArchive state;
  describe(state);
  state.rewind();
  state.move_times(by);
  describe(state);
  for (Observer* observer : observers_) observer->epoch_moved(by, epoch_.moved());
}

double Observation::time() const { return simulation_.time_of(tick_); }
StarColumns Observation::columns() const { return simulation_.columns_at(tick_); }
std::vector<Census> Observation::census() const { return simulation_.census_at(tick_); }
SharedStars Observation::stars() const { return simulation_.stars_at(tick_); }
const ClusterReport& Observation::report() const { return simulation_.report_at(tick_); }
BoundCluster Observation::cluster() const { return simulation_.cluster_at(tick_); }
double Observation::energy_error() const { return simulation_.energy_error_at(tick_); }

}  // namespace tucana
