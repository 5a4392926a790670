#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tucana/fewbody/chain_group.h"
#include "tucana/fewbody/ks_pair.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

/// The first post-Newtonian term for a body without mass about one of mass mu (Einstein, Infeld & Hoffmann 1938):
/// a = mu/(c^2 r^3) [ (4 mu/r - v^2) x + 4 (x.v) v ], as a perturbation that depends on velocities.
struct EinsteinInfeldHoffmann {
  double mu, c;

  Perturbation operator()(const PairMotion& motion) const {
    const Vec3 x = motion.x1 - motion.x2, v = motion.slow_down * (motion.v1 - motion.v2);
    const double r2 = norm2(x), r = std::sqrt(r2), xv = dot(x, v), v2 = norm2(v);
    const double k = mu / (c * c * r2 * r), s = 4 * mu / r - v2;
    const Vec3 inner = s * x + (4 * xv) * v, acceleration = k * inner;
    const Vec3 total = acceleration - (mu / (r2 * r)) * x;
    const double ds = -4 * mu * xv / (r2 * r) - 2 * dot(v, total), dxv = v2 + dot(x, total);
    const Vec3 rate = ds * x + s * v + (4 * dxv) * v + (4 * xv) * total;
    return {acceleration, k * rate - (3 * xv / r2) * acceleration};
  }
};

TEST(KsPair, PrecessesByPostNewtonianTerms) {
  constexpr double pi = std::numbers::pi, c = 1000, revolutions = 20;
  for (const double e : {0.3, 0.8}) {
    const OrbitalElements elements{{1 - e, e, 1, 1}, 0.4, 1.0, 2.0};
    KsPair pair({1, 0}, state_at_true_anomaly(elements, pi), {});
    const EinsteinInfeldHoffmann perturbation{1, c};
    pair.start(perturbation(pair.present()));
    const Vec3 before = eccentricity_vector(pair.relative(), 1);
    const InnerTime end = InnerTime{} + revolutions * 2 * pi;
    while (pair.time() < end) pair.step(pair.natural_step({0.1}), perturbation);
    const Vec3 after = eccentricity_vector(pair.relative_at(end), 1);
    const double angle = std::atan2(norm(cross(before, after)), dot(before, after));
    const double expected = revolutions * 6 * pi / (c * c * (1 - e * e));
    EXPECT_NEAR(angle / expected, 1, 0.005) << e;
    const Vec3 normal = cross(pair.relative().x, pair.relative().v);
    EXPECT_GT(dot(cross(before, after), normal), 0) << "in the sense of the motion";
  }
}

TEST(ChainGroup, PrecessesByPostNewtonianTerms) {
  constexpr double pi = std::numbers::pi, c = 1000, revolutions = 10, e = 0.8;
  const OrbitalElements elements{{1 - e, e, 1, 1}, 0.4, 1.0, 2.0};
  const PhasePoint start = state_at_true_anomaly(elements, pi);
  const EinsteinInfeldHoffmann relative{1, c};
  const auto members = [&](const GroupMotion& motion, std::span<Vec3> accelerations) {
    const Perturbation p = relative({motion.x[0], motion.x[1], motion.v[0], motion.v[1], motion.time, 1});
    accelerations[0] = 0.5 * p.acceleration;
    accelerations[1] = -0.5 * p.acceleration;
  };
  const GroupPerturbation perturbation(members);
  const InnerTime end = InnerTime{} + revolutions * 2 * pi;
  for (const GroupMethod method : {GroupMethod::composition, GroupMethod::extrapolation}) {
    GroupOptions options{method};
    options.eta = 0.05;
    options.velocity_dependent = true;
    ChainGroup group(std::vector<double>{0.5, 0.5}, std::vector<PhasePoint>{start, {}}, {}, options);
    group.advance_past(end, &perturbation);
    std::vector<PhasePoint> now(2);
    group.at(end, &perturbation).members(now);
    const Vec3 before = eccentricity_vector(start, 1);
    const Vec3 after = eccentricity_vector({now[0].x - now[1].x, now[0].v - now[1].v}, 1);
    const double angle = std::atan2(norm(cross(before, after)), dot(before, after));
    EXPECT_NEAR(angle / (revolutions * 6 * pi / (c * c * (1 - e * e))), 1, 0.005);
  }
}

}  // namespace
}  // namespace tucana
