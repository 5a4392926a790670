#include "tucana/gravity/range_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {
namespace {

constexpr const char* advice = "use engine.precision = fp64, or other units";

[[noreturn]] void refuse(std::string_view what, double size, std::string_view side, double limit, Precision precision) {
  throw InputError(fmt::format("{} {:.3g}, {} {:.3g}, which {} cannot hold; {}", what, size, side, limit,
                               name_of(precision), advice));
}

void check_mass(const Stars& stars, std::size_t i, Precision precision) {
  const double least = smallest_number(precision);
  if (stars.mass[i] != 0 && std::abs(stars.mass[i]) < least)
    throw InputError(
        fmt::format("star {}: its mass is {:.3g}, below {:.3g}, which {} cannot hold; {}, or 0 for a tracer",
                    value(stars.id[i]), stars.mass[i], least, name_of(precision), advice));
}

/// What is too large is refused by the engine, which names the star.
bool is_too_large(const Stars& stars, std::size_t i, double most) {
  const auto is_large = [most](const Vec3& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z) > most; };
  return is_large(stars.position[i]) || is_large(stars.velocity[i]) || stars.mass[i] > most;
}

/// The root mean square of the distances from the mean.
double spread(std::span<const Vec3> column) {
  const double n = static_cast<double>(column.size());
  Vec3 mean;
  for (const Vec3& a : column) mean += a * (1 / n);
  double sum = 0;
  for (const Vec3& a : column) sum += norm2(a - mean) / n;
  return std::sqrt(sum);
}

/// Masses of those that pull on the heaviest star: their mean, and the heaviest itself.
struct Masses {
  double usual = 0, largest = 0;
};
Masses measure(std::span<const double> mass) {
  double total = 0, count = 0;
  Masses masses;
  for (const double m : mass) {
    if (m == 0) continue;
    total += m;
    count += 1;
    masses.largest = std::max(masses.largest, m);
  }
  masses.usual = count > 1 ? (total - masses.largest) / (count - 1) : 0;
  return masses;
}

}  // namespace

double smallest_number(Precision precision) {
  switch (precision) {
    case Precision::fp64: return 0x1p-1022;
    case Precision::extended: return 0x1p-102;
    case Precision::two_float:
    case Precision::fp32: return 0x1p-126;
  }
  return 0;
}

void check_range(const Stars& stars, const PairLaw& law, Precision precision) {
  if (precision == Precision::fp64) return;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (is_too_large(stars, i, largest_coordinate(precision))) return;
    check_mass(stars, i, precision);
  }
  const double least = smallest_number(precision);
  if (law.eps2 > 0 && law.eps2 < least)
    refuse("the square of gravity.softening is", law.eps2, "below", least, precision);
  const Masses masses = measure(stars.mass);
  const double radius = spread(stars.position), speed = spread(stars.velocity);
  if (masses.usual == 0 || radius == 0) return;
  // Squares of separations a thousandth of the radius must be in range too. Pairs so close that they overflow stop a
  // run with a message when they come; here it is only said where all would.
  constexpr double close = 0x1p-20, largest = 0x1p120;
  if (radius * radius * close < least)
    refuse("the radius of the stars is", radius, "below", std::sqrt(least / close), precision);
  const double distance2 = 4 * radius * radius + law.eps2;
  const double pull = masses.usual / (distance2 * std::sqrt(distance2));
  if (pull < least) refuse("m/r^3 among the stars is", pull, "below", least, precision);
  if (speed > 0 && pull * speed < least) refuse("m v/r^3 among the stars is", pull * speed, "below", least, precision);
  const double soft2 = radius * radius / 64 + law.eps2;
  const double strong = masses.largest / (soft2 * std::sqrt(soft2)) * std::max(speed, 1.0);
  if (strong > largest) refuse("m v/r^3 among the stars is", strong, "above", largest, precision);
}

}  // namespace tucana
