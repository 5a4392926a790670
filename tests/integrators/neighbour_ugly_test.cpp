// The neighbour scheme where spheres are in trouble: few bodies, bodies far away, fast or heavy ones, clusters that
// fall together. Energies are summed in double.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/integrators/neighbour_fixture.h"

namespace tucana {
namespace {

struct UglyCase {
  const char* name;
  EngineChoice choice;
  SphereRule sphere = SphereRule::wanted;
};
std::ostream& operator<<(std::ostream& out, const UglyCase& c) { return out << c.name; }

class NeighbourUgly : public testing::TestWithParam<UglyCase> {
 protected:
  /// The relative change of energy, with the usual accuracy.
  double energy_error(const StarsBuffer& start, double end) {
    NeighbourOptions options = softened_neighbours();
    options.sphere_rule = GetParam().sphere;
    NeighbourRun run(options, GetParam().choice, 2);
    run.integrator.start(start.view());
    run.step_to(end);
    last_ = run.stars_at(end);
    for (const auto& list : run.integrator.bodies().list) longest_list_ = std::max(longest_list_, list.size());
    return std::abs(energy_of(last_, soft_eps2) / energy_of(start, soft_eps2) - 1);
  }

  StarsBuffer last_;
  std::size_t longest_list_ = 0;
};

TEST_P(NeighbourUgly, FewBodies) {
  for (const std::size_t n : {1, 2, 3, 5, 20}) EXPECT_LT(energy_error(random_cloud(n, 3), 1), 1e-4) << n;
}

TEST_P(NeighbourUgly, ABodyFarAway) {
  StarsBuffer stars = random_cloud(130, 4);
  stars.position[128] = {1000, 0, 0};  // alone: no neighbours within any sensible sphere
  stars.velocity[128] = {0, 0.01, 0};
  EXPECT_LT(energy_error(stars, 0.5), 1e-5);
}

TEST_P(NeighbourUgly, AFastIntruder) {
  StarsBuffer stars = random_cloud(129, 4);
  stars.position[128] = {-3, 0.05, 0.1};
  stars.velocity[128] = {10, 0, 0};
  EXPECT_LT(energy_error(stars, 0.6), 1e-5);
  EXPECT_GT(last_.position[128].x, 2) << "it has crossed the cluster";
}

TEST_P(NeighbourUgly, ABodyOfAThousandMeanMasses) {
  StarsBuffer stars = random_cloud(300, 5);
  stars.mass[17] = 1000.0 / 300;
  EXPECT_LT(energy_error(stars, 0.5), 1e-5);
}

TEST_P(NeighbourUgly, AColdCollapse) {
  StarsBuffer stars = random_cloud(256, 6);
  for (Vec3& v : stars.velocity) v *= 0.3;  // virial ratio 0.1 and below
  EXPECT_LT(energy_error(stars, 2), 3e-5) << "through the deepest moment";
}

TEST_P(NeighbourUgly, TwoClustersThatMerge) {
  StarsBuffer stars = random_cloud(256, 7);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double side = i % 2 == 0 ? 1 : -1;
    stars.position[i] = 0.5 * stars.position[i] + Vec3{1.5 * side, 0.2 * side, 0};
    stars.velocity[i].x -= 0.7 * side;
  }
  EXPECT_LT(energy_error(stars, 2.5), 3e-5) << "of regular steps (docs/theory/ahmad_cohen.md); 1e-6 with shorter ones";
}

// A look between two blocks takes trial steps of both parts. The engine must not be asked for the force of near bodies
// there either: in float their pull is wrong by more than all others pull.
TEST_P(NeighbourUgly, LooksAtAClosePair) {
  StarsBuffer stars = random_cloud(100, 10);
  const double separation = 1e-4, speed = std::sqrt((stars.mass[0] + stars.mass[1]) / separation);
  stars.position[1] = stars.position[0] + Vec3{separation, 0, 0};
  stars.velocity[1] = stars.velocity[0] + Vec3{0, speed, 0};
  NeighbourOptions options;
  options.sphere_rule = GetParam().sphere;
  options.eta = 0.005;
  NeighbourRun run(options, GetParam().choice);
  run.integrator.start(stars.view());
  const double before = energy_of(stars, 0);
  double worst = 0;
  for (int block = 0; block < 3000; ++block) {
    run.integrator.step();
    if (block % 300 != 150) continue;
    StarsBuffer seen;
    run.integrator.peek({(run.integrator.now().n + run.integrator.next().n) / 2}, seen);
    worst = std::max(worst, std::abs(energy_of(seen, 0) / before - 1));
  }
  EXPECT_LT(worst, 1e-5);
}

// At a pericentre of 1e-8 steps are far below the unit in which rows of neighbours have their times, and the pair moves
// by many times its distance in one such unit.
TEST_P(NeighbourUgly, AFallAlmostIntoOneAnother) {
  StarsBuffer stars = random_cloud(100, 10);
  const double separation = 1e-3, pericentre = 1e-8, mass = stars.mass[0] + stars.mass[1];
  const double major = (separation + pericentre) / 2;
  stars.position[1] = stars.position[0] + Vec3{separation, 0, 0};
  stars.velocity[1] = stars.velocity[0] + Vec3{0, std::sqrt(mass * (2 / separation - 1 / major)), 0};
  NeighbourOptions options;
  options.sphere_rule = GetParam().sphere;
  NeighbourRun run(options, GetParam().choice);
  run.integrator.start(stars.view());
  const double period = 2 * std::numbers::pi * std::sqrt(major * major * major / mass);
  while (run.integrator.next().units() < period) run.integrator.step();
  StarsBuffer seen;
  run.integrator.peek(run.integrator.now(), seen);
  const Vec3 r = seen.position[1] - seen.position[0], v = seen.velocity[1] - seen.velocity[0];
  EXPECT_GT(norm(r), 0.9 * separation) << "back again";
  // Without regularization a passage 1e5 times as deep costs 4 % of the pair's energy, in double too.
  EXPECT_NEAR(norm2(v) / 2 - mass / norm(r), -mass / (2 * major), 0.06 * mass / (2 * major));
}

// A sphere with everybody in it is a list of everybody: nothing is cut.
TEST_P(NeighbourUgly, AllInOneSphere) {
  StarsBuffer stars = random_cloud(300, 9);
  for (std::size_t i = 1; i < stars.size(); ++i) stars.position[i] = 0.01 * stars.position[i];
  stars.position[0] = {50, 0, 0};
  stars.velocity[0] = {};
  EXPECT_LT(energy_error(stars, 0.25), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, NeighbourUgly,
    testing::Values(UglyCase{"cpu_fp64", {.kind = "cpu", .precision = Precision::fp64}},
                    UglyCase{"cpu_fp32", {.kind = "cpu", .precision = Precision::fp32}},
                    UglyCase{"cpu_fp32_contrast", {.kind = "cpu", .precision = Precision::fp32}, SphereRule::contrast},
                    UglyCase{"opencl_fp32", {.kind = "opencl", .precision = Precision::fp32}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace tucana
