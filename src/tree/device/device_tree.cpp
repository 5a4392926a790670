#include "tucana/tree/device/device_tree.h"

#include <algorithm>
#include <utility>

namespace tucana::tree {
namespace {

constexpr int key_bits = 3 * key_levels;
constexpr std::size_t body_bytes = 32, cell_row_bytes = 64, word = sizeof(std::uint32_t);

using device::u32;

/// Body of kernels/body.kernel.h.
struct alignas(16) SampledBody {
  float high[3], mass, low[3], softening2;
};
static_assert(sizeof(SampledBody) == body_bytes);

}  // namespace

void DeviceTree::resize(std::size_t rows) {
  TreeDevice& device = *device_;
  const std::size_t stay = std::min(size_, rows);
  auto old_rows = std::move(rows_), old_place = std::move(place_);
  rows_ = device.allocate(std::max<std::size_t>(rows, 1) * sizeof(DeviceRow));
  place_ = device.allocate(std::max<std::size_t>(rows, 1) * word);
  spare_rows_.reset();
  // In the order of the slots until the next build: each slot at its own place.
  if (stay > 0) device.launch("order_rows", stay, {*old_rows, *old_place, u32(stay), *rows_, *place_});
  device.launch("clear_rows", rows - stay, {*rows_, *place_, u32(stay), u32(rows)});
  device.queue().finish();
  size_ = body_count_ = rows;
  generations_.clear();
}

void DeviceTree::write(std::span<const DeviceRow> changed) {
  device_->grow(changed_, changed.size_bytes());
  device_->queue().write(*changed_, 0, std::as_bytes(changed));
  write(*changed_, changed.size());
}

void DeviceTree::write(const device::Buffer& changed, std::size_t count) {
  device_->launch("scatter_rows", count, {changed, u32(count), *place_, *rows_});
}

BodySample DeviceTree::sample(Tick when) {
  const std::size_t stride = std::max<std::size_t>(1, body_count_ / root_cube_sample);
  std::vector<SampledBody> bodies((body_count_ + stride - 1) / stride);
  device_->grow(sample_, bodies.size() * body_bytes);
  device_->launch("sample_rows", bodies.size(), {*rows_, u32(stride), u32(bodies.size()), when.n, *sample_});
  device_->queue().read(*sample_, 0, std::as_writable_bytes(std::span(bodies)));
  device_->queue().finish();
  BodySample sample;
  for (const SampledBody& body : bodies) {
    const auto axis = [&](int k) { return static_cast<double>(body.high[k]) + static_cast<double>(body.low[k]); };
    sample.position.push_back({axis(0), axis(1), axis(2)});
    sample.mass = std::max(sample.mass, static_cast<double>(body.mass));
  }
  return sample;
}

void DeviceTree::make_keys(Tick when, const RootCube& cube) {
  device_->grow(keys_, body_count_ * sizeof(std::uint64_t));
  device_->grow(order_, body_count_ * word);
  const FloatPair x = pair_of(cube.corner.x), y = pair_of(cube.corner.y), z = pair_of(cube.corner.z);
  const auto cells = static_cast<float>(static_cast<double>(key_cells) / cube.side);
  device_->launch("make_keys", body_count_,
                  {*rows_, count(), when.n, x.high, y.high, z.high, x.low, y.low, z.low, cells, *keys_, *order_});
}

void DeviceTree::sort_keys() { device_->sort().sort(device_->queue(), *keys_, *order_, body_count_, key_bits); }

/// The first `count` rows; those behind them stay.
void DeviceTree::order_rows(const device::Buffer& order, std::size_t count) {
  device_->grow(spare_rows_, size_ * sizeof(DeviceRow));
  device_->launch("order_rows", count, {*rows_, order, u32(count), *spare_rows_, *place_});
  const std::size_t rest = count * sizeof(DeviceRow);
  if (count < size_) device_->queue().copy(*rows_, rest, *spare_rows_, rest, (size_ - count) * sizeof(DeviceRow));
  std::swap(rows_, spare_rows_);
}

void DeviceTree::link(std::size_t leaf_bodies) {
  order_rows(*order_, body_count_);
  const Cell root{0, count(), 0, 0};
  device_->grow(cells_, sizeof(Cell));
  device_->queue().write(*cells_, 0, std::as_bytes(std::span(&root, 1)));
  device_->queue().finish();
  generations_ = {0, 1};
  while (const std::uint32_t born = divide_last_generation(leaf_bodies))
    generations_.push_back(generations_.back() + born);
}

/// Makes the children of the last generation; returns how many there are.
std::uint32_t DeviceTree::divide_last_generation(std::size_t leaf_bodies) {
  const std::uint32_t begin = generations_[generations_.size() - 2], end = generations_.back();
  const std::size_t n = end - begin;
  device_->grow(parts_, (n + 1) * word);
  device_->grow(borders_, 9 * n * word);
  device_->launch("divide_cells", n + 1, {*cells_, begin, u32(n), *keys_, u32(leaf_bodies), *parts_, *borders_});
  device_->scan().exclusive(device_->queue(), *parts_, *parts_, n + 1);
  const std::uint32_t born = device_->read_number(*parts_, n);
  if (born == 0) return 0;
  device_->grow_keeping(cells_, (end + born) * sizeof(Cell), end * sizeof(Cell));
  device_->launch("link_cells", n, {*cells_, begin, u32(n), *parts_, *borders_});
  return born;
}

void DeviceTree::predict(Tick when, const KernelUnits& units) {
  device_->grow(bodies_, body_count_ * body_bytes);
  device_->launch("predict_rows", body_count_,
                  {*rows_, count(), when.n, static_cast<float>(1 / units.length), static_cast<float>(1 / units.mass),
                   softening_ ? *softening_ : *place_, softening_ ? 1U : 0U, *bodies_});
}

void DeviceTree::write_softening(std::span<const float> softening2) {
  device_->grow(softening_, softening2.size_bytes());
  device_->queue().write(*softening_, 0, std::as_bytes(softening2));
}

void DeviceTree::sum_moments() {
  device_->grow(cell_rows_, cells() * cell_row_bytes);
  device_->grow(cell_softening_, cells() * sizeof(float));
  for (std::size_t g = generations_.size() - 1; g > 0; --g) {
    const std::uint32_t begin = generations_[g - 1], n = generations_[g] - begin;
    device_->launch("sum_cells", n, {*cells_, begin, n, *bodies_, *cell_rows_, *cell_softening_});
  }
}

void DeviceTree::set_reach(OpeningCriterion criterion, ExpansionOrder order, double accuracy) {
  device_->launch("set_reach", cells(),
                  {*cell_rows_, u32(cells()), static_cast<std::uint32_t>(criterion),
                   order == ExpansionOrder::quadrupole ? 1U : 0U, static_cast<float>(accuracy)});
}

std::vector<std::uint32_t> DeviceTree::read_places() {
  std::vector<std::uint32_t> place(size_);
  device_->queue().read(*place_, 0, std::as_writable_bytes(std::span(place)));
  device_->queue().finish();
  return place;
}

Octree DeviceTree::read_octree() {
  std::vector<Cell> all(cells());
  if (all.empty()) return {};
  device_->queue().read(*cells_, 0, std::as_writable_bytes(std::span(all)));
  device_->queue().finish();
  return {std::move(all), generations_};
}

/// Puts all rows in the order that a kernel makes of a number for each.
void DeviceTree::order_all(std::span<const std::uint32_t> numbers, const std::string& kernel) {
  const auto uploaded = device_->allocate(size_ * word);
  device_->grow(order_, size_ * word);
  device_->queue().write(*uploaded, 0, std::as_bytes(numbers));
  device_->launch(kernel, size_, {*place_, *uploaded, u32(size_), *order_});
  order_rows(*order_, size_);
  device_->queue().finish();
}

void DeviceTree::arrange(std::span<const std::uint32_t> slots, std::size_t bodies) {
  order_all(slots, "order_from_slots");
  body_count_ = bodies;
}

void DeviceTree::load(const std::vector<std::uint32_t>& place, const Octree& octree, std::size_t bodies) {
  device::Queue& queue = device_->queue();
  if (size_ > 0) order_all(place, "order_from_places");
  body_count_ = bodies;
  generations_.assign(octree.generations().begin(), octree.generations().end());
  if (cells() == 0) return;
  device_->grow(cells_, octree.cells().size_bytes());
  queue.write(*cells_, 0, std::as_bytes(octree.cells()));
  queue.finish();
}

}  // namespace tucana::tree
