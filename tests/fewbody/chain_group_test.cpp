#include "tucana/fewbody/chain_group.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fewbody/direct_pair.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

using std::numbers::pi;

using Members = std::vector<PhasePoint>;

Members members_of(const ChainGroup& group) {
  Members all(group.size());
  group.members(all);
  return all;
}

PhasePoint difference(const PhasePoint& a, const PhasePoint& b) { return {b.x - a.x, b.v - a.v}; }

/// Both methods, each with both transformations of time.
std::vector<GroupOptions> all_options() {
  std::vector<GroupOptions> all;
  for (const GroupMethod method : {GroupMethod::composition, GroupMethod::extrapolation}) {
    for (const auto kind : {TimeTransformation::logarithmic_hamiltonian, TimeTransformation::time_transformed})
      all.push_back({method, kind});
  }
  return all;
}

Members group_at(const std::vector<double>& masses, const Members& start, double t, const GroupOptions& options,
                 const GroupPerturbation* perturbation = nullptr) {
  ChainGroup group(masses, start, {}, options);
  const InnerTime end = InnerTime{} + t;
  group.advance_past(end, perturbation);
  return members_of(group.at(end, perturbation));
}

class Groups : public ::testing::TestWithParam<GroupOptions> {};
INSTANTIATE_TEST_SUITE_P(Methods, Groups, ::testing::ValuesIn(all_options()));

TEST_P(Groups, SolvePythagoreanProblem) {
  // Szebehely & Peters (1967): masses 3, 4, 5 at rest at the corners of a triangle; the lightest is ejected.
  const std::vector<double> masses{3, 4, 5};
  const Members start{{{1, 3, 0}, {}}, {{-2, -1, 0}, {}}, {{1, -1, 0}, {}}};
  ChainGroup group(masses, start, {}, GetParam());
  const double energy = group.internal_energy();
  double closest = 10, when = 0;
  while (group.time() - InnerTime{} < 70) {
    group.step(nullptr);
    const Members now = members_of(group);
    const PhasePoint heavy = difference(now[1], now[2]);
    const double t = group.time() - InnerTime{};
    if (t > 15.7 && t < 16 && norm(heavy.x) < 0.05) {
      const OrbitPhase phase = orbit_phase(heavy, 9);
      if (phase.shape.pericentre < closest) closest = phase.shape.pericentre, when = t - phase.time();
    }
  }
  const bool composed = GetParam().method == GroupMethod::composition;
  EXPECT_NEAR(group.internal_energy() / energy, 1, composed ? 1e-10 : 1e-9);
  EXPECT_NEAR(when, 15.830, 1e-3);
  EXPECT_NEAR(closest, 4.138e-4, 1e-6);
  const Members end = members_of(group.at(InnerTime{} + 70.0, nullptr));
  const OrbitShape binary = orbit_phase(difference(end[1], end[2]), 9).shape;
  EXPECT_NEAR(9 / binary.beta, 0.5525, 1e-3);
  EXPECT_NEAR(binary.eccentricity, 0.9887, 1e-4);
  // The speed of the ejected body far from the pair.
  const Vec3 centre = (4.0 / 9) * end[1].v + (5.0 / 9) * end[2].v, place = (4.0 / 9) * end[1].x + (5.0 / 9) * end[2].x;
  const double beta = kepler_beta({end[0].x - place, end[0].v - centre}, 12);
  EXPECT_NEAR(std::sqrt(-beta), 2.167, 2e-3);
}

TEST_P(Groups, FollowTwoBodiesExactly) {
  for (const double e : {0.0, 0.9, 0.9999999}) {
    const OrbitalElements elements{{1 - e, e, 1, 1}, 0.4, 1.0, 2.0};
    const PhasePoint start = state_at_true_anomaly(elements, pi);
    // Long steps: the orbit does not depend on them, only the time does.
    GroupOptions options = GetParam();
    options.eta = 0.3;
    ChainGroup group(std::vector<double>{0.7, 0.3}, Members{{}, start}, {}, options);
    const Vec3 axis = eccentricity_vector(start, 1);
    const double energy = group.internal_energy();
    while (group.time() - InnerTime{} < 20 * 2 * pi) group.step(nullptr);
    const Members now = members_of(group);
    const PhasePoint relative = difference(now[0], now[1]);
    EXPECT_LT(norm(eccentricity_vector(relative, 1) - axis), 1e-12) << e;
    EXPECT_NEAR(group.integrated_energy() / energy, 1, 1e-14) << e;
  }
}

