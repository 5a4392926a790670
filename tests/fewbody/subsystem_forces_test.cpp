// What two subsystems add to the forces on each other's centres.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tucana/core/workers.h"
#include "tucana/fewbody/close_rules.h"
#include "tucana/fewbody/ks_subsystem.h"
#include "tucana/fewbody/subsystems.h"

namespace tucana {
namespace {

std::vector<BodyAt> pair_of(const PairMasses& masses, const Vec3& x) {
  const Vec3 v{0.1, -0.2, 0.3};
  return {{masses.first, masses.first_of(x), masses.first_of(v)},
          {masses.second, masses.second_of(x), masses.second_of(v)}};
}

/// Two pairs that are not far apart.
struct TwoPairs final : Surroundings {
  std::array<std::vector<BodyAt>, 2> members{pair_of({0.7, 0.3}, {0.4, 0.1, 0.2}),
                                             pair_of({1.2, 0.8}, {0.1, -0.5, 0.1})};
  std::array<Vec3, 2> centre{Vec3{}, Vec3{1.5, 0.4, -0.3}};

  BodyAt at(Slot slot, Tick) const override {
    const std::size_t k = index(slot);
    return {members[k][0].mass + members[k][1].mass, centre[k], {}};
  }
  /// Each pair feels the other one as a point.
  double potential() const {
    const double m0 = at(slot_at(0), {}).mass, m1 = at(slot_at(1), {}).mass;
    const Vec3 between = centre[1] - centre[0];
    double sum = m0 * m1 / norm(between);
    for (const BodyAt& one : members[0]) sum -= one.mass * m1 / norm(between - one.x);
    for (const BodyAt& one : members[1]) sum -= one.mass * m0 / norm(between + one.x);
    return sum;
  }
};

TEST(SubsystemForces, BetweenTwoFollowFromThePotentialThatTheirMembersFeel) {
  TwoPairs pairs;
  Subsystems subsystems(std::make_shared<CloseRules>(FewBodyOptions{}), PairLaw{});
  for (const std::uint32_t k : {0U, 1U})
    subsystems.add(k, slot_at(k), std::make_unique<KsSubsystem>(FewBodyOptions{}, Tick{}, pairs.members[k]));
  subsystems.relate(0, slot_at(1));
  subsystems.relate(1, slot_at(0));
  SerialWorkers workers;
  subsystems.show(Tick{}, std::array{slot_at(0), slot_at(1)}, pairs, workers);
  const auto [on_second, on_first] = subsystems.difference_between(0, slot_at(1), Tick{}, pairs);

  const BodyAt first = pairs.at(slot_at(0), {}), second = pairs.at(slot_at(1), {});
  const Vec3 between = second.x - first.x, point = (-1 / (norm2(between) * norm(between))) * between;
  constexpr double h = 1e-5;
  Vec3 force;
  for (double Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    const double place = pairs.centre[1].*axis;
    for (const double side : {1.0, -1.0}) {
      pairs.centre[1].*axis = place + side * h;
      force.*axis -= side * pairs.potential() / (2 * h);
    }
    pairs.centre[1].*axis = place;
  }
  EXPECT_LT(norm(first.mass * point + on_second.a - (1 / second.mass) * force), 1e-9 * norm(force));
  EXPECT_LT(norm(first.mass * on_first.a + second.mass * on_second.a), 1e-14 * norm(force));
  EXPECT_GT(norm(on_second.a), 1e-2 * norm(point)) << "or the members do not matter";
}

}  // namespace
}  // namespace tucana
