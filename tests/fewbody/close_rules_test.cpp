#include "tucana/fewbody/close_rules.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/fewbody/ks_subsystem.h"
#include "tucana/fewbody/orbital_elements.h"

namespace tucana {
namespace {

constexpr double mass = 1e-3, pair_mass = 2 * mass, speed2 = 0.5;
constexpr double unknown = std::numeric_limits<double>::infinity();

/// The members of a pair of equal stars, relative to its centre.
std::array<BodyAt, 2> members_of(const PhasePoint& relative) {
  return {BodyAt{mass, 0.5 * relative.x, 0.5 * relative.v}, BodyAt{mass, -0.5 * relative.x, -0.5 * relative.v}};
}

PhasePoint on_orbit(double axis, double e, double part_of_period) {
  const OrbitalElements elements{{axis * (1 - e), e, pair_mass / axis, pair_mass}, 0.5, 0.4, 0.7};
  return state_at_time(elements, part_of_period * elements.shape.period());
}

/// Most pairs of a cluster are not examined further than this: what is left out must never be needed.
TEST(CloseRules, OfAPairThatGoesOnHaveNeitherPartnersNorParts) {
  const CloseRules rules{FewBodyOptions{}};
  int going_on = 0, others = 0;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    RandomStream random(7, RandomUse::test, k);
    const double axis = 1e-5 * std::pow(1000, random.uniform()), e = random.uniform();
    const auto members = members_of(on_orbit(axis, e, random.uniform()));
    KsSubsystem pair(FewBodyOptions{}, Tick{0}, members);
    if (std::isfinite(pair.renew_extent(Tick{0}))) continue;
    std::vector<NearBody> near;
    for (std::size_t i = 1; i <= 20; ++i) {
      const double distance = i == 1 ? axis * std::pow(1000, random.uniform()) : 0.3 * random.uniform();
      const Vec3 x = distance * random.direction();
      near.push_back({slot_at(i), StarId{static_cast<std::int64_t>(i)}, {mass, x, random.direction()}, nullptr});
    }
    const Scene scene{Tick{0}, {slot_at(0), StarId{0}, {pair_mass, {}, {}}, &pair}, near, speed2, 0.1};
    const bool has_events = !rules.partners(scene).empty() || !rules.parts(scene, members).empty();
    others += has_events ? 1 : 0;
    if (!rules.goes_on(scene)) continue;
    ++going_on;
    EXPECT_FALSE(has_events) << k;
  }
  EXPECT_GT(going_on, 300);
  EXPECT_GT(others, 20);
}

/// An extent that shrank at each pericentre would be examined in each revolution, and the centre made to wait for it.
TEST(CloseRules, ExtentOfABoundPairStaysWhatItHasBeen) {
  const double axis = 1e-3, e = 0.95;
  const PhasePoint near_pericentre = on_orbit(axis, e, 0.01);
  KsSubsystem pair(FewBodyOptions{}, Tick{0}, members_of(near_pericentre));
  double longest = pair.renew_extent(Tick{0});
  EXPECT_LT(pair.extent(), 0.5 * axis);
  ASSERT_TRUE(std::isfinite(longest));
  Tick t{0};
  int examined = 0;
  while (std::isfinite(longest) && ++examined < 100) {
    t = t + Tick::nearest(longest);
    longest = pair.renew_extent(t);
  }
  EXPECT_LT(examined, 6);
  EXPECT_NEAR(pair.extent(), axis * (1 + e), 1e-9 * axis);
  const double period = 2 * std::numbers::pi * std::sqrt(axis * axis * axis / pair_mass);
  EXPECT_TRUE(std::isinf(pair.renew_extent(t + Tick::nearest(period))));
}

/// In a group of three, no two of which need be bound to each other in the middle of an encounter.
TEST(CloseRules, AFewStarsDoNotPartWhileAllOfThemAreTogether) {
  const CloseRules rules{FewBodyOptions{}};
  // Outwards with more than the speed of escape of every two, and less than that of all three.
  std::vector<BodyAt> members;
  for (const double angle : {0.0, 2 * std::numbers::pi / 3, 4 * std::numbers::pi / 3}) {
    const Vec3 direction{std::cos(angle), std::sin(angle), 0};
    members.push_back({1, 1 / std::numbers::sqrt3 * direction, 2.1 / std::numbers::sqrt3 * direction});
  }
  const auto group = rules.form(Tick{0}, members);
  const Scene scene{Tick{0}, {slot_at(0), StarId{0}, {3, {}, {}}, group.get()}, {}, 0, unknown};
  EXPECT_TRUE(rules.parts(scene, members).empty());
  for (BodyAt& member : members) member.x *= 10000;
  EXPECT_EQ(rules.parts(scene, members).size(), 3U);
}

/// Two pairs far from everybody else feel each other's members wherever they go: one group is better than two points.
/// But not where a field acts on them more than they do on each other.
TEST(CloseRules, AFewStarsAreOneGroupEarly) {
  const CloseRules rules{FewBodyOptions{}};
  const auto members = members_of(on_orbit(1, 0.5, 0.5));
  const KsSubsystem one(FewBodyOptions{}, Tick{0}, members), other(FewBodyOptions{}, Tick{0}, members);
  for (const double distance : {10.0, 500.0, 1000.0}) {
    for (const double speed : {-0.1, 0.1}) {
      const std::vector<NearBody> near{{slot_at(1), StarId{1}, {pair_mass, {distance, 0, 0}, {speed, 0, 0}}, &other}};
      Scene scene{Tick{0}, {slot_at(0), StarId{0}, {pair_mass, {}, {}}, &one}, near, 0, unknown};
      EXPECT_EQ(rules.partners(scene).size(), distance < 600 ? 1U : 0U) << distance;
      scene.field = 0.01 * pair_mass / std::pow(distance, 3);
      EXPECT_EQ(rules.partners(scene).size(), distance < 600 ? 1U : 0U);
      scene.field *= 20;
      EXPECT_TRUE(rules.partners(scene).empty());
    }
  }
}

/// A star that a hard pair deflects as strongly as a star of its mass would is followed in a group with it, although it
/// is far from both members compared with their distance; until it has passed.
TEST(CloseRules, AStarThatPassesAHardPairClosely) {
  const CloseRules rules{FewBodyOptions{}};
  const double axis = 1e-6, close = 0.5 * 2 * mass / speed2;
  const auto members = members_of(on_orbit(axis, 0.5, 0.5));
  const KsSubsystem pair(FewBodyOptions{}, Tick{0}, members);
  for (const double part : {0.9, 1.1}) {
    for (const double speed : {-1.0, 1.0}) {
      const BodyAt star{mass, {part * close, 0, 0}, {speed, 0.1, 0}}, centre{pair_mass, {}, {}};
      const NearBody whole{slot_at(0), StarId{0}, centre, &pair}, single{slot_at(1), StarId{1}, star, nullptr};
      const std::size_t count = part < 1 && speed < 0 ? 1 : 0;
      EXPECT_EQ(rules.partners({Tick{0}, whole, std::span(&single, 1), speed2, 1}).size(), count);
      EXPECT_EQ(rules.partners({Tick{0}, single, std::span(&whole, 1), speed2, 1}).size(), count);
    }
  }
  // And parts again beyond that distance.
  for (const double part : {0.9, 1.1}) {
    std::vector<BodyAt> three(members.begin(), members.end());
    three.push_back({mass, {part * close, 0, 0}, {1, 0.1, 0}});
    const auto group = rules.form(Tick{0}, three);
    const Scene scene{Tick{0}, {slot_at(0), StarId{0}, {3 * mass, {}, {}}, group.get()}, {}, speed2, 1};
    EXPECT_EQ(rules.parts(scene, three).size(), part > 1 ? 2U : 0U);
  }
}

/// A triple that would be stable begins as a group while its star is near to the pair: the orbit may lead so far out
/// that others decide.
TEST(CloseRules, HierarchiesBeginFarOutOnTheirOrbit) {
  const CloseRules rules{FewBodyOptions{}};
  const double axis = 1e-6;
  for (const bool is_out : {false, true}) {
    const auto pair = members_of(on_orbit(axis, 0.1, 0.5));
    std::vector<BodyAt> three(pair.begin(), pair.end());
    const double mu = 3 * mass, pericentre = 100 * axis, e = 0.9;
    const PhasePoint outer =
        state_at_true_anomaly({{pericentre, e, (1 - e) * mu / pericentre, mu}, 0, 0, 0}, is_out ? std::numbers::pi : 0);
    three.push_back({mass, outer.x, outer.v});
    EXPECT_EQ(rules.form(Tick{0}, three)->kind(), is_out ? "hierarchy" : "group");
  }
}

/// They join a pair far earlier than in a cluster, but not beyond a close distance that is given, where a group would
/// end at once.
TEST(CloseRules, AFewStarsJoinWithinACloseDistanceThatIsGiven) {
  const double axis = 0.01, few = 0;
  const auto members = members_of(on_orbit(axis, 0.5, 0.3));
  for (const double close : {0.0, 0.1}) {
    FewBodyOptions options;
    options.close_distance = close;
    const CloseRules rules{options};
    KsSubsystem pair(options, Tick{0}, members);
    pair.renew_extent(Tick{0});
    const NearBody whole{slot_at(0), StarId{0}, {pair_mass, {}, {}}, &pair};
    for (const double r : {0.12, 0.2}) {
      const NearBody single{slot_at(1), StarId{1}, {mass, {r, 0, 0}, {0, 0.01, 0}}, nullptr};
      const std::size_t count = close > 0 && r > 0.15 ? 0 : 1;
      EXPECT_EQ(rules.partners({Tick{0}, whole, std::span(&single, 1), few, unknown}).size(), count)
          << close << ' ' << r;
    }
  }
}

/// Far wider than what is close in the cluster: a pair as long as nobody is near, and if nobody can be.
TEST(CloseRules, AWideOrbitIsAPairWhileNobodyIsNear) {
  const CloseRules rules{FewBodyOptions{}};
  const double axis = 0.02, e = 0.6, apocentre = axis * (1 + e);
  const PhasePoint relative = on_orbit(axis, e, 0.3);
  const auto partners_with = [&](double distance, double listed, double speed) {
    const std::vector<NearBody> near{
        {slot_at(1), StarId{1}, {mass, relative.x, speed * relative.v}, nullptr},
        {slot_at(2), StarId{2}, {mass, 0.5 * relative.x + Vec3{0, 0, distance}, {}}, nullptr},
    };
    return rules.partners({Tick{0}, {slot_at(0), StarId{0}, {mass, {}, {}}, nullptr}, near, speed2, 0.1, 0, 0, listed});
  };
  // One star of the same mass: a tide of 0.01 from 4.6 apocentre distances.
  EXPECT_EQ(partners_with(5 * apocentre, 7 * apocentre, 1), std::vector<std::size_t>{0});
  EXPECT_TRUE(partners_with(4 * apocentre, 7 * apocentre, 1).empty());
  EXPECT_TRUE(partners_with(5 * apocentre, 5 * apocentre, 1).empty()) << "others may be near";
  EXPECT_TRUE(partners_with(5 * apocentre, 7 * apocentre, 3).empty()) << "not bound";
  EXPECT_TRUE(rules.may_be_isolated(mass, std::pow(mass / (apocentre * apocentre), 2), 5 * apocentre));
  EXPECT_FALSE(rules.may_be_isolated(mass, std::pow(mass / (apocentre * apocentre), 2), 4 * apocentre));
}

/// Two pairs are points to each other's inner motion. They become one group, also where they recede, before the energy
/// of their quadrupoles in each other's field matters, and part beyond that: here four times as far as they are wide.
class PairsBesideEachOther : public testing::Test {
 protected:
  static constexpr double axis = 1.5e-3, e = 0.2, extent = axis * (1 + e);
  const std::array<BodyAt, 2> members_ = members_of(on_orbit(axis, e, 0.3));
  const CloseRules rules_{FewBodyOptions{}};

