#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/tree/tree_run.h"
#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::test {
namespace {

void expect_near(const Forces& a, const Forces& b, const Forces& exact, double allowed) {
  ASSERT_EQ(a.acceleration.size(), b.acceleration.size());
  for (std::size_t i = 0; i < a.acceleration.size(); ++i) {
    ASSERT_LE(norm(a.acceleration[i] - b.acceleration[i]), allowed * exact.scale[i]) << i;
    ASSERT_NEAR(a.potential[i] / exact.potential[i], b.potential[i] / exact.potential[i], allowed) << i;
  }
}

std::vector<TreeOptions> some_options() {
  std::vector<TreeOptions> all;
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::multipole, OpeningCriterion::acceleration})
    for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole})
      all.push_back(plain_options(criterion, order, criterion == OpeningCriterion::angle ? 0.5 : 0x1p-8));
  return all;
}

class TreeSameResult : public testing::Test {
 protected:
  Bodies bodies_ = resting_bodies(2500);
  Forces exact_ = direct_forces(bodies_, usual_eps2);
};

/// A list that is full is summed and continued, never cut.
TEST_F(TreeSameResult, TinyListsSumTheSame) {
  for (TreeOptions options : some_options()) {
    TreeRun usual{options, usual_eps2};
    const Forces wanted = usual.forces(bodies_);
    for (const std::size_t size : {16, 17, 23, 512}) {
      options.body_list = options.cell_list = size;
      TreeRun run{options, usual_eps2};
      expect_near(run.forces(bodies_), wanted, exact_, 2e-6);
      EXPECT_EQ(run.report.interactions(), usual.report.interactions());
    }
  }
}

/// Leaves that are longer than a list.
TEST_F(TreeSameResult, TinyListsHoldLongLeaves) {
  TreeOptions options = all_opened();
  options.leaf_bodies = 256;
  options.group_bodies = 256;
  options.body_list = options.cell_list = 16;
  TreeRun run{options, usual_eps2};
  EXPECT_LT(errors_of(run.forces(bodies_), exact_).acceleration, 4e-6);
  Bodies crowd;
  for (std::size_t i = 0; i < 2000; ++i) crowd.add(1, {i < 1000 ? 0.0 : 1.0, 0, 0});
  EXPECT_LT(errors_of(run.forces(crowd), direct_forces(crowd, usual_eps2)).acceleration, 4e-6);
}

TEST_F(TreeSameResult, ThreadsGiveTheSameBits) {
  for (const TreeOptions& options : some_options()) {
    TreeRun one{options, usual_eps2};
    const Forces wanted = one.forces(bodies_);
    for (const int threads : {2, 3}) {
      ThreadPool pool(threads);
      TreeRun run{options, usual_eps2};
      run.workers = &pool;
      const Forces got = run.forces(bodies_);
      EXPECT_EQ(got.acceleration, wanted.acceleration);
      EXPECT_EQ(got.potential, wanted.potential);
    }
  }
}

TEST_F(TreeSameResult, SimdLevelsAgree) {
  for (const TreeOptions& options : some_options()) {
    TreeRun best{options, usual_eps2};
    const Forces wanted = best.forces(bodies_);
    for (const auto& simd : supported_simd_levels()) {
      TreeRun run{options, usual_eps2};
      run.simd = simd;
      const Forces got = run.forces(bodies_);
      // A criterion of accelerations that were made with other rounding may open another cell.
      expect_near(got, wanted, exact_, options.criterion == OpeningCriterion::acceleration ? 2e-3 : 2e-6);
      TreeRun opened{all_opened(), usual_eps2};
      opened.simd = simd;
      EXPECT_LT(errors_of(opened.forces(bodies_), exact_).acceleration, 4e-6) << simd;
    }
  }
}

/// Groups of a few targets are smaller, and open fewer cells.
TEST_F(TreeSameResult, SomeTargetsAgreeWithAll) {
  for (const TreeOptions& options : some_options())
    for (const std::size_t stride : {2, 3, 100, 2000}) {
      TreeRun all{options, usual_eps2}, some{options, usual_eps2};
      all.old_acceleration = some.old_acceleration = sizes_of(exact_.acceleration);
      // Not in their order.
      for (std::size_t i = 0; i < bodies_.size(); i += stride) some.targets.push_back(slot_at(bodies_.size() - 1 - i));
      const TreeErrors of_all = errors_of(all.forces(bodies_), exact_);
      const TreeErrors of_some = errors_of(some.forces(bodies_), exact_, some.targets);
      EXPECT_LT(of_some.acceleration, 3 * of_all.acceleration);
      EXPECT_LT(of_some.potential, 3 * of_all.potential);
    }
}

TEST_F(TreeSameResult, BallsAndGroupsDoNotMatterWhenAllIsOpened) {
  for (const BallKind ball :
       {BallKind::mean, BallKind::box, BallKind::box_or_mean, BallKind::ritter, BallKind::smallest})
    for (const std::size_t most : {1, 13, 256}) {
      TreeOptions options = all_opened();
      options.ball = ball;
      options.group_bodies = most;
      TreeRun run{options, usual_eps2};
      EXPECT_LT(errors_of(run.forces(bodies_), exact_).acceleration, 4e-6);
    }
}

TEST(TreeOptionsTest, OutOfRangeIsRefused) {
  SerialWorkers workers;
  const auto refused = [&](auto change) {
    TreeOptions options;
    change(options);
    try {
      make_tree_engine(options, "best", workers);
    } catch (const InputError& error) {
      return std::string(error.what()).find("tree.") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(refused([](TreeOptions& o) { o.accuracy = 0; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.accuracy = -1; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.accuracy = 1.5; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.accuracy = std::nan(""); }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.leaf_bodies = 0; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.group_bodies = 0; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.group_bodies = 100000; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.body_list = 0; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.body_list = 100000; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.cell_list = 100000; }));
  EXPECT_TRUE(refused([](TreeOptions& o) { o.split_radius = -1; }));
  EXPECT_FALSE(refused([](TreeOptions&) {}));
}

}  // namespace
}  // namespace tucana::test
