// Output between blocks: the bodies, and the sums that they conserve.
#include <utility>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/integrators/leapfrog/leapfrog.h"

namespace tucana {

/// Every body takes a trial step. Potentials are evaluated at its end, in the same pass, if the engine is to provide
/// them.
void Leapfrog::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  fetch();
  if (t == now() && schedule_.all_together()) return bodies_.show(bodies_.x, bodies_.v, stars);
  take_all();
  std::vector<Vec3> x(size()), v(size());
  predict(t, x);
  const bool has_sums = !engine_.sums_all_pairs();
  std::vector<double> potential(has_sums ? size() : 0);
  evaluate(t, x, {.potential = has_sums, .jerk = false, .looking = true}, potential);
  const std::size_t failed = first_index_where(workers_, size(), [&](std::size_t i) {
    v[i] = new_velocity(t, i);
    return !is_finite(x[i]) || !is_finite(active_.a[i]);
  });
  if (failed != size()) report(t, failed, x);
  if (has_sums) last_look_ = {t, sums_of(x, v, potential)};
  bodies_.show(std::move(x), std::move(v), stars);
}

std::optional<Conserved> Leapfrog::conserved(Tick t) {
  if (engine_.sums_all_pairs()) return {};
  if (last_look_ && last_look_->time == t) return last_look_->sums;
  fetch();
  if (t == now() && schedule_.all_together()) {
    take_all();
    predict(t, active_.x);
    std::vector<double> potential(size());
    evaluate(t, bodies_.x, {.acceleration = false, .potential = true, .jerk = false, .looking = true}, potential);
    last_look_ = {t, sums_of(bodies_.x, bodies_.v, potential)};
  } else {
    StarsBuffer stars;
    peek(t, stars);
  }
  return last_look_->sums;
}

Conserved Leapfrog::sums_of(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> potential) const {
  CompensatedSum kinetic_energy, potential_energy;
  CompensatedVec3Sum angular_momentum;
  for (std::size_t i = 0; i < size(); ++i) {
    const double m = bodies_.mass[i];
    kinetic_energy.add(m / 2 * norm2(v[i]));
    potential_energy.add(m / 2 * potential[i]);
    angular_momentum.add(m * cross(x[i], v[i]));
  }
  return {kinetic_energy.value(), potential_energy.value(), angular_momentum.value()};
}

}  // namespace tucana
