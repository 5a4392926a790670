#include "tucana/models/plummer.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/henon_units.h"

namespace tucana {
namespace {

/// The part of the mass inside r (G = M = a = 1): r^3 / (1 + r^2)^(3/2).
double mass_within(double r) { return std::pow(1 + 1 / (r * r), -1.5); }

/// The inverse of mass_within (Aarseth, Henon & Wielen 1974, appendix).
double radius_of_mass(double mass) {
  const double root = std::cbrt(mass);
  return root / std::sqrt((1 - root) * (1 + root));
}

/// The speed in units of the escape speed: density g(q) = q^2 (1 - q^2)^(7/2) on [0, 1) (ibid.), drawn by rejection
/// below 0.1; the maximum of g is 0.0922 at q^2 = 2/9.
double draw_speed_ratio(RandomStream& random) {
  for (;;) {
    const double q = random.uniform();
    const double rest = 1 - q * q;
    if (0.1 * random.uniform() < q * q * rest * rest * rest * std::sqrt(rest)) return q;
  }
}

}  // namespace

void draw_plummer_star(std::uint64_t seed, std::uint64_t i, double cut_radius, Vec3& position, Vec3& velocity) {
  RandomStream place(seed, RandomUse::model_position, i);
  const double r = std::fmin(radius_of_mass(mass_within(cut_radius) * place.uniform()), cut_radius);
  position = place.direction() * r;

  RandomStream motion(seed, RandomUse::model_velocity, i);
  const double escape_speed = std::numbers::sqrt2 / std::sqrt(std::sqrt(1 + r * r));
  const double speed = draw_speed_ratio(motion) * escape_speed;
  velocity = motion.direction() * speed;
}

StarsBuffer draw_plummer(const PlummerOptions& options) {
  if (options.n == 0) throw InputError("model.n = 0: a cluster needs at least one star");
  if (!(options.cut_radius > 0 && std::isfinite(options.cut_radius))) {
    throw InputError(
        fmt::format("Plummer model: cut radius {} is not finite and > 0; usual is 20", options.cut_radius));
  }
  StarsBuffer stars;
  stars.resize(options.n);
  stars.number_from_one();
  for (std::size_t i = 0; i < options.n; ++i) {
    stars.mass[i] = 1 / static_cast<double>(options.n);
    draw_plummer_star(options.seed, i, options.cut_radius, stars.position[i], stars.velocity[i]);
  }
  return stars;
}

StarsBuffer make_plummer(const PlummerOptions& options, ForceEngine& engine) {
  StarsBuffer stars = draw_plummer(options);
  centre_on_mass(stars);
  scale_to_henon_units(stars, potential_energy(stars.view(), PairLaw{}, engine));
  return stars;
}

}  // namespace tucana
