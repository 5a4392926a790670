#include "tucana/fewbody/kepler_kick_pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "tucana/fewbody/kepler.h"

namespace tucana {
namespace {

/// The first half of a symmetric sequence: drifts, and the kicks after each of them.
struct HalfSequence {
  std::span<const double> drifts, kicks;
  bool kick_in_the_middle;  ///< the last kick stands alone in the middle, else the last drift does
};

constexpr double leapfrog_drift[] = {0.5}, leapfrog_kick[] = {1};

// Nodes and weights of Gauss for four points on [0, 1]: differences of the nodes, and the weights.
constexpr double gauss4_drift[] = {0.06943184420297371, 0.2605776340045982, 0.3399810435848563};
constexpr double gauss4_kick[] = {0.1739274225687269, 0.3260725774312731};

// Blanes, Casas, Farres, Laskar, Makazaga & Murua (2013), ABA(8,4).
constexpr double a1 = 0.0753469602698929, a2 = 0.5179168546882568, b1 = 0.1902259393736766, b2 = 0.8465240704435263;
constexpr double blanes84_drift[] = {a1, a2, 0.5 - (a1 + a2)}, blanes84_kick[] = {b1, b2, 1 - 2 * (b1 + b2)};

HalfSequence sequence_of(KickScheme scheme) {
  switch (scheme) {
    case KickScheme::leapfrog: return {leapfrog_drift, leapfrog_kick, true};
    case KickScheme::gauss4: return {gauss4_drift, gauss4_kick, false};
    case KickScheme::blanes84: break;
  }
  return {blanes84_drift, blanes84_kick, true};
}

}  // namespace

int kicks_of(KickScheme scheme) {
  const HalfSequence half = sequence_of(scheme);
  return 2 * static_cast<int>(half.kicks.size()) - (half.kick_in_the_middle ? 1 : 0);
}

KeplerKickPair::KeplerKickPair(const PairMasses& masses, const PhasePoint& relative, const InnerTime& t)
    : masses_(masses), point_(to_ks(relative)), energy_(-0.5 * kepler_beta(relative, masses.sum())), time_(t) {}

double KeplerKickPair::revolution() const { return 2 * std::numbers::pi / std::sqrt(-2 * energy_); }

void KeplerKickPair::drift(double s) {
  const KsDrift moved = ks_drift(point_, masses_.sum(), -2 * energy_, s);
  point_ = moved.point;
  time_ = time_ + slow_down_ * moved.time;
}

void KeplerKickPair::kick(double s, PerturbationFunction perturbation) {
  const PhasePoint relative = from_ks(point_);
  const Vec3 rate = (1 / slow_down_) * relative.v;
  const Perturbation p = perturbation({masses_.first_of(relative.x), masses_.second_of(relative.x),
                                       masses_.first_of(rate), masses_.second_of(rate), time_, slow_down_});
  const Vec4 q = (slow_down_ * s) * ks_transposed_product(point_.u, p.acceleration);
  const Vec4 change = (0.5 * norm2(point_.u)) * q;
  // h' = 2 u'.Q with the mean of u' before and after is the change of (2 u'.u' - mu)/R itself.
  energy_ += 2 * dot(point_.du + 0.5 * change, q);
  point_.du += change;
}

void KeplerKickPair::step(double s, KickScheme scheme, PerturbationFunction perturbation) {
  const HalfSequence half = sequence_of(scheme);
  const int kicks = kicks_of(scheme), drifts = kicks + 1;
  for (int i = 0; i < drifts; ++i) {
    drift(s * half.drifts[static_cast<std::size_t>(std::min(i, drifts - 1 - i))]);
    if (i < kicks) kick(s * half.kicks[static_cast<std::size_t>(std::min(i, kicks - 1 - i))], perturbation);
  }
}

PhasePoint KeplerKickPair::unperturbed_at(const InnerTime& t) const {
  const double mu = masses_.sum(), beta = -2 * energy_;
  const double s = UniversalOrbit::of(point_, mu, beta).anomaly((t - time_) / slow_down_);
  return from_ks(ks_drift(point_, mu, beta, s).point);
}

}  // namespace tucana
