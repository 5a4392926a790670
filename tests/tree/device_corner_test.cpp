// Odd bodies, small memory, several devices and restarts of the tree on devices.
#include <gtest/gtest.h>

#include "tests/tree/tree_run.h"
#include "tucana/core/error.h"

namespace tucana::test {
namespace {

TreeRun on_device(TreeOptions options = all_opened()) {
  TreeRun run{options, usual_eps2};
  run.engine = "opencl";
  return run;
}

TEST(DeviceTreeCorner, FewBodies) {
  for (const std::size_t n : {1, 2, 3, 17}) {
    const Bodies bodies = resting_bodies(n);
    TreeRun run = on_device(n < 4 ? plain_options() : all_opened());
    const TreeErrors errors = errors_of(run.forces(bodies), direct_forces(bodies, usual_eps2));
    EXPECT_LT(errors.acceleration, 1e-6) << n;
    EXPECT_LT(errors.potential, 1e-6) << n;
  }
}

TEST(DeviceTreeCorner, BodiesAtOnePlaceInALineOrFarAway) {
  Bodies crowd, line, far = resting_bodies(300), tracers = resting_bodies(300);
  for (std::size_t i = 0; i < 600; ++i) {
    crowd.add(1, {i < 300 ? 0.0 : 1.0, 0, 0});
    line.add(1, {static_cast<double>(i), 0, 0});
  }
  far.add(1, {1e6, -1e6, 1e6});
  for (std::size_t i = 0; i < 300; i += 2) tracers.mass[i] = 0;
  for (const Bodies* bodies : {&crowd, &line, &far, &tracers}) {
    TreeRun run = on_device();
    const TreeErrors errors = errors_of(run.forces(*bodies), direct_forces(*bodies, usual_eps2));
    EXPECT_LT(errors.acceleration, 2e-6);
    EXPECT_LT(errors.potential, 2e-6);
  }
}

/// Without softening bodies at one place have no force; all others have.
TEST(DeviceTreeCorner, CoincidentBodiesWithoutSofteningAreSeen) {
  Bodies bodies = resting_bodies(100);
  bodies.position[7] = bodies.position[3];
  TreeRun run = on_device();
  run.eps2 = 0;
  const Forces got = run.forces(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_EQ(is_finite(got.acceleration[i]), i != 3 && i != 7) << i;
}

/// A stack or a list that is full is emptied and gone on with, never cut.
TEST(DeviceTreeCorner, TinyBuffersSumTheSame) {
  const Bodies bodies = resting_bodies(1200);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
    TreeRun usual = on_device(plain_options(OpeningCriterion::angle, order, 0.4));
    usual.layout = {16, 256, 128, 4096};
    const Forces wanted = usual.forces(bodies);
    for (const tree::WalkLayout layout : {tree::WalkLayout{16, 16, 16, 176}, tree::WalkLayout{16, 17, 19, 200}}) {
      TreeRun tiny = usual;
      tiny.layout = layout;
      tiny.options.leaf_bodies = usual.options.leaf_bodies;
      const Forces got = tiny.forces(bodies);
      for (std::size_t i = 0; i < bodies.size(); ++i)
        ASSERT_LE(norm(got.acceleration[i] - wanted.acceleration[i]), 2e-6 * exact.scale[i]) << i;
      EXPECT_EQ(tiny.report.interactions(), usual.report.interactions());
    }
  }
}

TEST(DeviceTreeCorner, GroupsOfAnySizeSumTheSame) {
  const Bodies bodies = resting_bodies(600);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const std::size_t group : {1, 4, 64}) {
    TreeRun run = on_device();
    run.layout.group = group;
    EXPECT_LT(errors_of(run.forces(bodies), exact).acceleration, 4e-6) << group;
  }
}

TEST(DeviceTreeCorner, BallsDoNotMatterWhenAllIsOpened) {
  const Bodies bodies = resting_bodies(600);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const BallKind ball : {BallKind::mean, BallKind::box, BallKind::box_or_mean, BallKind::ritter}) {
    TreeRun run = on_device();
    run.options.ball = ball;
    run.layout.group = 64;
    EXPECT_LT(errors_of(run.forces(bodies), exact).acceleration, 2e-6);
  }
  TreeRun run = on_device();
  run.options.ball = BallKind::smallest;
  EXPECT_THROW(run.make_engine(), InputError);
}

TEST(DeviceTreeCorner, SomeTargetsAgreeWithAll) {
  const Bodies bodies = resting_bodies(1500);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const std::size_t stride : {2, 100, 1499}) {
    TreeRun some = on_device();
    for (std::size_t i = 0; i < bodies.size(); i += stride) some.targets.push_back(slot_at(bodies.size() - 1 - i));
    some.targets.push_back(slot_at(bodies.size() - 1));  // a second time
    EXPECT_LT(errors_of(some.forces(bodies), exact, some.targets).acceleration, 1e-6) << stride;
  }
}

TEST(DeviceTreeCorner, PartsOfADeviceGiveTheSameBits) {
  const Bodies bodies = resting_bodies(2000);
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::acceleration}) {
    TreeRun one = on_device(plain_options(criterion)), two = one;
    two.devices = {0, 0};
    const Forces wanted = one.forces(bodies), got = two.forces(bodies);
    EXPECT_EQ(got.acceleration, wanted.acceleration);
    EXPECT_EQ(got.potential, wanted.potential);
    EXPECT_EQ(two.report.interactions(), one.report.interactions());
  }
}

/// The stand-in of CUDA's driver interprets what NVIDIA's compiler makes of the same text.
TEST(DeviceTreeCorner, CudaGivesTheSameForces) {
  const Bodies bodies = resting_bodies(150);
  const Forces exact = direct_forces(bodies, usual_eps2);
  for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
    TreeRun opened = on_device(), usual = on_device(plain_options(OpeningCriterion::acceleration, order, 0x1p-8));
    opened.engine = "cuda";
    EXPECT_LT(errors_of(opened.forces(bodies), exact).acceleration, 1e-6);
    usual.layout.group = 16;
    const double there = typical_error(usual.forces(bodies), exact);
    usual.engine = "cuda";
    const double got = typical_error(usual.forces(bodies), exact);
    EXPECT_NEAR(got, there, 0.01 * there);
  }
}

}  // namespace
}  // namespace tucana::test
