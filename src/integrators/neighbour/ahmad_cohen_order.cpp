// Bodies that are near each other stand near each other in memory.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tucana/core/for_each_index.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"
#include "tucana/tree/hilbert_key.h"

namespace tucana {
namespace {

/// The place on a curve that visits neighbouring places one after the other. All of space fits in: near the centre
/// lengths count, far away their ratios.
std::uint64_t place_on_curve(const Vec3& from_centre, double scale) {
  const auto part = [scale](double x) {
    constexpr double last_cell = tree::key_cells - 1;
    return static_cast<std::uint32_t>((0.5 + 0.5 * x / (scale + std::abs(x))) * last_cell);
  };
  return tree::hilbert_key(part(from_centre.x), part(from_centre.y), part(from_centre.z));
}

/// A list, with the slots that bodies have now.
void renumber(std::vector<Slot>& list, const std::vector<Slot>& new_slot, SlotBits& bits) {
  for (const Slot slot : list) bits.add(new_slot[index(slot)]);
  bits.take([next = list.begin()](Slot slot) mutable { *next++ = slot; });
}

constexpr std::size_t grain = 64;

}  // namespace

/// Then few leaves of the engine hold neighbours of a body, and the rows of a list are in few cache lines. As bodies
/// move the order is lost within a part of a crossing time.
void AhmadCohen::sort_bodies() {
  const std::size_t n = size();
  if (!(cluster_.mean_density > 0)) return;
  const double half_radius = std::cbrt(static_cast<double>(n) / 2 / cluster_.mean_density);
  NeighbourBodies& sorted = sort_room_.bodies;
  auto& order = sort_room_.order;
  auto& new_slot = sort_room_.new_slot;
  auto& bits = sort_room_.bits;
  order.resize(n);
  sort_room_.spare.resize(n);
  new_slot.resize(n);
  sorted.resize(n);
  const Tick t = schedule_.now();
  for_each_index(workers_, n, [&](std::size_t i) {
    const Vec3 x = bodies_.row[i].predicted(t).x;
    order[i] = {place_on_curve(x - cluster_.centre, half_radius), static_cast<std::uint32_t>(i)};
  });
  tree::sort_by_key(order, sort_room_.spare, workers_);
  for (std::size_t i = 0; i < n; ++i) new_slot[order[i].body] = slot_at(i);
  bits.resize(static_cast<std::size_t>(workers_.count()));
  for (SlotBits& one : bits) one.resize(n);
  workers_.run((n + grain - 1) / grain, [&](std::size_t unit, int worker) {
    // What stands behind the end may be on its way to its new place already.
    const std::size_t end = std::min(n, (unit + 1) * grain);
    for (std::size_t i = unit * grain; i < end; ++i) {
      if (i + 1 < end) {
        bodies_.ask_for_row(order[i + 1].body);
        bodies_.ask_for_list(order[i + 1].body);
      }
      const std::size_t from = order[i].body;
      sorted.id[i] = bodies_.id[from];
      sorted.radius[i] = bodies_.radius[from];
      sorted.star_row[i] = bodies_.star_row[from];
      sorted.row[i] = bodies_.row[from];
      sorted.list[i].swap(bodies_.list[from]);
      renumber(sorted.list[i], new_slot, bits[static_cast<std::size_t>(worker)]);
    }
  });
  std::swap(bodies_, sorted);
  schedule_.renumber(new_slot);
  for (Slot& slot : on_all_lists_) slot = new_slot[index(slot)];
  std::ranges::sort(on_all_lists_);
  sources_lag_all();
}

}  // namespace tucana