TEST_P(Groups, ReturnOnTheFigureOfEight) {
  // Chenciner & Montgomery (2000); initial values with eight digits (Simo).
  const Vec3 x{0.97000436, -0.24308753, 0}, v{-0.93240737, -0.86473146, 0};
  const Members start{{x, -0.5 * v}, {-x, -0.5 * v}, {{}, v}};
  const Members end = group_at({1, 1, 1}, start, 6.32591398, GetParam());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(norm(end[i].x - start[i].x), 1e-6);
}

/// Ten bodies with random masses, in a cold cloud.
struct TenBodies {
  std::vector<double> masses;
  Members start;

  TenBodies() {
    for (std::uint64_t i = 0; i < 10; ++i) {
      RandomStream random(5, RandomUse::test, i);
      masses.push_back(0.05 + 0.1 * random.uniform());
      const double radius = random.uniform();
      start.push_back({radius * random.direction(), 0.2 * random.direction()});
    }
  }
};

TEST_P(Groups, KeepTenBodiesTogether) {
  const TenBodies ten;
  GroupOptions options = GetParam();
  options.eta = 0.3;
  ChainGroup group(ten.masses, ten.start, {}, options);
  const double energy = group.internal_energy();
  const auto momentum = [&] {
    Vec3 sum;
    const Members now = members_of(group);
    for (std::size_t i = 0; i < 10; ++i) sum += ten.masses[i] * cross(now[i].x, now[i].v);
    return sum;
  };
  const Vec3 before = momentum();
  group.advance_past(InnerTime{} + 1.5, nullptr);
  EXPECT_NEAR(group.internal_energy() / energy, 1, 1e-9);
  EXPECT_LT(norm(momentum() - before), 1e-11);
}

TEST(ChainGroup, MethodsAgreeOnTenBodies) {
  const TenBodies ten;
  GroupOptions composed{GroupMethod::composition};
  composed.eta = 0.1;
  const Members a = group_at(ten.masses, ten.start, 0.5, {}), b = group_at(ten.masses, ten.start, 0.5, composed);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_LT(norm(a[i].x - b[i].x), 1e-8);
}

TEST(ChainGroup, TakesMassRatiosOfABillion) {
  // Five light bodies about a heavy one: each on its own ellipse but for 1e-9.
  std::vector<double> masses{1, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9};
  Members start{{}};
  for (std::uint64_t i = 1; i < 6; ++i) {
    RandomStream random(7, RandomUse::test, i);
    const double e = 0.15 * static_cast<double>(i);
    const double inclination = 3 * random.uniform(), node = 6 * random.uniform(), pericentre = 6 * random.uniform();
    const OrbitalElements elements{{0.1, e, (1 - e) / 0.1, 1}, inclination, node, pericentre};
    start.push_back(state_at_true_anomaly(elements, 6 * random.uniform()));
  }
  for (const GroupMethod method : {GroupMethod::extrapolation, GroupMethod::composition}) {
    const Members end = group_at(masses, start, 2, {method, TimeTransformation::time_transformed});
    for (std::size_t i = 1; i < 6; ++i) {
      const PhasePoint expected = kepler_drift(start[i], 1 + 1e-9, 2);
      EXPECT_LT(norm(difference(end[0], end[i]).x - expected.x), 5e-7) << i;
    }
  }
}

TEST(ChainGroup, TakesBodiesWithoutMass) {
  // A circular pair and a body without mass that passes close to one of them: Jacobi's integral in the rotating frame,
  // v^2/2 - sum m/r - omega L, is conserved.
  const std::vector<double> masses{0.5, 0.5, 0};
  const Members start{{{0.5, 0, 0}, {0, 0.5, 0}}, {{-0.5, 0, 0}, {0, -0.5, 0}}, {{0.8, 0.6, 0.1}, {-0.3, 0.6, 0}}};
  const auto jacobi = [](const Members& b) {
    return 0.5 * norm2(b[2].v) - 0.5 / norm(b[2].x - b[0].x) - 0.5 / norm(b[2].x - b[1].x) - cross(b[2].x, b[2].v).z;
  };
  for (const GroupMethod method : {GroupMethod::extrapolation, GroupMethod::composition}) {
    ChainGroup group(masses, start, {}, {method, TimeTransformation::time_transformed});
    group.advance_past(InnerTime{} + 20.0, nullptr);
    const Members end = members_of(group);
    EXPECT_NEAR(jacobi(end), jacobi(start), 1e-8);
    EXPECT_NEAR(norm(end[0].x - end[1].x), 1, 1e-10);
  }
}

