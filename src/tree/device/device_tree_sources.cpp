#include "tucana/tree/device/device_tree_sources.h"

#include "tucana/core/stopwatch.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::tree {
namespace {

void put(const Vec3& from, float* high, float* low) {
  const FloatPair x = pair_of(from.x), y = pair_of(from.y), z = pair_of(from.z);
  high[0] = x.high, high[1] = y.high, high[2] = z.high;
  low[0] = x.low, low[1] = y.low, low[2] = z.low;
}

void put(std::span<const Vec3> column, std::size_t k, float* to) {
  const Vec3 v = column.empty() ? Vec3{} : column[k];
  to[0] = static_cast<float>(v.x), to[1] = static_cast<float>(v.y), to[2] = static_cast<float>(v.z);
}

}  // namespace

DeviceTreeSources::DeviceTreeSources(const TreeOptions& options, std::span<const std::unique_ptr<TreeDevice>> devices,
                                     Decider& decider)
    : TunedSources(options, decider), devices_(devices) {
  trees_.reserve(devices.size());
  for (const auto& device : devices) trees_.emplace_back(*device);
}

/// Before the rows go that may still be on their way.
DeviceTreeSources::~DeviceTreeSources() {
  for (const auto& device : devices_) device->finish_quietly();
}

void DeviceTreeSources::finish() {
  for (const auto& device : devices_) device->queue().finish();
}

void DeviceTreeSources::resize(std::size_t rows) {
  for (DeviceTree& tree : trees_) tree.resize(rows);
  if (softened_each()) {
    softening2_.resize(rows);
    if (rows > 0)
      for (DeviceTree& tree : trees_) tree.write_softening(softening2_);
  }
  forget_tree(rows);
}

void DeviceTreeSources::write(std::span<const Slot> slots, const SourceRows& rows) {
  check_source_rows(slots, rows, size(), Precision::fp32);
  if (slots.empty()) return;
  occupy(slots);
  finish();  // what an earlier call packed may still be on its way
  changed_.resize(slots.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    DeviceRow& row = changed_[k];
    put(rows.position[k], row.high, row.low);
    put(rows.velocity, k, row.velocity);
    put(rows.acceleration, k, row.acceleration);
    row.mass = static_cast<float>(rows.mass[k]);
    row.slot = static_cast<std::uint32_t>(index(slots[k]));
    row.time = rows.time[k].n;
  }
  for (DeviceTree& tree : trees_) tree.write(changed_);
  if (rows.softening2.empty()) return;
  softening2_.resize(size());
  for (std::size_t k = 0; k < slots.size(); ++k) softening2_[index(slots[k])] = static_cast<float>(rows.softening2[k]);
  for (DeviceTree& tree : trees_) tree.write_softening(softening2_);
}

/// What devices hold of these rows remains: the next build leaves them behind the bodies.
void DeviceTreeSources::park(std::span<const Slot> slots) {
  check_slots(slots, size());
  vacate(slots);
  if (!softened_each()) return;
  finish();  // the old numbers may still be on their way
  for (const Slot slot : slots) softening2_[index(slot)] = 0;
  for (DeviceTree& tree : trees_) tree.write_softening(softening2_);
}

DeviceTreeSources::BuildSeconds DeviceTreeSources::build(Tick when) {
  BuildSeconds seconds;
  Stopwatch watch;
  if (!keeps_order()) {
    const std::vector<std::uint32_t> slots = occupied().bodies_first();
    for (DeviceTree& tree : trees_) tree.arrange(slots, body_count());
  }
  const BodySample sample = trees_.front().sample(when);
  const RootCube cube = root_cube(sample.position);
  for (DeviceTree& tree : trees_) tree.make_keys(when, cube);
  finish();
  seconds.keys = watch.lap();
  for (DeviceTree& tree : trees_) tree.sort_keys();
  finish();
  seconds.sort = watch.lap();
  for (DeviceTree& tree : trees_) tree.link(options().leaf_bodies);
  finish();
  note_build(when, kernel_units(cube, sample.mass));
  seconds.link = watch.lap();
  return seconds;
}

void DeviceTreeSources::describe(Archive& archive) {
  // All devices hold the same.
  std::vector<std::uint32_t> place;
  Octree octree;
  if (!archive.loading()) {
    place = trees_.front().read_places();
    octree = trees_.front().read_octree();
  }
  describe_tree(archive, place, octree);
  if (!archive.loading()) return;
  for (DeviceTree& tree : trees_) tree.load(place, octree, body_count());
}

}  // namespace tucana::tree
