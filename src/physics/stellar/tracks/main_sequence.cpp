#include "tucana/physics/stellar/tracks/main_sequence.h"

#include <algorithm>
#include <cmath>

namespace tucana::stellar {
namespace {

/// The last part of the time to the hook, over which the star moves through it (epsilon of eq. 15).
constexpr double hook_width = 0.01;

double degenerate_radius(const Metallicity& metallicity, double mass) {
  return 0.0258 * std::pow(1 + metallicity.hydrogen, 5.0 / 3) / std::cbrt(mass);
}

}  // namespace

Structure main_sequence(const TrackCoefficients& t, double mass, double fraction) {
  const double tau = fraction;
  const double m = std::min(mass, largest_fit_mass);
  const double start_luminosity = t.zams.luminosity(m), start_radius = t.zams.radius(m);
  const double age_over_hook =
      tau * t.main_sequence.lifetime(m) / (t.main_sequence.hook_fraction(m) * t.main_sequence.time_to_giant_branch(m));
  const double tau1 = std::min(1.0, age_over_hook);
  const double tau2 = std::clamp((age_over_hook - (1 - hook_width)) / hook_width, 0.0, 1.0);
  const MainSequenceShape& shape = t.shape;

  const double luminosity_alpha = shape.luminosity_alpha(m), luminosity_beta = shape.luminosity_beta(m);
  const double luminosity_rise = std::log10(t.main_sequence.terminal_luminosity(m) / start_luminosity);
  const double log_luminosity = luminosity_alpha * tau + luminosity_beta * std::pow(tau, shape.luminosity_eta(m)) +
                                (luminosity_rise - luminosity_alpha - luminosity_beta) * tau * tau -
                                shape.luminosity_hook(m) * (tau1 * tau1 - tau2 * tau2);

  const double radius_alpha = shape.radius_alpha(m), radius_beta = shape.radius_beta(m);
  const double radius_gamma = shape.radius_gamma(m);
  const double radius_rise = std::log10(t.main_sequence.terminal_radius(m) / start_radius);
  const double log_radius = radius_alpha * tau + radius_beta * std::pow(tau, 10) + radius_gamma * std::pow(tau, 40) +
                            (radius_rise - radius_alpha - radius_beta - radius_gamma) * tau * tau * tau -
                            shape.radius_hook(m) * (tau1 * tau1 * tau1 - tau2 * tau2 * tau2);

  Structure star{start_luminosity * std::pow(10.0, log_luminosity), start_radius * std::pow(10.0, log_radius), 0, 0, 0};
  if (m < convective_mass(t.metallicity)) star.radius = std::max(star.radius, degenerate_radius(t.metallicity, m));
  return star;
}

}  // namespace tucana::stellar
