#include "tucana/simulation/run_warnings.h"

#include <fmt/format.h>

#include "tucana/simulation/make_integrator.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

/// Steps of five times the usual eta are beyond what any of the schemes was tried with.
constexpr double doubtful_eta_ratio = 5;

void warn_of_eta(std::vector<std::string>& warnings, const char* name, double given, double usual) {
  if (given <= doubtful_eta_ratio * usual) return;
  warnings.push_back(
      fmt::format("{} = {:g} is far above the usual {:g}: the energy will not be conserved; take a smaller one", name,
                  given, usual));
}

bool is_galaxy(ModelKind kind) {
  return kind == ModelKind::hernquist || kind == ModelKind::nfw || kind == ModelKind::m31;
}

/// Stars of a model that are not put on an orbit lie about the origin; those of a file are where it says.
bool is_around_a_point_mass(const Options& options) {
  const FieldOptions& field = options.field;
  const bool is_point = field.kind == FieldKind::point_mass || field.kind == FieldKind::ngc4372;
  return is_point && field.orbit_radius == 0 && field.orbit_position.empty() && options.model.kind != ModelKind::file;
}

}  // namespace

std::vector<std::string> physics_warnings(const Options& options, bool has_galaxy_bodies) {
  std::vector<std::string> warnings;
  const IntegratorOptions& integrator = options.integrator;
  const IntegratorOptions usual = default_options(integrator.kind, options.gravity.method).integrator;
  if (integrator.steps != StepRule::fixed) {
    warn_of_eta(warnings, "integrator.eta", integrator.eta, usual.eta);
    if (integrator.kind == IntegratorKind::ahmad_cohen) {
      warn_of_eta(warnings, "integrator.eta_regular", integrator.eta_regular, usual.eta_regular);
    }
  }
  const GravityOptions& gravity = options.gravity;
  const bool is_softened = gravity.softening > 0 || gravity.softening_of.any();
  if (!is_softened && (has_galaxy_bodies || is_galaxy(options.model.kind))) {
    warnings.emplace_back(
        "the bodies of a galaxy stand for many stars each, and scatter one another without gravity.softening: give one "
        "(0.02 to 0.1 kpc is typical), with gravity.method=tree for many bodies");
  }
  const FieldOptions& field = options.field;
  if (is_around_a_point_mass(options)) {
    warnings.push_back(fmt::format(
        "field.kind = {} is singular at the origin, about which the stars lie: those that fall towards it need very "
        "short steps and may spoil the energy; give field.orbit_radius, or for a fixed black hole field.kind=plummer "
        "with a small field.radius",
        word_of(field.kind)));
  }
  const bool changes = field.kind != FieldKind::none && field.change != galaxy::FieldChange::none;
  if (changes && options.guard.energy_error > 0 && options.guard.interval > 0) {
    warnings.emplace_back(
        "a field that changes with time does work on the stars, which is part of the energy error: guard.energy_error "
        "may repeat intervals and stop the run without a fault");
  }
  if (options.stellar.kind != StellarKind::off && options.stellar.collisions && !stars_collide(options)) {
    warnings.emplace_back(
        "stars will not collide: with gravity.softening, and with integrator.kind = leapfrog, close passages do not "
        "follow "
        "real orbits; stellar.collisions = false says that none are expected");
  }
  return warnings;
}

}  // namespace tucana
