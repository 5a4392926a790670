#include "tucana/tree/device/walk_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tucana/core/random.h"
#include "tucana/core/stopwatch.h"
#include "tucana/device/remembered.h"
#include "tucana/tree/device/device_walk.h"

namespace tucana::tree {
namespace {

/// Enough groups to fill a device; a walk of them takes milliseconds on a GPU.
constexpr std::size_t bodies = 32768;
constexpr int rounds = 3;
constexpr std::size_t leaf_bodies = 16, most_targets = 32;
constexpr double accuracy = 0x1p-8;

/// A sphere whose density falls as 1/r^2, as that of a galaxy does in the middle.
std::vector<DeviceRow> some_rows() {
  std::vector<DeviceRow> rows(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    RandomStream random(1, RandomUse::test, i);
    const Vec3 x = random.direction() * random.uniform();
    DeviceRow& row = rows[i];
    row.high[0] = static_cast<float>(x.x), row.high[1] = static_cast<float>(x.y), row.high[2] = static_cast<float>(x.z);
    row.mass = 1.0F / bodies;
    row.slot = static_cast<std::uint32_t>(i);
  }
  return rows;
}

/// All bodies as targets, with an acceleration of the right size.
PackedTargets all_of(const std::vector<DeviceRow>& rows) {
  PackedTargets targets;
  targets.columns.resize(8 * bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    targets.slot.push_back(rows[i].slot);
    for (std::size_t axis = 0; axis < 3; ++axis) targets.columns[axis * bodies + i] = rows[i].high[axis];
    targets.columns[6 * bodies + i] = 1;
    targets.columns[7 * bodies + i] = 1e-4F;
  }
  targets.placed = bodies;
  return targets;
}

class Measurement {
 public:
  explicit Measurement(TreeDevice& device) : device_(device), rows_(some_rows()), targets_(all_of(rows_)) {
    const RootCube cube{{-1.05, -1.05, -1.05}, 2.1};
    tree_.resize(bodies);
    tree_.write(rows_);
    tree_.make_keys(Tick{}, cube);
    tree_.sort_keys();
    tree_.link(leaf_bodies);
    tree_.predict(Tick{}, units_);
    tree_.sum_moments();
    tree_.set_reach(OpeningCriterion::acceleration, ExpansionOrder::quadrupole, accuracy);
    device_.queue().finish();
  }

  /// Of the walks, the best of a few.
  double seconds_of(const WalkLayout& layout) {
    device_.set_layout(layout);
    walk_.take(targets_, tree_, units_);
    walk_.make_groups({std::min(most_targets, layout.group), first_split_radius, TreeOptions{}.ball});
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round <= rounds; ++round) {
      device_.queue().finish();
      const Stopwatch watch;
      walk_.walk(tree_, OpeningCriterion::acceleration, ExpansionOrder::quadrupole, 0, walk_.groups());
      device_.queue().finish();
      if (round > 0) best = std::min(best, watch.seconds());  // the first one may have to load the program
    }
    return best;
  }

 private:
  TreeDevice& device_;
  std::vector<DeviceRow> rows_;
  PackedTargets targets_;
  KernelUnits units_{2, 0x1p-15};
  DeviceTree tree_{device_};
  DeviceWalk walk_{device_};
};

std::string text_of(const WalkLayout& layout) {
  return fmt::format("{} {} {} {}", layout.group, layout.body_list, layout.cell_list, layout.stack);
}

/// Measured, unless that has been done before.
WalkLayout fastest_layout(TreeDevice& device, std::span<const WalkLayout> layouts) {
  std::string key = fmt::format("walks on {} {} {}\n{}", device.info().name, device.info().driver,
                                device.info().compute_units, walk_text({}).text);
  for (const WalkLayout& layout : layouts) key += '\n' + text_of(layout);
  if (const auto known = device::remembered(key)) {
    for (const WalkLayout& layout : layouts)
      if (text_of(layout) == *known) return layout;
  }
  WalkLayout best = layouts.front();
  if (layouts.size() == 1) return best;
  Measurement measurement(device);
  double least = std::numeric_limits<double>::infinity();
  for (const WalkLayout& layout : layouts) {
    const double seconds = measurement.seconds_of(layout);
    if (seconds < least) least = seconds, best = layout;
  }
  device::remember(key, text_of(best));
  return best;
}

}  // namespace

std::vector<WalkLayout> likely_layouts(const device::DeviceInfo& device) {
  std::vector<WalkLayout> layouts;
  for (const std::size_t group : {64, 32, 128, 256})
    for (const std::size_t lists : {1, 2}) {
      const WalkLayout layout = layout_for(device, {group, 256 * lists, std::max(128 * lists, group), 1024});
      // Half of what one group may use: several walks hide each other's latencies.
      if (layout.group == group && 2 * layout.local_bytes() <= device.local_memory) layouts.push_back(layout);
    }
  if (layouts.empty()) layouts.push_back(layout_for(device));
  return layouts;
}

WalkLayout measure_layout(TreeDevice& device, std::span<const WalkLayout> layouts, Decider& decider) {
  const WalkLayout best = decider.decide([&] { return fastest_layout(device, layouts); });
  device.set_layout(best);
  return best;
}

}  // namespace tucana::tree