TEST_P(Groups, FeelWhatIsOutside) {
  const PairMasses pair{0.4, 0.6};
  const CirclingPerturber perturber{0.5, 5, 0.3, 0.8, 0.5};
  const PhasePoint start{{1, 0.2, 0}, {0.1, 0.6, 0.3}};
  // A third body far away makes it a group, and has no mass to disturb.
  const auto outside = [&](const GroupMotion& motion, std::span<Vec3> accelerations) {
    const PhasePoint here = perturber.at(motion.time - InnerTime{});
    for (std::size_t i = 0; i < motion.x.size(); ++i) {
      const Vec3 d = here.x - motion.x[i];
      accelerations[i] = (perturber.mass / (norm2(d) * norm(d))) * d;
    }
  };
  const GroupPerturbation perturbation(outside);
  const Members end =
      group_at({pair.first, pair.second},
               {{pair.first_of(start.x), pair.first_of(start.v)}, {pair.second_of(start.x), pair.second_of(start.v)}},
               12, GetParam(), &perturbation);
  const PhasePoint expected = integrate_directly(pair, start, perturber, 0, 12);
  EXPECT_LT(norm((end[0].x - end[1].x) - expected.x), 1e-9);
}

TEST_P(Groups, StayOnTheirBranchInAFastFlyBy) {
  for (const double e : {1.01, 3.0, 100.0}) {
    const OrbitalElements elements{{0.01, e, (1 - e) / 0.01, 1}, 0.3, 0.2, 0.1};
    const double half = *time_to_distance(state_at_time(elements, 0), 1, 1, Direction::outward);
    GroupOptions options = GetParam();
    options.eta = 0.1;
    const Members end = group_at({0.5, 0.5}, {{}, state_at_time(elements, -half)}, 2 * half, options);
    EXPECT_LT(norm(difference(end[0], end[1]).x - state_at_time(elements, half).x), 1e-6) << e;
  }
}

TEST_P(Groups, ArriveAtAGivenTimeExactly) {
  const TenBodies ten;
  const InnerTime base{Tick::nearest(10000), 0};
  GroupOptions options = GetParam();
  options.eta = 0.1;
  ChainGroup group(ten.masses, ten.start, base, options);
  group.step(nullptr);
  group.step(nullptr);
  // A stop inside a step and a way on from there lead to the same place as the step.
  const InnerTime middle = group.last_start() + 0.37 * (group.time() - group.last_start());
  ChainGroup stopped = group.at(middle, nullptr);
  EXPECT_EQ(stopped.time() - middle, 0);
  const InnerTime later = base + 0.1;
  stopped.advance_past(later, nullptr);
  group.advance_past(later, nullptr);
  const Members a = members_of(stopped.at(later, nullptr)), b = members_of(group.at(later, nullptr));
  for (std::size_t i = 0; i < 10; ++i) EXPECT_LT(norm(a[i].x - b[i].x), 1e-11);
}

TEST(ChainGroup, RefusesBodiesAtOnePlace) {
  const Members start{{{1, 0, 0}, {}}, {{1, 0, 0}, {}}, {{0, 1, 0}, {}}};
  EXPECT_THROW(ChainGroup(std::vector<double>{1, 1, 1}, start, {}, {}), InputError);
}

TEST_P(Groups, EndWhereBodiesMeetHeadOn) {
  // Two that fall into each other, and a third one on their line: the pair turns back, or the group says that it cannot
  // go on.
  const Members start{{{1, 0, 0}, {}}, {{-1, 0, 0}, {}}, {{9, 0, 0}, {}}};
  ChainGroup group(std::vector<double>{1, 1, 1e-3}, start, {}, GetParam());
  try {
    group.advance_past(InnerTime{} + 6.0, nullptr);
    for (const PhasePoint& member : members_of(group)) EXPECT_TRUE(is_finite(member.x) && is_finite(member.v));
  } catch (const FailureError&) {
  }
}

TEST_P(Groups, ContinueWithTheSameBitsFromAnArchive) {
  const TenBodies ten;
  ChainGroup group(ten.masses, ten.start, {}, GetParam());
  for (int i = 0; i < 5; ++i) group.step(nullptr);
  MemoryArchive archive;
  group.describe(archive);
  archive.rewind();
  ChainGroup loaded;
  loaded.describe(archive);
  for (ChainGroup* g : {&group, &loaded}) g->step(nullptr);
  const Members a = members_of(group), b = members_of(loaded);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(a[i].x, b[i].x);
  EXPECT_EQ(group.time() - loaded.time(), 0);
}

}  // namespace
}  // namespace tucana
