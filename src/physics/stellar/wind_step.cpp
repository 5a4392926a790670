#include "tucana/physics/stellar/wind_step.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/spin.h"

namespace tucana::stellar {
namespace {

constexpr double years_per_myr = 1e6;

/// Per Myr.
struct Slope {
  double mass, progress;
};

double mass_slope(const EvolutionOptions& options, const Star& star, double metallicity) {
  const WindSource source{star.type, star.luminosity, star.radius, star.temperature(),
                          star.mass, star.core_mass,  metallicity};
  return -wind_rate(options.winds, source) * years_per_myr;
}

}  // namespace

WindStep wind_step(const Phase& phase, const EvolutionOptions& options, const Star& start, double metallicity,
                   double h) {
  const double mass = start.mass, progress = phase.progress(), end = phase.end(mass);
  const auto finish = [&](double new_mass, double new_progress, double error) {
    WindStep step{phase.at(new_mass, new_progress), new_progress, error};
    step.star.age = start.age + h;
    step.star.spin = spin_after(start, step.star, h);
    return step;
  };
  const Slope k1{mass_slope(options, start, metallicity), phase.rate(mass)};
  if (options.winds.kind == WindKind::off) return finish(mass, std::min(progress + h * k1.progress, end), 0);
  // A trial step that is too long must not leave the range in which the fits make sense.
  const auto limited = [&](double m) { return std::max(m, 0.5 * mass); };
  const auto slope_at = [&](double dm, double dp) {
    const double m = limited(mass + h * dm);
    const Star star = phase.at(m, std::min(progress + h * dp, phase.end(m)));
    return Slope{mass_slope(options, star, metallicity), phase.rate(m)};
  };
  const Slope k2 = slope_at(k1.mass / 2, k1.progress / 2);
  const Slope k3 = slope_at(0.75 * k2.mass, 0.75 * k2.progress);
  const auto combined = [](double a, double b, double c) { return (2 * a + 3 * b + 4 * c) / 9; };
  const double dm = combined(k1.mass, k2.mass, k3.mass), dp = combined(k1.progress, k2.progress, k3.progress);
  const Slope k4 = slope_at(dm, dp);
  const auto difference = [](double a, double b, double c, double d) {
    return std::abs(-5 * a / 72 + b / 12 + c / 9 - d / 8);
  };
  const double mass_error = h * difference(k1.mass, k2.mass, k3.mass, k4.mass) / mass;
  const double progress_error =
      h * difference(k1.progress, k2.progress, k3.progress, k4.progress) / std::max(1.0, std::abs(progress));
  const double new_mass = limited(mass + h * dm);
  return finish(new_mass, std::min(progress + h * dp, std::max(end, phase.end(new_mass))),
                std::max(mass_error, progress_error));
}

}  // namespace tucana::stellar
