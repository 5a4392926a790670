#include "tucana/simulation/falling_energy.h"

#include <cmath>
#include <vector>

#include "tucana/analysis/energy.h"
#include "tucana/core/body_at.h"
#include "tucana/core/check_loaded.h"
#include "tucana/core/compensated_sum.h"
#include "tucana/core/star_sums.h"
#include "tucana/simulation/one_body_energy.h"

namespace tucana {
namespace {

/// psi of a star, for each unit of its mass.
double potential_about(const GuidingCentre::State& centre, double at_centre, double potential, const Vec3& x) {
  return potential - at_centre + dot(centre.field.acceleration, x - centre.point.x);
}

/// How fast psi changes at a fixed distance from the falling point.
double rate_about(const GuidingCentre::State& centre, const FieldValue& there, const Vec3& x) {
  const FieldValue& own = centre.field;
  return dot(own.acceleration - there.acceleration, centre.point.v) + dot(own.jerk, x - centre.point.x);
}

/// The derivative of that along the orbits of star and point.
double rate_derivative_about(const GuidingCentre::State& centre, const FieldValue& there, const PhasePoint& star) {
  const FieldValue& own = centre.field;
  return dot(own.jerk - there.jerk, centre.point.v) + dot(own.acceleration - there.acceleration, own.acceleration) +
         dot(own.snap, star.x - centre.point.x) + dot(own.jerk, star.v - centre.point.v);
}

}  // namespace

FallingEnergy::Rate FallingEnergy::rate_of(const Stars& stars, Tick t) const {
  const GuidingCentre::State centre = centre_.at(t);
  std::vector<FieldValue> there(stars.size());
  field_.at_all(time_of(t), stars.position, stars.velocity, {}, there);
  CompensatedSum value, derivative;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    value.add(stars.mass[i] * rate_about(centre, there[i], stars.position[i]));
    derivative.add(stars.mass[i] * rate_derivative_about(centre, there[i], {stars.position[i], stars.velocity[i]}));
  }
  return {value.value(), derivative.value()};
}

/// Hermite's quadrature, exact for polynomials of third degree.
double FallingEnergy::work_until(const Rate& rate, Tick t) const {
  const double h = (t - node_).units();
  return work_ + h / 2 * (rate_.value + rate.value + h / 6 * (rate_.derivative - rate.derivative));
}

void FallingEnergy::start(const Stars& stars, Tick t) {
  work_ = 0;
  node_ = t;
  rate_ = rate_of(stars, t);
}

void FallingEnergy::advance(const Stars& stars, Tick t) {
  if (t == node_) return;
  const Rate rate = rate_of(stars, t);
  work_ = work_until(rate, t);
  node_ = t;
  rate_ = rate;
}

double FallingEnergy::kinetic_difference(const Stars& stars, Tick t) const {
  const Vec3 velocity = centre_.at(t).point.v;
  return total_mass(stars) * dot(0.5 * velocity - centre_of_mass(stars).velocity, velocity);
}

double FallingEnergy::energy(const Stars& stars, Tick t) const {
  const GuidingCentre::State centre = centre_.at(t);
  const double at_centre = field_.potential(time_of(t), centre.point.x);
  std::vector<double> potential(stars.size());
  field_.potential_all(time_of(t), stars.position, potential);
  CompensatedSum sum;
  for (std::size_t i = 0; i < stars.size(); ++i)
    sum.add(stars.mass[i] * potential_about(centre, at_centre, potential[i], stars.position[i]));
  return sum.value() - (t == node_ ? work_ : work_until(rate_of(stars, t), t));
}

EnergyChange FallingEnergy::apply(const ChangeSet& set, const Stars& before, Tick t) {
  advance(before, t);
  const GuidingCentre::State centre = centre_.at(t);
  const double time = time_of(t), at_centre = field_.potential(time, centre.point.x);
  const auto field_at = [&](const BodyAt& star) { return field_.at(time, star.x, star.v, {}); };
  rate_.value += one_body_energy_change(set, before, [&](const BodyAt& star) {
                   return star.mass * rate_about(centre, field_at(star), star.x);
                 }).total();
  rate_.derivative += one_body_energy_change(set, before, [&](const BodyAt& star) {
                        return star.mass * rate_derivative_about(centre, field_at(star), {star.x, star.v});
                      }).total();
  return one_body_energy_change(set, before, [&](const BodyAt& star) {
    return star.mass * potential_about(centre, at_centre, field_.potential(time, star.x), star.x);
  });
}

void FallingEnergy::describe(Archive& archive) {
  const Archive::Group group(archive, "falling_energy");
  archive.field("work", work_);
  archive.field("node", node_);
  archive.field("rate", rate_.value);
  archive.field("rate_derivative", rate_.derivative);
  if (!archive.loading()) return;
  check_loaded(std::isfinite(work_) && std::isfinite(rate_.value) && std::isfinite(rate_.derivative),
               "the work of its field is not a number");
}

}  // namespace tucana
