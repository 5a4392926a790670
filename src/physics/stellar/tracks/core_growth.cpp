#include "tucana/physics/stellar/tracks/core_growth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {
namespace {

/// How long a core of this mass could grow by the law L = scale Mc^power until it becomes infinite.
double time_left(double rate, double scale, double power, double core_mass) {
  return std::pow(core_mass, 1 - power) / ((power - 1) * rate * scale);
}

double mass_with_time_left(double rate, double scale, double power, double time) {
  return std::pow((power - 1) * rate * scale * time, 1 / (1 - power));
}

}  // namespace

CoreRelation::CoreRelation(double high_scale, double low_scale, double low_power, double high_power)
    : b(high_scale),
      d(low_scale),
      p(low_power),
      q(high_power),
      crossing_mass(std::pow(b / d, 1 / (p - q))),
      crossing_luminosity(d * std::pow(crossing_mass, p)) {}

CoreRelation CoreRelation::of_giant(double m, double zeta) {
  const double b = std::max(3e4, 500 + 1.75e4 * std::pow(m, 0.6));
  const double low = 5.37 + 0.135 * zeta;
  const auto high = [low](double mass) { return std::max({-1.0, 0.975 * low - 0.18 * mass, 0.5 * low - 0.06 * mass}); };
  constexpr double first = 2, last = 2.5;
  if (m <= first) return {b, std::pow(10.0, low), 6, 3};
  if (m >= last) return {b, std::pow(10.0, high(m)), 5, 2};
  const double log_d = on_line(m, first, low, last, 0.975 * low - 0.18 * last);
  return {b, std::pow(10.0, log_d), on_line(m, first, 6, last, 5), on_line(m, first, 3, last, 2)};
}

CoreRelation CoreRelation::of_helium_giant(double m) { return {4.1e4, 5.5e4 / (1 + 0.4 * m * m * m * m), 5, 3}; }

double CoreRelation::luminosity(double core_mass) const {
  return core_mass <= crossing_mass ? d * std::pow(core_mass, p) : b * std::pow(core_mass, q);
}

double CoreRelation::core_mass(double luminosity) const {
  return luminosity <= crossing_luminosity ? std::pow(luminosity / d, 1 / p) : std::pow(luminosity / b, 1 / q);
}

CoreGrowth::CoreGrowth(const CoreRelation& relation, double rate, double start, double core_mass)
    : relation_(relation), rate_(rate) {
  const CoreRelation& r = relation_;
  if (core_mass <= r.crossing_mass) {
    low_end_ = start + time_left(rate, r.d, r.p, core_mass);
    crossing_ = low_end_ - time_left(rate, r.d, r.p, r.crossing_mass);
    high_end_ = crossing_ + time_left(rate, r.b, r.q, r.crossing_mass);
  } else {
    crossing_ = -std::numeric_limits<double>::infinity();
    high_end_ = start + time_left(rate, r.b, r.q, core_mass);
    low_end_ = high_end_;
  }
}

double CoreGrowth::core_mass(double time) const {
  const CoreRelation& r = relation_;
  return time <= crossing_ ? mass_with_time_left(rate_, r.d, r.p, low_end_ - time)
                           : mass_with_time_left(rate_, r.b, r.q, high_end_ - time);
}

double CoreGrowth::time(double core_mass) const {
  const CoreRelation& r = relation_;
  return core_mass <= r.crossing_mass ? low_end_ - time_left(rate_, r.d, r.p, core_mass)
                                      : high_end_ - time_left(rate_, r.b, r.q, core_mass);
}

}  // namespace tucana::stellar
