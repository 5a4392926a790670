#include "tucana/physics/galaxy/changing_field.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {
namespace {

constexpr double start = 2, duration = 0.5;

double factor(FieldChange change, double t) { return strength_at(change, start, duration, t).factor; }

TEST(ChangingField, StrengthHasItsLimits) {
  EXPECT_EQ(factor(FieldChange::decay, 1.9), 1);
  EXPECT_NEAR(factor(FieldChange::decay, 3), std::exp(-2), 1e-15);
  EXPECT_EQ(factor(FieldChange::grow, 1.9), 0);
  EXPECT_NEAR(factor(FieldChange::grow, 2.25), 0.5, 1e-15);
  EXPECT_EQ(factor(FieldChange::grow, 2.6), 1);
  EXPECT_EQ(factor(FieldChange::fade, 1.9), 1);
  EXPECT_EQ(factor(FieldChange::fade, 2.6), 0);
  EXPECT_EQ(factor(FieldChange::none, 7), 1);
}

TEST(ChangingField, DerivativesOfTheStrengthAreThoseOfTheFactor) {
  const double h = 1e-4;
  for (const FieldChange change : {FieldChange::decay, FieldChange::grow, FieldChange::fade}) {
    for (const double t : {1.5, 2.05, 2.3, 2.45, 2.9}) {
      const FieldStrength now = strength_at(change, start, duration, t);
      EXPECT_NEAR(now.first, (factor(change, t + h) - factor(change, t - h)) / (2 * h), 1e-5) << t;
      EXPECT_NEAR(now.second, (factor(change, t + h) - 2 * now.factor + factor(change, t - h)) / (h * h), 1e-4) << t;
    }
  }
}

// So that the corrector of a high order sees nothing special at either end.
TEST(ChangingField, GrowthIsSmoothAtBothEnds) {
  for (const double end : {start, start + duration}) {
    const FieldStrength before = strength_at(FieldChange::grow, start, duration, end - 1e-9),
                        after = strength_at(FieldChange::grow, start, duration, end + 1e-9);
    EXPECT_NEAR(before.factor, after.factor, 1e-12);
    EXPECT_NEAR(before.first, after.first, 1e-12);
    EXPECT_NEAR(before.second, after.second, 1e-6);
  }
}

TEST(ChangingField, JerkAndSnapKnowTheChange) {
  const auto constant = [] { return make_field({.kind = FieldKind::plummer, .mass = 2}, {}); };
  const ChangingField field(constant(), FieldChange::decay, start, duration);
  EXPECT_FALSE(field.is_static());
  const Vec3 x{1, 0.5, -0.3}, v{0.2, 0.8, 0.1}, a{-0.3, 0.2, 0.1};
  const double t = 2.2, h = 1e-3;
  const auto along = [&](double d) { return field.acceleration(t + d, x + d * v + (d * d / 2) * a); };
  const FieldValue found = field.at(t, x, v, a);
  const Vec3 jerk = (1 / (12 * h)) * (8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h)));
  const Vec3 snap = (1 / (12 * h * h)) * (16 * (along(h) + along(-h)) - (along(2 * h) + along(-2 * h)) - 30 * along(0));
  EXPECT_LT(norm(found.jerk - jerk), 1e-8 * norm(jerk));
  EXPECT_LT(norm(found.snap - snap), 1e-8 * norm(snap));
  EXPECT_NEAR(field.potential(t, x), std::exp(-0.4) * constant()->potential(t, x), 1e-15);
}

}  // namespace
}  // namespace tucana::galaxy
