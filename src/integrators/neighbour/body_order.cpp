#include "tucana/integrators/neighbour/body_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/tree/hilbert_key.h"

namespace tucana {
namespace {

/// The key of a position on a curve that visits neighbouring positions one after the other. All of space is mapped:
/// near the centre linearly, far away logarithmically.
std::uint64_t place_on_curve(const Vec3& from_centre, double scale) {
  const auto part = [scale](double x) {
    constexpr double last_cell = tree::key_cells - 1;
    return static_cast<std::uint32_t>((0.5 + 0.5 * x / (scale + std::abs(x))) * last_cell);
  };
  return tree::hilbert_key(part(from_centre.x), part(from_centre.y), part(from_centre.z));
}

constexpr std::size_t row_grain = 64;

}  // namespace

void BodyOrder::find_order(const NeighbourBodies& bodies, const ClusterScale& cluster, Tick t, Workers& workers) {
  const std::vector<Slot> slots = bodies.slots.bodies();
  const std::size_t n = slots.size();
  const double half_radius = std::cbrt(static_cast<double>(n) / 2 / cluster.mean_density);
  order_.resize(n);
  spare_.resize(n);
  for_each_index(workers, n, [&](std::size_t k) {
    const Vec3 x = bodies.row[index(slots[k])].predicted(t).x;
    order_[k] = {place_on_curve(x - cluster.centre, half_radius), index(slots[k])};
  });
  tree::sort_by_key(order_, spare_, workers);
  // Slots that hold nothing go to the end.
  new_slot_ = bodies.slots.parked_last();
  for (std::size_t i = 0; i < n; ++i) new_slot_[order_[i].body] = slot_at(i);
}

std::span<const Slot> BodyOrder::sort(NeighbourBodies& bodies, const ClusterScale& cluster, Tick t, Workers& workers) {
  find_order(bodies, cluster, t, workers);
  const std::size_t n = order_.size();
  sorted_.row.resize(n);
  sorted_.list.resize(n);
  bits_.resize(static_cast<std::size_t>(workers.count()));
  for (SlotBits& one : bits_) one.resize(n);
  workers.run((n + row_grain - 1) / row_grain, [&](std::size_t unit, int worker) {
    // Entries behind the end may already be on their way to their new place.
    const std::size_t end = std::min(n, (unit + 1) * row_grain);
    for (std::size_t i = unit * row_grain; i < end; ++i) {
      if (i + 1 < end) {
        bodies.prefetch_row(order_[i + 1].body);
        bodies.prefetch_list(order_[i + 1].body);
      }
      const std::size_t from = order_[i].body;
      sorted_.row[i] = bodies.row[from];
      sorted_.list.take_renumbered(i, bodies.list, from, new_slot_, bits_[static_cast<std::size_t>(worker)]);
    }
  });
  std::swap(bodies.row, sorted_.row);
  bodies.list.swap(sorted_.list);
  bodies.slots.renumber(new_slot_);
  bodies.slots.drop_parked_end();
  return new_slot_;
}

}  // namespace tucana
