#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/tree/device/tree_device.h"
#include "tucana/tree/octree.h"
#include "tucana/tree/root_cube.h"
#include "tucana/tree/tree_bodies.h"
#include "tucana/tree/tree_options.h"

namespace tucana::tree {

/// A body at its own time as devices hold it: BodyRow of kernels/body.kernel.h.
struct alignas(16) DeviceRow {
  float high[3] = {}, mass = 0;
  float low[3] = {};
  std::uint32_t slot = 0;
  float velocity[3] = {}, acceleration[3] = {};
  std::int64_t time = 0;
};
static_assert(sizeof(DeviceRow) == 64);

/// A sample of the bodies, from which the host computes the root cube.
struct BodySample {
  std::vector<Vec3> position;
  double mass = 0;  ///< of the heaviest
};

/// Bodies and the tree over them in the memory of one device. Parked rows are behind the bodies, whatever they hold.
/// All calls return before the work is done, except those that return numbers.
class DeviceTree {
 public:
  explicit DeviceTree(TreeDevice& device) : device_(&device) {}
  ~DeviceTree() { device_->finish_quietly(); }
  DeviceTree(DeviceTree&& other) noexcept = default;
  DeviceTree& operator=(DeviceTree&&) = delete;

  std::size_t size() const { return size_; }
  /// Rows that stay keep their slots. Until arrange() says otherwise all rows are bodies.
  void resize(std::size_t rows);
  /// All slots in a new order of rows, of which the first `bodies` are bodies and the others parked.
  void arrange(std::span<const std::uint32_t> slots, std::size_t bodies);
  /// The memory of the argument must stay until the queue is finished.
  void write(std::span<const DeviceRow> changed);
  /// The same from rows that are on the device already.
  void write(const device::Buffer& changed, std::size_t count);

  BodySample sample(Tick when);
  void make_keys(Tick when, const RootCube& cube);
  void sort_keys();
  /// Puts bodies in the order of their keys and creates the cells.
  void link(std::size_t leaf_bodies);
  /// Predicts bodies to `when` and updates the cells.
  void predict(Tick when, const KernelUnits& units);
  /// Squares of the softening lengths of all slots, in code units. The memory must stay until the queue is finished.
  void write_softening(std::span<const float> softening2);
  void sum_moments();
  void set_reach(OpeningCriterion criterion, ExpansionOrder order, double accuracy);

  std::size_t cells() const { return generations_.empty() ? 0 : generations_.back(); }
  std::vector<std::uint32_t> read_places();
  Octree read_octree();
  /// Restores what the two above returned, for rows in any order.
  void load(const std::vector<std::uint32_t>& place, const Octree& octree, std::size_t bodies);

  const device::Buffer& place_buffer() const { return *place_; }
  const device::Buffer& body_buffer() const { return *bodies_; }
  const device::Buffer& cell_buffer() const { return *cells_; }
  const device::Buffer& cell_row_buffer() const { return *cell_rows_; }
  const device::Buffer& cell_softening_buffer() const { return *cell_softening_; }

 private:
  void order_rows(const device::Buffer& order, std::size_t count);
  void order_all(std::span<const std::uint32_t> numbers, const std::string& kernel);
  std::uint32_t divide_last_generation(std::size_t leaf_bodies);
  std::uint32_t count() const { return static_cast<std::uint32_t>(body_count_); }

  TreeDevice* device_;
  std::size_t size_ = 0;
  std::size_t body_count_ = 0;              ///< of rows that are not parked
  std::vector<std::uint32_t> generations_;  ///< as those of an Octree
  std::unique_ptr<device::Buffer> rows_, spare_rows_, place_, bodies_, cells_, cell_rows_;
  std::unique_ptr<device::Buffer> keys_, order_, parts_, borders_, changed_, sample_;
  std::unique_ptr<device::Buffer> softening_, cell_softening_;  ///< the first only where bodies have their own
};

}  // namespace tucana::tree
