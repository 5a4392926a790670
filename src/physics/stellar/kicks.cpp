#include "tucana/physics/stellar/kicks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tucana/core/random.h"

namespace tucana::stellar {
namespace {

/// Numbers of a star's stream that belong to one supernova: a direction, and a speed that is drawn again if it is
/// beyond the limit, at most so often. With 2.7 % of Disberg & Mandel's speeds beyond their cut this is enough.
constexpr std::uint32_t numbers_per_supernova = 64;
constexpr int most_tries = 10;

/// A normal number of mean 0 and standard deviation 1 (Box & Muller 1958); uses two numbers.
double normal(RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

/// Uses six numbers.
double maxwellian_speed(RandomStream& random, double dispersion) {
  const double x = normal(random), y = normal(random), z = normal(random);
  return dispersion * std::sqrt(x * x + y * y + z * z);
}

double draw_speed(const KickOptions& options, SupernovaKind kind, RandomStream& random) {
  if (kind == SupernovaKind::electron_capture) return maxwellian_speed(random, options.electron_capture_dispersion);
  switch (options.rule) {
    case KickRule::disberg_mandel: return std::exp(5.60 + 0.68 * normal(random));
    case KickRule::hobbs: return maxwellian_speed(random, 265);
    case KickRule::maxwellian: return maxwellian_speed(random, options.dispersion);
    case KickRule::off: break;
  }
  return 0;
}

double max_speed(const KickOptions& options) {
  constexpr double disberg_mandel_cut = 1000;
  return options.rule == KickRule::disberg_mandel ? disberg_mandel_cut : options.max_speed;
}

}  // namespace

Vec3 supernova_kick(const KickOptions& options, const Collapse& collapse, std::uint64_t seed, StarId star,
                    std::uint32_t supernova_number) {
  if (options.rule == KickRule::off || collapse.remnant == StellarType::no_remnant) return {};
  RandomStream random(seed, RandomUse::supernova_kick, static_cast<std::uint64_t>(star));
  for (std::uint32_t i = 0; i < supernova_number * numbers_per_supernova; ++i) random.bits64();
  const Vec3 direction = random.direction();
  double speed = draw_speed(options, collapse.kind, random);
  for (int tries = 1; speed > max_speed(options) && tries < most_tries; ++tries)
    speed = draw_speed(options, collapse.kind, random);
  speed = std::min(speed, max_speed(options));
  const bool reduced = options.reduce_by_fall_back && collapse.remnant == StellarType::black_hole;
  return direction * (reduced ? speed * (1 - collapse.fall_back) : speed);
}

}  // namespace tucana::stellar