  std::size_t partners(const Subsystem& one, const Subsystem& other, double r, double speed) const {
    const std::vector<NearBody> near{{slot_at(1), StarId{1}, {pair_mass, {r, 0, 0}, {speed, 0, 0}}, &other}};
    return rules_.partners({Tick{0}, {slot_at(0), StarId{0}, {pair_mass, {}, {}}, &one}, near, speed2, 0.1}).size();
  }
  KsSubsystem pair(const std::array<BodyAt, 2>& members) const {
    KsSubsystem made(FewBodyOptions{}, Tick{0}, members);
    made.renew_extent(Tick{0});
    return made;
  }
};

TEST_F(PairsBesideEachOther, AreOneGroupWhereTheyHaveToKnowEachOther) {
  const KsSubsystem one = pair(members_);
  const double r = rules_.distance_to_know(one, pair_mass, one, pair_mass, speed2);
  EXPECT_NEAR(0.25 * std::pow(pair_mass * extent * extent, 2) / std::pow(r, 5), 1e-3 * mass * speed2, 1e-10);
  for (const double speed : {-1.0, 1.0}) {
    EXPECT_EQ(partners(one, one, 0.98 * r, speed), 1U);
    EXPECT_EQ(partners(one, one, 1.02 * r, speed), 0U);
  }
  // The wider one ends when the other one disturbs it; so does one that is not bound, if it is on its way out.
  const KsSubsystem wide = pair(members_of(on_orbit(10 * axis, e, 0.3)));
  EXPECT_EQ(partners(one, wide, 5 * r, -1), 0U);
  for (const double way : {-1.0, 1.0}) {
    const auto unbound = members_of({{0.3 * extent, 0, 0}, {way * 4, 1, 0}});
    const KsSubsystem passing(FewBodyOptions{}, Tick{0}, unbound);
    for (const double distance : {0.2 * r, 5 * r}) {
      EXPECT_EQ(partners(one, passing, distance, 1), distance < 3 * extent ? 1U : 0U);
      const std::vector<NearBody> near{{slot_at(1), StarId{1}, {pair_mass, {0, distance, 0}, {}}, &one}};
      const Scene scene{Tick{0}, {slot_at(0), StarId{0}, {pair_mass, {}, {}}, &passing}, near, speed2, 0.1};
      EXPECT_EQ(rules_.parts(scene, unbound).size(), way > 0 && distance < r ? 2U : 0U) << way << ' ' << distance;
    }
  }
}

TEST_F(PairsBesideEachOther, PartBeyondThat) {
  const KsSubsystem one = pair(members_);
  const double limit = std::pow(2, 0.2) * rules_.distance_to_know(one, pair_mass, one, pair_mass, speed2);
  EXPECT_GT(limit, 4 * extent);
  for (const double r : {0.98 * limit, 1.02 * limit}) {
    std::vector<BodyAt> four;
    for (const double side : {-0.5, 0.5})
      for (const BodyAt& member : members_)
        four.push_back({mass, member.x + side * Vec3{r, 0, 0}, member.v + side * Vec3{4, 0, 0}});
    const auto group = rules_.form(Tick{0}, four);
    const Scene scene{Tick{0}, {slot_at(0), StarId{0}, {4 * mass, {}, {}}, group.get()}, {}, speed2, 0.1};
    EXPECT_EQ(rules_.parts(scene, four).size(), r > limit ? 2U : 0U);
  }
}

/// Otherwise a group would end and form again in each block.
TEST_F(PairsBesideEachOther, DoNotBecomeOneAgainAtOnce) {
  int parted = 0;
  for (std::uint64_t k = 0; k < 20000; ++k) {
    RandomStream random(9, RandomUse::test, k);
    const auto size = [&] { return 3e-4 * std::pow(30, random.uniform()); };
    std::vector<BodyAt> five;
    for (const double axis_of_pair : {size(), size()}) {
      const Vec3 x = size() * random.direction(), v = 1.5 * random.direction();
      for (const BodyAt& member : members_of(on_orbit(axis_of_pair, 0.9 * random.uniform(), random.uniform())))
        five.push_back({mass, x + member.x, v + member.v});
    }
    five.push_back({mass, size() * random.direction(), random.direction()});
    const auto group = rules_.form(Tick{0}, five);
    if (group->kind() != "group") continue;
    const NearBody own{slot_at(0), StarId{0}, {5 * mass, {}, {}}, group.get()};
    std::vector<std::unique_ptr<Subsystem>> insides;
    std::vector<NearBody> bodies;
    for (const auto& part : rules_.parts({Tick{0}, own, {}, speed2, 0.1}, five)) {
      BodyAt centre;
      for (const std::size_t i : part) centre = {centre.mass + mass, centre.x + five[i].x, centre.v + five[i].v};
      centre.x = (mass / centre.mass) * centre.x;
      centre.v = (mass / centre.mass) * centre.v;
      std::vector<BodyAt> states;
      for (const std::size_t i : part) states.push_back({mass, five[i].x - centre.x, five[i].v - centre.v});
      insides.push_back(part.size() > 1 ? rules_.form(Tick{0}, states) : nullptr);
      if (part.size() > 1) insides.back()->renew_extent(Tick{0});
      bodies.push_back({slot_at(bodies.size()), StarId{}, centre, insides.back().get()});
    }
    for (std::size_t one = 0; one < bodies.size(); ++one) {
      if (bodies[one].inside == nullptr) continue;
      std::vector<NearBody> others = bodies;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(one));
      std::erase_if(others, [](const NearBody& body) { return body.inside == nullptr; });
      parted += others.empty() ? 0 : 1;
      EXPECT_TRUE(rules_.partners({Tick{0}, bodies[one], others, speed2, 0.1}).empty()) << k;
    }
  }
  EXPECT_GT(parted, 100);
}

}  // namespace
}  // namespace tucana
