// What devices make of bodies step by step, beside what the processor makes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "tests/tree/tree_run.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/tree/device/device_tree_sources.h"
#include "tucana/tree/device/walk_measurement.h"
#include "tucana/tree/tree_sources.h"

namespace tucana::tree {
namespace {

class DeviceSteps : public testing::Test {
 protected:
  DeviceSteps() {
    auto contexts = open_devices(device::Api::opencl, {{0}, "any"});
    devices_.push_back(std::make_unique<TreeDevice>(std::move(contexts[0]), WalkLayout{}));
    there_ = std::make_unique<DeviceTreeSources>(options_, devices_);
  }
  void build(const test::Bodies& bodies) {
    for (SourceSet* sources : {static_cast<SourceSet*>(&here_), static_cast<SourceSet*>(there_.get())}) {
      sources->resize(bodies.size());
      sources->write(bodies.slots(), bodies.rows());
    }
    here_.build(when_, workers_);
    there_->build(when_);
  }
  std::vector<CellRow> cell_rows() {
    std::vector<CellRow> rows(there_->on(0).cells());
    devices_[0]->queue().read(there_->on(0).cell_row_buffer(), 0, std::as_writable_bytes(std::span(rows)));
    devices_[0]->queue().finish();
    return rows;
  }

  TreeOptions options_;
  Tick when_ = Tick::nearest(0.5);
  SerialWorkers workers_;
  std::vector<std::unique_ptr<TreeDevice>> devices_;
  TreeSources here_{options_};
  std::unique_ptr<DeviceTreeSources> there_;
};

/// Keys are made in float there: only bodies at the very border of a cell may be elsewhere, here none.
TEST_F(DeviceSteps, OrderAndCellsAreTheSame) {
  const auto bodies = test::make_bodies(3000);
  build(bodies);
  const auto place = there_->on(0).read_places();
  for (std::size_t i = 0; i < bodies.size(); ++i) ASSERT_EQ(place[i], here_.place(slot_at(i))) << i;
  const Octree octree = there_->on(0).read_octree();
  EXPECT_TRUE(octree.holds(bodies.size()));
  ASSERT_EQ(octree.cells().size(), here_.octree().cells().size());
  for (std::size_t c = 0; c < octree.cells().size(); ++c) {
    ASSERT_EQ(octree.cells()[c].first, here_.octree().cells()[c].first) << c;
    ASSERT_EQ(octree.cells()[c].count, here_.octree().cells()[c].count) << c;
    ASSERT_EQ(octree.cells()[c].child, here_.octree().cells()[c].child) << c;
  }
}

TEST_F(DeviceSteps, MomentsAreTheSameToRounding) {
  const auto bodies = test::make_bodies(3000);
  build(bodies);
  here_.predict(when_, workers_);
  sum_moments(here_.octree(), here_.bodies(), workers_, here_.cells());
  there_->on(0).predict(when_, there_->units());
  there_->on(0).sum_moments();
  ASSERT_EQ(there_->units().length, here_.units().length);
  const auto rows = cell_rows();
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const CellRow &got = rows[c], &wanted = here_.cells().rows[c];
    const double size = static_cast<double>(wanted.size), spread = static_cast<double>(wanted.spread2);
    ASSERT_NEAR(static_cast<double>(got.mass / wanted.mass), 1, 1e-6) << c;
    ASSERT_NEAR(static_cast<double>(got.size), size, 1e-5 * size + 1e-7) << c;
    ASSERT_LE(norm(got.centre() - wanted.centre()), 1e-6 * size + 1e-7) << c;
    const float moments[][2] = {
        {got.spread2, wanted.spread2}, {got.xx, wanted.xx}, {got.yy, wanted.yy}, {got.zz, wanted.zz},
        {got.xy, wanted.xy},           {got.xz, wanted.xz}, {got.yz, wanted.yz}};
    for (const auto& pair : moments)
      ASSERT_NEAR(static_cast<double>(pair[0]), static_cast<double>(pair[1]),
                  2e-5 * spread + 1e-6 * size * static_cast<double>(wanted.mass))
          << c;
  }
}

TEST_F(DeviceSteps, CellsReachAsFarAsThoseOfTheProcessor) {
  build(test::make_bodies(2000));
  here_.predict(when_, workers_);
  sum_moments(here_.octree(), here_.bodies(), workers_, here_.cells());
  there_->on(0).predict(when_, there_->units());
  there_->on(0).sum_moments();
  for (const auto criterion : {OpeningCriterion::angle, OpeningCriterion::multipole, OpeningCriterion::acceleration})
    for (const auto order : {ExpansionOrder::monopole, ExpansionOrder::quadrupole}) {
      set_reach(OpeningRule(criterion, order, 0x1p-6, field_of_all(here_.cells())), workers_, here_.cells());
      there_->on(0).set_reach(criterion, order, 0x1p-6);
      const auto rows = cell_rows();
      for (std::size_t c = 0; c < rows.size(); ++c) {
        const auto wanted = static_cast<double>(here_.cells().rows[c].reach);
        ASSERT_NEAR(static_cast<double>(rows[c].reach), wanted, 1e-4 * wanted + 1e-7) << c;
      }
    }
}

TEST_F(DeviceSteps, ParkedRowsAreBehindTheBodies) {
  const auto bodies = test::make_bodies(1000);
  build(bodies);
  std::vector<Slot> parked;
  for (std::size_t i = 0; i < 1000; i += 3) parked.push_back(slot_at(i));
  const std::size_t rest = 1000 - parked.size();
  here_.park(parked);
  there_->park(parked);
  EXPECT_EQ(here_.body_count(), rest);
  EXPECT_FALSE(here_.is_built());
  here_.build(when_, workers_);
  there_->build(when_);
  const auto place = there_->on(0).read_places();
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(place[i], here_.place(slot_at(i))) << i;
    ASSERT_EQ(place[i] >= rest, i % 3 == 0) << i;
  }
  EXPECT_TRUE(there_->on(0).read_octree().holds(rest));
  EXPECT_TRUE(here_.octree().holds(rest));
}

