#include "tucana/tree/opening.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana::tree {
namespace {

const CellExtent cells[] = {{1, 0.1, 1e-3}, {1e-6, 0.3, 1e-8}, {1e4, 2, 5e3}, {1, 1e-7, 1e-15}, {1, 1, 1}};
constexpr auto both_orders = {ExpansionOrder::monopole, ExpansionOrder::quadrupole};

TEST(OpeningRule, AngleIsSizeOverDistance) {
  for (const CellExtent& cell : cells)
    EXPECT_DOUBLE_EQ(OpeningRule(OpeningCriterion::angle, ExpansionOrder::quadrupole, 0.25, 7).reach(cell),
                     4 * cell.size);
}

/// Warren & Salmon (1993) eq. 14: at the reach the bound of the error is what is allowed, 3 B2 / (d^2 (d - b)^2)
/// without and 4 B3 / (d^3 (d - b)^2) with quadrupoles, B3 <= B2 b.
TEST(OpeningRule, MultipoleReachIsWhereTheBoundOfTheErrorIsAllowed) {
  for (const double accuracy : {1e-1, 1e-4, 1e-9})
    for (const CellExtent& cell : cells) {
      constexpr double field = 3;
      const auto reach = [&](ExpansionOrder order) {
        return OpeningRule(OpeningCriterion::multipole, order, accuracy, field).reach(cell);
      };
      const double d1 = reach(ExpansionOrder::monopole), d2 = reach(ExpansionOrder::quadrupole), b = cell.size;
      EXPECT_NEAR(3 * cell.spread2 / (d1 * d1 * (d1 - b) * (d1 - b)) / (accuracy * field), 1, 1e-6);
      // The root is looked for from above, and not to the end.
      const double bound = 4 * cell.spread2 * b / (d2 * d2 * d2 * (d2 - b) * (d2 - b)) / (accuracy * field);
      EXPECT_LT(bound, 1.0001);
      EXPECT_GT(bound, 0.75);
      EXPECT_GT(d1, b);
      EXPECT_GT(d2, b);
    }
}

/// Miki & Umemura (2017) eq. 5: G m / d^2 (b / d)^2 = accuracy a. With quadrupoles one power of b / d more.
TEST(OpeningRule, AccelerationReachIsWhereTheEstimateIsAllowed) {
  for (const double a : {1e-3, 1.0, 50.0})
    for (const CellExtent& cell : cells) {
      constexpr double accuracy = 0.01;
      const auto at = [&](ExpansionOrder order) {
        const OpeningRule rule(OpeningCriterion::acceleration, order, accuracy, 1);
        return rule.reach(cell) * rule.scale(a);
      };
      const double d1 = at(ExpansionOrder::monopole), d2 = at(ExpansionOrder::quadrupole);
      EXPECT_NEAR(cell.mass * cell.size * cell.size / std::pow(d1, 4) / (accuracy * a), 1, 1e-12);
      EXPECT_NEAR(cell.spread2 * cell.size / std::pow(d2, 5) / (accuracy * a), 1, 1e-12);
    }
}

TEST(OpeningRule, APointReachesNowhere) {
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::multipole, OpeningCriterion::acceleration})
    for (const auto order : both_orders) {
      EXPECT_EQ(OpeningRule(criterion, order, 0.1, 1).reach({1, 0, 0}), 0);
      const double massless = OpeningRule(criterion, order, 0.1, 1).reach({0, 0.5, 0});
      EXPECT_TRUE(massless >= 0 && massless <= 5) << massless;
    }
}

TEST(OpeningRule, ReachGrowsAsAccuracyFalls) {
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::multipole, OpeningCriterion::acceleration})
    for (const auto order : both_orders)
      for (const CellExtent& cell : cells) {
        double last = 0;
        for (double accuracy = 1; accuracy > 1e-12; accuracy /= 4) {
          const double reach = OpeningRule(criterion, order, accuracy, 2).reach(cell);
          EXPECT_GT(reach, last);
          last = reach;
        }
      }
}

}  // namespace
}  // namespace tucana::tree
