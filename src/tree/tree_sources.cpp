#include "tucana/tree/tree_sources.h"

#include <algorithm>
#include <numeric>

#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/tree/key_sort.h"
#include "tucana/tree/root_cube.h"

namespace tucana::tree {
namespace {

constexpr std::size_t rows_a_unit = 4096;

}  // namespace

void TreeSources::resize(std::size_t rows) {
  // Rows that stay keep their slots: the order becomes that of the slots until the next build.
  std::vector<BodyRow> by_slot(rows);
  for (std::size_t slot = 0; slot < std::min(rows, place_.size()); ++slot) by_slot[slot] = rows_[place_[slot]];
  rows_ = std::move(by_slot);
  place_.resize(rows);
  std::iota(place_.begin(), place_.end(), 0U);
  if (softened_each()) softening2_.resize(rows);
  forget_tree(rows);
}

void TreeSources::write(std::span<const Slot> slots, const SourceRows& rows) {
  check_source_rows(slots, rows, size(), Precision::fp64);
  occupy(slots);
  if (!rows.softening2.empty()) {
    softening2_.resize(size());
    for (std::size_t k = 0; k < slots.size(); ++k)
      softening2_[index(slots[k])] = static_cast<float>(rows.softening2[k]);
    softening_moved_ = true;
  }
  for (std::size_t k = 0; k < slots.size(); ++k) {
    BodyRow& row = rows_[place(slots[k])];
    row.position = rows.position[k];
    row.mass = rows.mass[k];
    row.time = rows.time[k].n;
    const auto put = [k](std::span<const Vec3> from, float* to) {
      const Vec3 v = from.empty() ? Vec3{} : from[k];
      to[0] = static_cast<float>(v.x), to[1] = static_cast<float>(v.y), to[2] = static_cast<float>(v.z);
    };
    put(rows.velocity, row.velocity);
    put(rows.acceleration, row.acceleration);
  }
}

void TreeSources::park(std::span<const Slot> slots) {
  check_slots(slots, size());
  vacate(slots);
  if (!softened_each()) return;
  for (const Slot slot : slots) softening2_[index(slot)] = 0;
}

/// Bodies in the order of their slots, then parked rows.
void TreeSources::arrange() {
  const std::vector<std::uint32_t> slots = occupied().bodies_first();
  bool is_arranged = true;
  for (std::size_t i = 0; i < slots.size(); ++i) is_arranged = is_arranged && place_[slots[i]] == i;
  if (is_arranged) return;
  std::vector<BodyRow> ordered(rows_.size());
  for (std::size_t i = 0; i < slots.size(); ++i) ordered[i] = rows_[place_[slots[i]]];
  rows_ = std::move(ordered);
  for (std::size_t i = 0; i < slots.size(); ++i) place_[slots[i]] = static_cast<std::uint32_t>(i);
}

TreeSources::BuildSeconds TreeSources::build(Tick when, Workers& workers) {
  BuildSeconds seconds;
  Stopwatch watch;
  if (!keeps_order()) arrange();
  const std::size_t n = body_count();
  std::vector<Vec3> sample;
  const std::size_t stride = std::max<std::size_t>(1, n / root_cube_sample);
  double mass = 0;
  for (std::size_t i = 0; i < n; i += stride) {
    sample.push_back(rows_[i].at(when));
    mass = std::max(mass, rows_[i].mass);
  }
  const RootCube cube = root_cube(sample);
  std::vector<KeyedBody> keyed(n), spare;
  for_each_index<rows_a_unit>(workers, n, [&](std::size_t i) {
    keyed[i] = {cube.key(rows_[i].at(when)), static_cast<std::uint32_t>(i)};
  });
  seconds.keys = watch.lap();
  sort_by_key(keyed, spare, workers);
  spare = {};  // before rows are copied, which is when most memory is in use
  seconds.sort = watch.lap();
  octree_.build(keyed, options().leaf_bodies, workers);
  std::vector<std::uint32_t> slot_of(rows_.size());
  for (std::size_t slot = 0; slot < rows_.size(); ++slot) slot_of[place_[slot]] = static_cast<std::uint32_t>(slot);
  std::vector<BodyRow> ordered(rows_.size());
  for_each_index<rows_a_unit>(workers, n, [&](std::size_t i) {
    ordered[i] = rows_[keyed[i].body];
    place_[slot_of[keyed[i].body]] = static_cast<std::uint32_t>(i);
  });
  rows_ = std::move(ordered);
  bodies_.resize(n);
  softening_moved_ = true;
  note_build(when, kernel_units(cube, mass));
  seconds.link = watch.lap();
  return seconds;
}

void TreeSources::predict(Tick when, Workers& workers) {
  const double length = 1 / units().length, mass = 1 / units().mass;
  for_each_index<rows_a_unit>(workers, body_count(), [&](std::size_t i) {
    bodies_.place.set(i, rows_[i].at(when) * length);
    bodies_.mass[i] = static_cast<float>(rows_[i].mass * mass);
  });
  if (softened_each() && softening_moved_) put_softening(workers);
}

/// Into the order of the tree: half of each square, as each body of a pair has its share.
void TreeSources::put_softening(Workers& workers) {
  const double share = 0.5 / (units().length * units().length);
  bodies_.softening2.resize(bodies_.mass.size());
  for_each_index<rows_a_unit>(workers, size(), [&](std::size_t slot) {
    if (!occupied().has(slot_at(slot))) return;
    bodies_.softening2[place_[slot]] = static_cast<float>(static_cast<double>(softening2_[slot]) * share);
  });
  softening_moved_ = false;
}

std::size_t TreeSources::bytes() const {
  return rows_.capacity() * sizeof(BodyRow) + place_.capacity() * sizeof(std::uint32_t) + octree_.bytes() +
         bodies_.bytes() + cells_.bytes() + softening2_.capacity() * sizeof(float) + occupied().bytes();
}

void TreeSources::describe(Archive& archive) {
  std::vector<std::uint32_t> place = place_;
  describe_tree(archive, place, octree_);
  if (!archive.loading()) return;
  // Rows have been written before, in another order.
  std::vector<BodyRow> ordered(rows_.size());
  for (std::size_t slot = 0; slot < place.size(); ++slot) ordered[place[slot]] = rows_[place_[slot]];
  rows_ = std::move(ordered);
  place_ = std::move(place);
  bodies_.resize(body_count());
  softening_moved_ = true;
}

}  // namespace tucana::tree