/// Rows that stay keep what was written to their slots.
TEST_F(DeviceSteps, ResizingKeepsSlots) {
  const auto bodies = test::resting_bodies(500);
  build(bodies);
  there_->resize(200);
  EXPECT_FALSE(there_->is_built());
  there_->resize(700);
  there_->build(when_);
  there_->on(0).predict(when_, {1, 1});
  const auto place = there_->on(0).read_places();
  std::vector<float> rows(8 * 200);
  devices_[0]->queue().read(there_->on(0).body_buffer(), 0, std::as_writable_bytes(std::span(rows)));
  devices_[0]->queue().finish();
  for (std::size_t i = 0; i < 700; ++i) {
    ASSERT_EQ(place[i] < 200, i < 200) << "new rows are parked";
    if (i >= 200) continue;
    const float* row = rows.data() + std::size_t{8} * place[i];
    ASSERT_NEAR(static_cast<double>(row[0]), bodies.position[i].x, 1e-6 * std::abs(bodies.position[i].x)) << i;
    ASSERT_GT(row[3], 0) << i;
  }
}

/// Which layout wins is the machine's business; that it is one of them, and known the next time, is not.
TEST_F(DeviceSteps, TheFastestLayoutIsRemembered) {
  const std::string before = std::getenv("TUCANA_CACHE_DIR");
  const std::string folder = testing::TempDir() + "tucana_walks_" + std::to_string(::getpid());
  setenv("TUCANA_CACHE_DIR", folder.c_str(), 1);
  const std::vector<WalkLayout> layouts = {{8, 64, 32, 256}, {16, 64, 32, 256}};
  const auto same = [](const WalkLayout& a, const WalkLayout& b) { return a.group == b.group && a.stack == b.stack; };
  const WalkLayout found = measure_layout(*devices_[0], layouts);
  EXPECT_TRUE(same(found, layouts[0]) || same(found, layouts[1]));
  EXPECT_TRUE(same(devices_[0]->layout(), found));
  EXPECT_FALSE(std::filesystem::is_empty(folder));
  // Nothing runs when it is known: no walk is launched.
  const auto launches = devices_[0]->queue().traffic().launches;
  EXPECT_TRUE(same(measure_layout(*devices_[0], layouts), found));
  EXPECT_EQ(devices_[0]->queue().traffic().launches, launches);
  setenv("TUCANA_CACHE_DIR", before.c_str(), 1);
  std::filesystem::remove_all(folder);
}

TEST(DeviceLayouts, LikelyOnesFitTheDevice) {
  device::DeviceInfo info;
  info.largest_group = 128;
  info.local_memory = 49152;
  for (const WalkLayout& layout : likely_layouts(info)) {
    EXPECT_LE(layout.group, 128u);
    EXPECT_LE(2 * layout.local_bytes(), info.local_memory);
  }
  EXPECT_GT(likely_layouts(info).size(), 1u);
  info.local_memory = 1024;
  EXPECT_EQ(likely_layouts(info).size(), 1u) << "there is always one";
}

}  // namespace
}  // namespace tucana::tree
