// Words about why a star has a short step.
#include "tucana/simulation/step_reason.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

/// Five stars of mass one: 1 and 2 close to each other, 3 near to them, the others far away.
StarsBuffer five_stars() {
  StarsBuffer stars;
  stars.resize(5);
  stars.number_from_one();
  stars.mass = {1, 1, 1, 1, 1};
  stars.position = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.25, 0}, {40, 0, 0}, {0, -50, 0}};
  stars.velocity = {{0, 5, 0}, {0, -5, 0}, {0, 0, 8}, {0, 0, 0}, {0, 0, 0}};
  return stars;
}

void make_system(StarsBuffer& stars, std::uint32_t members, double slow_down) {
  stars.systems.push_back({members == 2 ? SystemKind::pair : SystemKind::group, 0, members, slow_down, {}, {}});
  for (std::uint32_t row = 0; row < members; ++row) stars.system_members.push_back({row, {}, {}});
}

TEST(StepReason, NamesWhoPassesAndWhoIsBound) {
  StarsBuffer stars = five_stars();
  EXPECT_EQ(
      step_reason(stars.view(), {StarId{1}, 1e-4}),
      "moves about star 2 at a distance of 0.01, bound, with a semi-major axis of 0.00667 and a period of 0.00242");
  stars.velocity[1] = {0, -50, 0};
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1e-5}), "passes star 2 at a distance of 0.01");
  EXPECT_EQ(
      step_reason(stars.view(), {StarId{1}, 1e-9}),
      "has just begun, or been examined: star 2 at a distance of 0.01, whose pull is the strongest, is no reason");
  EXPECT_EQ(step_reason(stars.view(), {StarId{7}, 1e-5}), "") << "there is no such star";
}

TEST(StepReason, NamesThePairAndWhoIsOutsideOfIt) {
  StarsBuffer stars = five_stars();
  make_system(stars, 2, 8);
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1e-3, "pair", true}),
            "is in a perturbed pair with star 2, slowed down 8 times and passes star 3 at a distance of 0.25");
  stars.systems[0].slow_down = 1;
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1e-3, "pair", false}),
            "is in a sleeping pair with star 2 and passes star 3 at a distance of 0.25");
}

TEST(StepReason, NamesTheGroupOrHierarchy) {
  StarsBuffer stars = five_stars();
  make_system(stars, 3, 1);
  stars.position[3] = {1, 0, 0};
  stars.velocity[3] = {0, 0, 9};
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1e-2, "hierarchy", true}),
            "is in a hierarchy of 3 with stars 2, 3 and passes star 4 at a distance of 1");
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1e-2, "group", true}),
            "is in a group of 3 with stars 2, 3 and passes star 4 at a distance of 1");
}

TEST(StepReason, OneStarAloneHasNone) {
  StarsBuffer stars;
  stars.resize(1);
  stars.number_from_one();
  stars.mass = {1};
  EXPECT_EQ(step_reason(stars.view(), {StarId{1}, 1}), "has nobody around");
}

StarStep shortest_of(Simulation& simulation) {
  simulation.start();
  const auto shortest = simulation.integrator().shortest_step();
  EXPECT_TRUE(shortest);
  return shortest.value_or(StarStep{});
}

class StepReasonInRuns : public testing::TestWithParam<IntegratorKind> {
 protected:
  static Simulation run_of(StarsBuffer stars) {
    Options options = default_options(GetParam());
    options.run.threads = 1;
    InitialStars initial;
    initial.stars = std::move(stars);
    return Simulation(options, {.stars = std::move(initial)});
  }
};

/// Two pairs that have just passed each other among stars that are far away: both have the same steps, and the first
/// one is named.
TEST_P(StepReasonInRuns, NamesThePair) {
  StarsBuffer stars;
  stars.resize(12);
  stars.number_from_one();
  for (std::size_t i = 0; i < 12; ++i) {
    const auto at = static_cast<double>(i);
    stars.mass[i] = i < 4 ? 1 : 0.01;
    stars.position[i] = {20 + at, 30 - 5 * at, at * at};
  }
  stars.position[0] = {0.005, 0.15, 0}, stars.position[1] = {-0.005, 0.15, 0};
  stars.position[2] = {-0.005, -0.15, 0}, stars.position[3] = {0.005, -0.15, 0};
  stars.velocity[0] = {10, 9, 0}, stars.velocity[1] = {10, -5, 0};
  stars.velocity[2] = {-10, -9, 0}, stars.velocity[3] = {-10, 5, 0};
  Simulation simulation = run_of(std::move(stars));
  const StarStep shortest = shortest_of(simulation);
  EXPECT_EQ(shortest.star, StarId{1});
  EXPECT_EQ(shortest.system, "pair");
  EXPECT_TRUE(shortest.is_perturbed);
  const std::string reason = step_reason(simulation.stars_at(Tick{0})->view(), shortest);
  EXPECT_TRUE(reason.starts_with("is in a perturbed pair with star 2 and passes star ")) << reason;
}

TEST_P(StepReasonInRuns, NamesTheHierarchy) {
  StarsBuffer stars;
  stars.resize(3);
  stars.number_from_one();
  stars.mass = {1, 1, 1e-6};
  stars.position = {{0.005, 0, 0}, {-0.005, 0, 0}, {0, 2, 0}};
  stars.velocity = {{0, 7, 0}, {0, -7, 0}, {1, 0, 0}};
  Simulation simulation = run_of(std::move(stars));
  const StarStep shortest = shortest_of(simulation);
  EXPECT_EQ(shortest.system, "hierarchy");
  EXPECT_EQ(step_reason(simulation.stars_at(Tick{0})->view(), shortest),
            "is in a hierarchy of 3 with stars 2, 3 and has nobody around");
}

INSTANTIATE_TEST_SUITE_P(Integrators, StepReasonInRuns,
                         testing::Values(IntegratorKind::hermite4, IntegratorKind::hermite6,
                                         IntegratorKind::ahmad_cohen),
                         [](const auto& tested) { return std::string(word_of(tested.param)); });

}  // namespace
}  // namespace tucana::test
