#include "tucana/simulation/simulation.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/core/version.h"
#include "tucana/gravity/range_checks.h"
#include "tucana/simulation/engine_choice.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/make_integrator.h"

namespace tucana {
namespace {

/// Energies are summed in double, which not every device has: beside a device the processor does it.
EngineChoice analysis_choice(const Options& options) {
  EngineChoice choice = options.engine;
  choice.precision = Precision::fp64;
  if (choice.kind != "reference") choice.kind = "cpu";
  return choice;
}

}  // namespace

Simulation::Simulation(const Options& options)
    : workers_(static_cast<int>(options.run.threads)),
      law_{options.gravity.softening * options.gravity.softening},
      options_(options),
      engine_(make_run_engine(options, workers_)),
      analysis_engine_(make_engine(analysis_choice(options), workers_)),
      integrator_(make_integrator(options, law_, *engine_, workers_)) {}

void Simulation::start(const std::function<void()>& after_stage) {
  const InitialStars initial = make_initial_stars(options_, *analysis_engine_, workers_);
  check_range(initial.stars.view(), law_, engine_->precision());
  epoch_ = Epoch(initial.time);
  units_ = initial.units;
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
  families_.fill(seen_);
  return seen_.view();
}

const ClusterReport& Simulation::report_at(Tick t) {
  if (!report_ || report_time_ != t) {
    const Stars stars = stars_at(t);
    report_ = analyse(stars, law_, *analysis_engine_, workers_, integrator_->conserved(t));
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
  if (const auto known = integrator_->conserved(t)) return energy_error(known->kinetic + known->potential);
  return energy_error(energies(stars_at(t), law_, *analysis_engine_).total());
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
  integrator_->describe(archive);
  if (archive.loading()) report_.reset();
  integrator_->describe_seconds(archive);
}

}  // namespace tucana
