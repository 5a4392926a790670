#include "tucana/integrators/neighbour/passage_rules.h"

#include <algorithm>
#include <cmath>

#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Steps of passages deeper than the cluster are not shortened below this many ticks.
constexpr double min_passage_ticks = 1024;

/// Steps are shortened from this fraction of the potential of the cluster on where close pairs are carried as
/// subsystems.
constexpr double begin_beside_pairs = 0.1;

/// Regular forces wait while a pair is deeper than this fraction of the potential of the cluster.
constexpr double waiting_depth = 0.3;
/// After this many waits it may be four times as deep, after one more 16 times: some pairs never separate.
constexpr int patience = 4;
/// They do not wait more often than this: lists were made for the step, which is then half as long again.
constexpr int max_waits = NeighbourBody::waits_per_step / 2;

/// It is deflected while its irregular acceleration would change its velocity by this part within the regular step.
constexpr double deflection = 0.2;

}  // namespace

bool PassageRules::is_deeper(double mass, double pull2, double depth) const {
  const double m = std::max(mass, mean_mass), limit = depth * cluster_depth, limit2 = limit * limit;
  return limit > 0 && m * m * pull2 > limit2 * limit2;
}

/// Not down to the shortest possible step: a pair that leaves no room for accuracy may still pass with less.
double PassageRules::shortened(double step, double mass, double pull2) const {
  const double begin = pairs_are_carried ? begin_beside_pairs : passage_depth;
  if (!is_deeper(mass, pull2, begin)) return step;
  const double depth =
      std::sqrt(std::max(mass, mean_mass) * std::sqrt(pull2)) / cluster_depth * (passage_depth / begin);
  const double shortest = std::min(step * step_of_half_eta, min_passage_ticks / Tick::per_unit);
  return std::max(shortest, step * passage_factor(depth));
}

/// The corrector moves a body at once by the error of the extrapolated force over the whole step, and does not move its
/// partner alike. In the middle of a close passage this is work against a strong force: with 1024 stars, single steps
/// changed the total energy by 5e-4.
bool PassageRules::regular_waits(const NeighbourBody& body, Tick t) const {
  const double pull2 = norm2(body.irregular.a);
  if (!is_deeper(body.mass, pull2, waiting_depth) || norm2(body.regular.a) == 0) return false;
  const double late = std::max(0.0, (t - body.regular_end).units());
  const int waits = static_cast<int>(NeighbourBody::waits_per_step * late / body.regular_level.units());
  return waits < max_waits &&
         is_deeper(body.mass, pull2, std::ldexp(waiting_depth, 2 * std::max(0, waits + 1 - patience)));
}

/// Not in a passage in which corrections wait: the steps of pairs that stay together would be short for ever.
bool PassageRules::is_deflected(const NeighbourBody& body) const {
  const double pull2 = norm2(body.irregular.a), h = body.regular_level.units();
  return cluster_depth > 0 && pull2 * (h * h) > deflection * deflection * norm2(body.v) && norm2(body.regular.a) > 0 &&
         !is_deeper(body.mass, pull2, waiting_depth);
}

}  // namespace tucana
