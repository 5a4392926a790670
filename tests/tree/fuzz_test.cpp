#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/tree/tree_run.h"
#include "tucana/core/random.h"

namespace tucana::test {
namespace {

/// Clumps of clumps anywhere, masses over decades, some of them none, some bodies at one place.
Bodies clumpy_bodies(RandomStream& random, std::size_t n) {
  Bodies bodies;
  const double length = std::pow(10, 12 * random.uniform() - 6), mass = std::pow(10, 12 * random.uniform() - 6);
  const double away = length * std::pow(10, 6 * random.uniform() - 3);
  const Vec3 offset = random.direction() * away;
  const double decades = 6 * random.uniform(), tracers = random.uniform() < 0.3 ? random.uniform() : 0;
  const bool twins = random.uniform() < 0.3;
  std::vector<Vec3> clumps(1 + static_cast<std::size_t>(random.uniform() * 5));
  for (Vec3& clump : clumps) {
    const double from_centre = length * random.uniform();
    clump = random.direction() * from_centre;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 clump = clumps[static_cast<std::size_t>(random.uniform() * static_cast<double>(clumps.size()))];
    const double size = length * std::pow(10, -2 * random.uniform()), from_clump = size * random.uniform();
    const bool twin = twins && i > 0 && random.uniform() < 0.2;
    const Vec3 x = twin ? bodies.position[i - 1] : offset + clump + random.direction() * from_clump;
    const double m = random.uniform() < tracers ? 0 : mass * std::pow(10, -decades * random.uniform());
    bodies.add(m, x);
  }
  return bodies;
}

/// One number a statement, since compilers evaluate the parts of an expression in different orders.
TreeOptions random_options(RandomStream& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.uniform() * static_cast<double>(n)); };
  const auto criterion = static_cast<OpeningCriterion>(below(3));
  const auto order = static_cast<ExpansionOrder>(below(2));
  TreeOptions options = plain_options(criterion, order, std::pow(2, -1 - 12 * random.uniform()));
  if (options.criterion == OpeningCriterion::angle) options.accuracy = 0.05 + 0.55 * random.uniform();
  options.leaf_bodies = 1 + below(24);
  options.group_bodies = 1 + below(64);
  options.ball = static_cast<BallKind>(below(5));
  options.split_radius = std::pow(10, 3 * random.uniform() - 1);
  options.body_list = 16 + below(600);
  options.cell_list = 16 + below(400);
  return options;
}

/// G M / R^2 of all, which the criterion of multipoles refers to.
double field_of(const Bodies& bodies) {
  double mass = 0, spread2 = 0;
  Vec3 centre;
  for (std::size_t i = 0; i < bodies.size(); ++i) mass += bodies.mass[i], centre += bodies.position[i] * bodies.mass[i];
  centre *= mass > 0 ? 1 / mass : 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) spread2 += bodies.mass[i] * norm2(bodies.position[i] - centre);
  return spread2 > 0 ? mass * mass / spread2 : 0;
}

/// What the criterion lets one body's acceleration err, with a factor for the number of cells.
double allowed_error(const TreeOptions& options, std::size_t n, double scale, double acceleration, double field) {
  const double accuracy = options.accuracy;
  if (options.criterion == OpeningCriterion::acceleration) return 20 * accuracy * acceleration;
  if (options.criterion == OpeningCriterion::multipole) return (10 + 0.3 * static_cast<double>(n)) * accuracy * field;
  const double power = options.order == ExpansionOrder::monopole ? 2 : 3;
  return 3 * std::pow(accuracy, power) / (1 - accuracy) * scale;
}

TEST(TreeFuzz, ErrorsAreThoseAllowed) {
  double worst = 0;
  for (std::uint64_t round = 0; round < 400; ++round) {
    RandomStream random(77, RandomUse::test, round);
    const auto n = static_cast<std::size_t>(1 + random.uniform() * 300);
    const Bodies bodies = clumpy_bodies(random, n);
    double size = 0;
    for (const Vec3& x : bodies.position) size = std::max(size, norm(x - bodies.position[0]));
    const double eps = (size > 0 ? size : 1) * std::pow(10, -3 * random.uniform());
    const Forces exact = direct_forces(bodies, eps * eps);
    TreeRun run{random_options(random), eps * eps};
    if (random.uniform() < 0.7) run.old_acceleration = sizes_of(exact.acceleration);
    const std::size_t stride = random.uniform() < 0.5 ? 1 : 1 + static_cast<std::size_t>(random.uniform() * 20);
    for (std::size_t i = 0; i < n; i += stride) run.targets.push_back(slot_at(i));
    const Forces got = run.forces(bodies);
    const double field = field_of(bodies);
    for (std::size_t k = 0; k < run.targets.size(); ++k) {
      const std::size_t i = index(run.targets[k]);
      const double error = norm(got.acceleration[k] - exact.acceleration[i]);
      const double allowed = allowed_error(run.options, n, exact.scale[i], norm(exact.acceleration[i]), field);
      ASSERT_LE(error, 3 * allowed + 1e-5 * exact.scale[i]) << "round " << round << " body " << i << " of " << n
                                                            << " criterion " << static_cast<int>(run.options.criterion);
      ASSERT_LE(std::abs(got.potential[k] - exact.potential[i]), 0.2 * std::abs(exact.potential[i])) << round;
      if (allowed > 0) worst = std::max(worst, (error - 1e-5 * exact.scale[i]) / allowed);
    }
  }
  // Bounds that nothing comes near to would find nothing.
  EXPECT_GT(worst, 0.05);
}

TEST(TreeFuzz, AllOpenedIsTheDirectSum) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    RandomStream random(78, RandomUse::test, round);
    const auto n = static_cast<std::size_t>(1 + random.uniform() * 300);
    const Bodies bodies = clumpy_bodies(random, n);
    double size = 0;
    for (const Vec3& x : bodies.position) size = std::max(size, norm(x - bodies.position[0]));
    const double eps = (size > 0 ? size : 1) * std::pow(10, -2 * random.uniform());
    TreeRun run{random_options(random), eps * eps};
    run.options.accuracy = 1e-12;
    const TreeErrors errors = errors_of(run.forces(bodies), direct_forces(bodies, eps * eps));
    ASSERT_LT(errors.acceleration, 1e-5) << round;
    ASSERT_LT(errors.potential, 2e-6) << round;
  }
}

}  // namespace
}  // namespace tucana::test
