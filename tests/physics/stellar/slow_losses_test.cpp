// Pairs and triples whose stars lose mass slowly, or at once.
#include "tucana/physics/stellar/slow_losses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tucana/fewbody/kepler.h"

namespace tucana::stellar {
namespace {

/// Members about their centre of mass, as a table has them: one system.
struct System {
  StarsBuffer stars;

  void add(double mass, const PhasePoint& at) {
    const std::size_t row = stars.size();
    stars.resize(row + 1);
    stars.number_from_one();
    stars.mass[row] = mass;
    members.push_back({static_cast<std::uint32_t>(row), at.x, at.v});
  }
  void finish() {
    stars.system_members = members;
    stars.systems = {{members.size() == 2 ? SystemKind::pair : SystemKind::group,
                      0,
                      static_cast<std::uint32_t>(members.size()),
                      1,
                      {},
                      {}}};
  }
  ChangeSet changes(const std::map<StarId, Loss>& losses) const {
    ChangeSet set;
    const auto loss_of = [&](StarId star) {
      const auto found = losses.find(star);
      return found == losses.end() ? nullptr : &found->second;
    };
    follow_slow_losses(stars.view(), loss_of, set);
    return set;
  }
  /// The orbit of the first star about the second after the changes.
  OrbitShape orbit(const ChangeSet& set, const std::map<StarId, Loss>& losses) const {
    std::array<PhasePoint, 2> state{PhasePoint{members[0].position, members[0].velocity},
                                    PhasePoint{members[1].position, members[1].velocity}};
    double mass = 0;
    for (const ChangeSet::NewOrbit& orbit : set.orbits)
      return orbit_phase({orbit.position, orbit.velocity}, orbit.first_mass + orbit.second_mass).shape;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const auto& [star, kick, shift] : set.kicks) {
        if (star != stars.id[i]) continue;
        state[i].x += shift;
        state[i].v += kick;
      }
      mass += losses.contains(stars.id[i]) ? losses.at(stars.id[i]).mass : stars.mass[i];
    }
    return orbit_phase({state[0].x - state[1].x, state[0].v - state[1].v}, mass).shape;
  }
  std::vector<SystemMember> members;
};

/// A pair with a semi-major axis of 1 and masses 2 and 1, some time after its apocentre.
System pair_after(double time, double e) {
  const double mass = 3, r = 1 + e;
  const PhasePoint start{{r, 0, 0}, {0, std::sqrt(mass * (1 - e) / (1 + e)), 0}};
  const PhasePoint relative = kepler_drift(start, mass, time);
  System system;
  system.add(2, {(1.0 / 3) * relative.x, (1.0 / 3) * relative.v});
  system.add(1, {(-2.0 / 3) * relative.x, (-2.0 / 3) * relative.v});
  system.finish();
  return system;
}

TEST(SlowLosses, KeepTheEccentricityAtEveryPhase) {
  for (const double e : {0.0, 0.3, 0.9})
    for (const double time : {0.0, 0.4, 1.1, 1.8, 3.0}) {
      const System system = pair_after(time, e);
      const std::map<StarId, Loss> losses{{system.stars.id[0], {1.5, 100}}, {system.stars.id[1], {0.9, 1000}}};
      const OrbitShape after = system.orbit(system.changes(losses), losses);
      EXPECT_NEAR(after.mu / after.beta * 2.4, 3, 1e-12) << "a (m1 + m2)";
      EXPECT_NEAR(after.pericentre / (after.mu / after.beta), 1 - e, 1e-12);
    }
}

TEST(SlowLosses, GivePairsAnOrbitAndNoOtherChanges) {
  const System system = pair_after(1.1, 0.5);
  const std::map<StarId, Loss> losses{{system.stars.id[0], {1, 100}}};
  ChangeSet set;
  set.masses = {{system.stars.id[0], 1}, {StarId{77}, 2}};
  follow_slow_losses(
      system.stars.view(),
      [&](StarId star) {
        const auto found = losses.find(star);
        return found == losses.end() ? nullptr : &found->second;
      },
      set);
  EXPECT_TRUE(set.kicks.empty());
  ASSERT_EQ(set.orbits.size(), 1U);
  EXPECT_EQ(set.orbits[0].first_mass, 1);
  EXPECT_EQ(set.orbits[0].second_mass, 1);
  const Vec3 before = system.members[0].position - system.members[1].position;
  EXPECT_LT(norm(set.orbits[0].position - 1.5 * before), 1e-14) << "the same phase";
  ASSERT_EQ(set.masses.size(), 1U) << "that of another star";
  EXPECT_EQ(set.masses[0].star, StarId{77});
}

TEST(SlowLosses, DoNothingToSuddenOrFastOnes) {
  const System system = pair_after(1.1, 0.5);
  EXPECT_TRUE(system.changes({{system.stars.id[0], {1, 0}}}).empty()) << "a supernova";
  EXPECT_TRUE(system.changes({{system.stars.id[0], {2, 10}}}).empty()) << "no loss";
  const std::map<StarId, Loss> fast{{system.stars.id[0], {1.9, 0.1}}};
  const OrbitShape after = system.orbit(system.changes(fast), fast);
  EXPECT_GT(std::abs(after.mu / after.beta * 2.9 / 3 - 1), 1e-3)
      << "faster than the period: what happens depends on it";
}

TEST(SlowLosses, GoThroughHierarchies) {
  // The inner pair loses a tenth; the outer star moves out, the inner orbit widens.
  System system;
  const double inner = std::sqrt(2.0), outer = std::sqrt(3.0 / 100);
  system.add(1, {{0.5 - 100.0 / 3, 0, 0}, {0, 0.5 * inner - outer / 3, 0}});
  system.add(1, {{-0.5 - 100.0 / 3, 0, 0}, {0, -0.5 * inner - outer / 3, 0}});
  system.add(1, {{200.0 / 3, 0, 0}, {0, 2 * outer / 3, 0}});
  system.finish();
  const std::map<StarId, Loss> losses{{system.stars.id[0], {0.9, 1e6}}, {system.stars.id[1], {0.9, 1e6}}};
  const ChangeSet set = system.changes(losses);
  ASSERT_EQ(set.kicks.size(), 3U);
  EXPECT_NEAR(system.orbit(set, losses).pericentre, 2 / 1.8, 1e-9);
  const auto place = [&](std::size_t i) { return system.members[i].position + set.kicks[i].position_change; };
  EXPECT_NEAR(norm(place(2) - 0.5 * (place(0) + place(1))), 100 * 3 / 2.8, 1e-6);
}

}  // namespace
}  // namespace tucana::stellar
