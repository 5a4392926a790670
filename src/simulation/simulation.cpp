#include "tucana/simulation/simulation.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/core/version.h"
#include "tucana/gravity/range_checks.h"
#include "tucana/integrators/hermite/make_hermite.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/run_field.h"

namespace tucana {
namespace {

/// Energies are summed in double, which not every device has: beside a device the processor does it.
EngineChoice analysis_choice(const Options& options) {
  EngineChoice choice = engine_choice(options);
  choice.precision = Precision::fp64;
  if (choice.kind != "reference") choice.kind = "cpu";
  return choice;
}

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
    return std::make_unique<Leapfrog>(leapfrog_options(options, law), engine, workers);
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

}  // namespace

Simulation::Simulation(const Options& options)
    : workers_(static_cast<int>(options.run.threads)),
      law_{options.gravity.softening * options.gravity.softening},
      options_(options),
      engine_(make_run_engine(options, workers_)),
      field_(RunField::around(engine_, options.field, workers_)),
      analysis_engine_(make_engine(analysis_choice(options), workers_)),
      integrator_(make_integrator(options, law_, *engine_, workers_)) {}

Simulation::~Simulation() = default;

const ExternalField* Simulation::field() const { return field_ ? &field_->field() : nullptr; }

/// What the integrator knows without the stars, in coordinates at rest.
std::optional<Conserved> Simulation::known_sums(const Stars& stars, Tick t) {
  const auto known = integrator_->conserved(t);
  return known && field_ ? field_->leave(*known, stars) : known;
}

/// The only place where a field enters the energy.
std::optional<double> Simulation::external_energy_of(const Stars& stars, Tick t) const {
  if (!field_) return {};
  return field_->energy(stars, time_of(t));
}

void Simulation::start(const std::function<void()>& after_stage) {
  InitialStars initial = make_initial_stars(options_, *analysis_engine_, workers_);
  check_range(initial.stars.view(), law_, engine_->precision());
  epoch_ = Epoch(initial.time);
  units_ = initial.units;
  if (field_) field_->start(initial.stars, units_, epoch_);
  families_ = StarFamilies(initial.stars.view());
  seen_ = initial.stars;
  after_stage();
  with_star_names([&] { integrator_->start(initial.stars.view()); });
  after_stage();
  report_.reset();
  start_energy_ = report_at(Tick{0}).energy;
}

void Simulation::step() {
  with_star_names([&] { integrator_->step(); });
}

template <class Work>
void Simulation::with_star_names(const Work& work) {
  try {
    work();
  } catch (const SlotInputError& error) {
    throw InputError(naming_star(error));
  } catch (const SlotFailure& error) {
    throw FailureError(naming_star(error));
  }
}

/// The stars that were seen last are in the order of the slots; after a restart there may be none yet.
std::string Simulation::naming_star(const SlotProblem& problem) {
  try {
    if (seen_.size() == 0) integrator_->peek(integrator_->now(), seen_);
  } catch (const Error&) {  // the first error is the one to report
  }
  const bool is_known = problem.slot != no_slot && index(problem.slot) < seen_.size();
  return problem.text(is_known ? fmt::format("star {}", value(seen_.id[index(problem.slot)])) : "a star");
}

Stars Simulation::stars_at(Tick t) {
  integrator_->peek(t, seen_);
  if (field_) field_->leave(seen_, t);
  families_.fill(seen_);
  return seen_.view();
}

const ClusterReport& Simulation::report_at(Tick t) {
  if (!report_ || report_time_ != t) {
    const Stars stars = stars_at(t);
    report_ = analyse(stars, law_, *analysis_engine_, workers_, known_sums(stars, t), external_energy_of(stars, t));
    report_time_ = t;
  }
  return *report_;
}

double Simulation::energy_error(double energy) const {
  const double difference = energy - start_energy_;
  return start_energy_ != 0 ? difference / std::abs(start_energy_) : difference;
}

double Simulation::energy_error_at(Tick t) {
  if (report_ && report_time_ == t) return energy_error(report_->energy);
  if (!field_) {
    if (const auto known = integrator_->conserved(t)) return energy_error(known->kinetic + known->potential);
  }
  const Stars stars = stars_at(t);
  const auto known = known_sums(stars, t);
  Energies sum = known ? Energies{known->kinetic, known->potential} : energies(stars, law_, *analysis_engine_);
  sum.external = external_energy_of(stars, t);
  return energy_error(sum.total());
}

std::string Simulation::arithmetic_class() const {
  const std::string own = integrator_->arithmetic_class();
  return engine_->arithmetic_class() + (own.empty() ? "" : "; " + own) + "; " + std::string(build_description());
}

void Simulation::describe(Archive& archive) {
  const Archive::Group group(archive, "simulation");
  epoch_.describe(archive);
  archive.field("start_energy", start_energy_);
  archive.field("length_pc", units_.length_pc);
  archive.field("mass_msun", units_.mass_msun);
  const auto is_unit = [](double unit) { return std::isfinite(unit) && unit > 0; };
  if (archive.loading()) {
    check_loaded(std::isfinite(start_energy_), "its start has no energy");
    check_loaded(is_unit(units_.length_pc) && is_unit(units_.mass_msun), "its units are not numbers > 0");
  }
  families_.describe(archive);
  if (field_) field_->describe(archive, units_, epoch_);
  integrator_->describe(archive);
  if (archive.loading()) report_.reset();
  integrator_->describe_seconds(archive);
}

}  // namespace tucana
