#include "tucana/grape6/units.h"

#include <fmt/format.h>

#include "tucana/core/error.h"

namespace tucana::grape6 {
namespace {

/// The smallest normal float is 2^-126, the largest 2^127. All numbers here are powers of two in the engine's units.
/// The bound on m/r^3 of the heaviest source at the largest distance leaves room below for lighter ones, which is less
/// where the low parts of pairs of floats must be in range too, and above for close pairs.
constexpr int most_pull = 10, best_pull = -40;
int least_pull(Precision precision) { return precision == Precision::extended ? -60 : -80; }
constexpr int least_coordinate = -24, most_coordinate = 40;
constexpr int most_softening = 34, best_softening = 30;
/// Squares of softenings must be in range like those of distances; so small a one is worth a smaller unit of length,
/// but not one that the largest coordinate does not bear.
int least_softening(Precision precision) { return precision == Precision::extended ? -50 : -62; }
constexpr int best_coordinate_if_soft = 24;
// Extended needs its low parts in range too.
int least_mass(Precision precision) { return precision == Precision::extended ? -100 : -110; }
int best_least_mass(Precision precision) { return precision == Precision::extended ? -90 : -100; }
constexpr int most_mass = 49, best_most_mass = 48;  // what engines take

/// Of velocities. A unit of time above the least loses nothing of the places: a tick is 2^-48 of it.
constexpr int least_velocity = -30, best_least_velocity = -28, best_most_velocity = 36, most_velocity = 38;
constexpr int least_velocity_fp64 = -500, best_least_velocity_fp64 = -80, most_velocity_fp64 = 1000;

constexpr int nothing = -100000;
int exponent(double size) { return size > 0 ? std::ilogb(size) : nothing; }

/// Of the largest softened distance that a pair can have, with room for the diagonal of a box.
int largest_distance(const Extent& extent) {
  return std::max(exponent(extent.coordinate) + 2, exponent(extent.softening) + 1);
}

bool is_empty(const Extent& extent) { return extent.coordinate == 0 && extent.softening == 0; }

/// The size of the velocities, and of those that higher derivatives bring about in the time in which a unit of length
/// is crossed, for a unit of time of one.
int velocity(const Extent& extent, int length) {
  int most = nothing;
  for (std::size_t k = 0; k < extent.derivative.size(); ++k) {
    if (extent.derivative[k] == 0) continue;
    const double power = static_cast<double>(exponent(extent.derivative[k]) - length) / static_cast<double>(k + 1);
    most = std::max(most, static_cast<int>(std::ceil(power)));
  }
  return most;
}

}  // namespace

void Extent::add_mass(double mass) {
  const double size = std::abs(mass);
  if (size == 0) return;
  largest_mass = std::max(largest_mass, size);
  smallest_mass = std::min(smallest_mass, size);
}

void Extent::add_derivative(std::size_t order, const Vec3& value) {
  derivative[order] = std::max(derivative[order], largest_of(value));
}

void Extent::add_softening(double length) {
  if (length == 0) return;
  softening = std::max(softening, length);
  smallest_softening = std::min(smallest_softening, length);
}

double largest_of(const Vec3& a) { return std::fmax(std::abs(a.x), std::fmax(std::abs(a.y), std::abs(a.z))); }

bool Units::suit(const Extent& extent, Precision precision) const {
  if (precision == Precision::fp64 || is_empty(extent)) return true;
  const int x = exponent(extent.coordinate) - length;
  if (x > most_coordinate || exponent(extent.softening) - length > most_softening) return false;
  if (extent.coordinate > 0 && x < least_coordinate) return false;
  if (extent.softening > 0 && exponent(extent.smallest_softening) - length < least_softening(precision) &&
      x < best_coordinate_if_soft)
    return false;
  if (extent.largest_mass == 0) return true;
  const int heaviest = exponent(extent.largest_mass) - mass;
  const int pull = heaviest - 3 * (largest_distance(extent) - length);
  return heaviest <= most_mass && exponent(extent.smallest_mass) - mass >= least_mass(precision) && pull <= most_pull &&
         pull >= least_pull(precision);
}

Units Units::best(const Extent& extent, Precision precision) {
  Units units;
  if (units.suit(extent, precision)) return units;
  units.length = std::max(exponent(extent.coordinate), exponent(extent.softening) - best_softening);
  if (extent.softening > 0 && exponent(extent.smallest_softening) - units.length < least_softening(precision))
    units.length = std::max(exponent(extent.coordinate) - best_coordinate_if_soft,
                            exponent(extent.smallest_softening) - least_softening(precision));
  if (extent.largest_mass == 0) return units;
  const int heaviest = exponent(extent.largest_mass), lightest = exponent(extent.smallest_mass);
  const int least_unit = heaviest - best_most_mass, most_unit = lightest - best_least_mass(precision);
  if (most_unit < least_unit)
    throw InputError(fmt::format("masses from {:.3g} to {:.3g} differ by too much for {}; use engine.precision = fp64",
                                 extent.smallest_mass, extent.largest_mass, name_of(precision)));
  const int wanted = heaviest - 3 * (largest_distance(extent) - units.length) - best_pull;
  units.mass = std::clamp(wanted, least_unit, most_unit);
  return units;
}

UnitBounds Units::time_bounds(const Extent& extent, Precision precision) const {
  const int v = velocity(extent, length);
  if (v == nothing) return {};
  if (precision == Precision::fp64) return {best_least_velocity_fp64 - v, most_velocity_fp64};
  return {best_least_velocity - v, best_most_velocity - v};
}

bool Units::suits_motion(const Extent& extent, Precision precision) const {
  const bool is_double = precision == Precision::fp64;
  const int v = velocity(extent, length);
  if (v == nothing) return true;
  // A unit that was chosen for times far apart is too coarse when bodies cross everything in less than that.
  if (time > 0 && !is_empty(extent) && v + time > largest_distance(extent) - length) return false;
  return v + time >= (is_double ? least_velocity_fp64 : least_velocity) &&
         v + time <= (is_double ? most_velocity_fp64 : most_velocity);
}

double Units::least_potential(const Extent& extent, std::size_t sources, Precision precision) const {
  // A term of less than 2^-126 (for pairs of floats: 2^-102, of which the low 24 bits) is lost, which must be nothing
  // beside the sum of m/r^3, and that sum is the potential divided by the largest distance squared at least.
  const int lost = precision == Precision::extended ? -80 : -102;
  return std::ldexp(static_cast<double>(sources), lost + 2 * (largest_distance(extent) - length + 1));
}

}  // namespace tucana::grape6
