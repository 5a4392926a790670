// What `bench orders` makes of its runs.
#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "bench/orders_bench.h"

namespace tucana::bench {
namespace {

OrdersRow row(double eta, double seconds, double error) {
  return {.integrator = "hermite6",
          .n = 8,
          .eta = eta,
          .wall_seconds = seconds,
          .cpu_seconds = 2 * seconds,
          .steps = 100 * seconds,
          .energy_error = error};
}

TEST(OrdersBench, InterpolatesInLogarithms) {
  const std::vector<OrdersRow> rows = {row(0.8, 1, 1e-4), row(0.4, 4, 1e-6), row(0.2, 16, 1e-10)};
  const OrdersReached between = reached_by(rows, 1e-8);
  ASSERT_TRUE(between.eta);
  EXPECT_NEAR(*between.eta, std::sqrt(0.08), 1e-12);
  EXPECT_NEAR(*between.wall_seconds, 8, 1e-12);
  EXPECT_NEAR(*between.cpu_seconds, 16, 1e-12);
  EXPECT_NEAR(*between.steps, 800, 1e-9);
  EXPECT_NEAR(*reached_by(rows, 1e-6).wall_seconds, 4, 1e-12);
}

TEST(OrdersBench, NeverExtrapolates) {
  const std::vector<OrdersRow> rows = {row(0.8, 1, 1e-4), row(0.4, 4, 1e-6)};
  EXPECT_FALSE(reached_by(rows, 1e-3).eta);
  EXPECT_FALSE(reached_by(rows, 1e-7).eta);
  EXPECT_FALSE(reached_by({row(0.8, 1, 1e-4)}, 1e-4).eta);
}

/// A noisy ladder: what costs least counts.
TEST(OrdersBench, TakesTheFirstCrossing) {
  const std::vector<OrdersRow> rows = {row(0.8, 1, 1e-4), row(0.4, 4, 1e-6), row(0.2, 16, 1e-5), row(0.1, 64, 1e-7)};
  EXPECT_LT(*reached_by(rows, 2e-6).wall_seconds, 4);
}

TEST(OrdersBench, GoesDownTheLadderUntilTheErrorIsReached) {
  OrdersBenchOptions options;
  options.n = {64};
  options.errors = {1e-5, 1e-6};
  options.to = 0.5;
  options.softening = 1.0 / 16;
  options.seeds = 2;
  const OrdersReport report = run_orders_bench(options);
  ASSERT_EQ(report.reached.size(), 4u);
  double steps[2] = {};
  for (const OrdersRow& r : report.rows) {
    EXPECT_GT(r.steps, 64) << r.integrator;
    EXPECT_GT(r.energy_error, 0) << r.integrator;
    steps[r.integrator == "hermite6"] = r.steps;
  }
  EXPECT_EQ(report.rows.front().integrator, "hermite4");
  EXPECT_LE(report.rows.back().energy_error, 1e-6);
  // At the same error the higher order takes fewer steps.
  EXPECT_LT(steps[1], steps[0]);
  const auto json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json["results"].size(), report.rows.size());
  EXPECT_EQ(json["reached"].size(), 4u);
}

}  // namespace
}  // namespace tucana::bench
