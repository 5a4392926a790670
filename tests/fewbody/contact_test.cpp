// Stars that touch: found at the pericentre, whatever the steps.
#include "tucana/fewbody/contact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/fewbody/nobody.h"
#include "tucana/core/body_at.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana {
namespace {

/// At the apocentre of an orbit with axis 1 and mass 1.
PhasePoint apocentre(double e) { return {{1 + e, 0, 0}, {0, std::sqrt((1 - e) / (1 + e)), 0}}; }

std::vector<BodyAt> pair_of(const PhasePoint& relative) {
  return {{0.5, 0.5 * relative.x, 0.5 * relative.v}, {0.5, -0.5 * relative.x, -0.5 * relative.v}};
}

TEST(Contact, IsFoundAtThePericentreBetweenTwoStates) {
  const double e = 0.9, period = kepler_period(1, 1);
  const PhasePoint before = kepler_drift(apocentre(e), 1, 0.3 * period), after = kepler_drift(before, 1, 0.4 * period);
  ASSERT_GT(norm(before.x), 0.5);
  ASSERT_GT(norm(after.x), 0.5);
  EXPECT_TRUE(came_within(before, after, 1, 0.4 * period, 0.11));
  EXPECT_FALSE(came_within(before, after, 1, 0.4 * period, 0.09));
  EXPECT_FALSE(came_within(apocentre(e), before, 1, 0.3 * period, 0.11)) << "not there yet";
  EXPECT_TRUE(came_within(apocentre(e), apocentre(e), 1, 1.5 * period, 0.11)) << "a whole revolution";
}

// Its radial velocity relative to a third body changes its sign because it goes round another one.
TEST(Contact, IsNotMadeOfOtherOrbits) {
  const PhasePoint before{{1, 0.02, 0}, {-30, 0, 0}}, after{{1, 0.02, 0}, {30, 0, 0}};
  ASSERT_LT(orbit_phase(after, 1).shape.pericentre, 0.05) << "as if it came from there";
  EXPECT_FALSE(came_within(before, after, 1, 1e-3, 0.05));
  EXPECT_TRUE(came_within(before, after, 1, 0.1, 0.05)) << "in this time it could";
}

TEST(Contact, IsLookedForInATimeAroundNow) {
  const PhasePoint in{{1, 0.01, 0}, {-3, 0, 0}}, out{{1, 0.01, 0}, {3, 0, 0}};
  const double q = orbit_phase(in, 1).shape.pericentre, time = time_to_pericentre(in, 1);
  for (const double part : {0.9, 1.1}) {
    EXPECT_EQ(comes_within(in, 1, {0, part * time}, 1.01 * q), part > 1);
    EXPECT_EQ(comes_within(out, 1, {part * time, 0}, 1.01 * q), part > 1);
  }
  EXPECT_FALSE(comes_within(in, 1, {2 * time, 2 * time}, 0.99 * q));
  EXPECT_FALSE(comes_within(in, 1, {2 * time, 0}, 1.01 * q)) << "it is still to come";
  EXPECT_TRUE(comes_within(out, 1, {0, 0}, 1.01)) << "it is there";
  const PhasePoint head_on{{1, 0, 0}, {-3, 0, 0}};
  EXPECT_TRUE(comes_within(head_on, 1, {0, 0.5}, 1e-9));
  EXPECT_TRUE(comes_within(apocentre(0.9), 1, {0, 1.01 * kepler_period(1, 1)}, 0.11)) << "a whole revolution";
  EXPECT_FALSE(comes_within(in, 1, {1, 1}, 0));
}

TEST(Contact, NeedsNoMass) {
  const PhasePoint in{{1, 0.01, 0}, {-2, 0, 0}};
  EXPECT_TRUE(comes_within(in, 0, {0, 0.51}, 0.011));
  EXPECT_FALSE(comes_within(in, 0, {0, 0.49}, 0.011));
  EXPECT_FALSE(comes_within(in, 0, {0, 0.51}, 0.009));
  EXPECT_FALSE(comes_within({{1, 0, 0}, {}}, 0, {1, 1}, 0.5)) << "at rest";
}

TEST(Contact, ConcernsTheFutureOfUnboundStars) {
  const PhasePoint in{{1, 0.01, 0}, {-3, 0, 0}}, out{{1, 0.01, 0}, {3, 0, 0}};
  const double q = orbit_phase(in, 1).shape.pericentre;
  EXPECT_TRUE(leads_within(in, 1, 1.01 * q));
  EXPECT_FALSE(leads_within(in, 1, 0.99 * q));
  EXPECT_FALSE(leads_within(out, 1, 1.01 * q));
  EXPECT_TRUE(leads_within(apocentre(0.9), 1, 0.11));
  EXPECT_FALSE(leads_within(apocentre(0.9), 1, 0));
}

TEST(Contact, HappensInPairsThatNobodyPerturbs) {
  for (const double e : {0.9, 1.0}) {
    KsSubsystem pair({}, Tick{}, pair_of(apocentre(e)));
    EXPECT_FALSE(pair.contact()) << "nobody knows the radii";
    pair.set_radii(std::vector{0.04, 0.05});
    EXPECT_EQ(pair.contact().has_value(), e == 1) << "head-on, or with a pericentre of 0.1";
    pair.set_radii(std::vector{0.06, 0.05});
    EXPECT_EQ(pair.contact(), (Contact{0, 1}));
  }
}

TEST(Contact, HappensInPairsAtTheirPericentre) {
  const double e = 0.9, period = kepler_period(1, 1);
  const Nobody nobody;
  const std::vector<Slot> none;
  const Tides tides(nobody, Slot{}, none, PairLaw{});
  for (const double radius : {0.049, 0.051}) {
    KsSubsystem pair({}, Tick{}, pair_of(apocentre(e)));
    pair.set_radii(std::vector{radius, radius});
    pair.attend(Tick{}, {true, 0, 1, 100, {}, {}});
    for (const double part : {0.4, 0.6}) {
      pair.advance(Tick::nearest(part * period), tides);
      EXPECT_FALSE(pair.contact() && part < 0.5);
      pair.commit();
      EXPECT_EQ(pair.contact().has_value(), part > 0.5 && radius > 0.05) << part << " " << radius;
    }
  }
}

TEST(Contact, HappensInGroups) {
  // A pair with e = 0.9 and a third star far away.
  std::vector<BodyAt> members = pair_of(apocentre(0.9));
  members.push_back({1e-3, {0, 8, 0}, {}});
  const double period = kepler_period(1, 1);
  const Nobody nobody;
  const std::vector<Slot> none;
  const Tides tides(nobody, Slot{}, none, PairLaw{});
  for (const double radius : {0.045, 0.055}) {
    GroupSubsystem group({}, Tick{}, members);
    group.set_radii(std::vector{radius, radius, 1e-3});
    group.advance(Tick::nearest(0.3 * period), tides);
    group.commit();
    EXPECT_FALSE(group.contact());
    group.advance(Tick::nearest(0.8 * period), tides);
    group.commit();
    EXPECT_EQ(group.contact().has_value(), radius > 0.05);
    EXPECT_EQ(group.contact().value_or(Contact{0, 1}), (Contact{0, 1}));
  }
}

}  // namespace
}  // namespace tucana
