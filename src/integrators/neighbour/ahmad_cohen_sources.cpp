// The bodies as sources: rows of the engine and of GatherForce, and single pulls in double.
#include <algorithm>
#include <iterator>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/ahmad_cohen.h"

namespace tucana {
namespace {

constexpr std::size_t gather_grain = 256, outbox_grain = 256;
/// A row is asked for while so many before it are copied. One or several more were not tried.
constexpr std::size_t rows_ahead = 2;

}  // namespace

void AhmadCohen::Outbox::resize(std::size_t n) {
  mass.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  time.resize(n);
}

void AhmadCohen::gather_from(Slot slot) {
  if (in_double_) return;  // nobody asks
  const NeighbourBody& body = bodies_.row[index(slot)];
  const PartialForce total = body.total();
  gather_.write(slot, {body.mass, body.x, body.v, total.a, total.j, body.time});
}

void AhmadCohen::regular_due_from(Slot slot) {
  const NeighbourBody& body = bodies_.row[index(slot)];
  regular_due_[index(slot)] = body.regular_due_level().next_multiple(body.time);
}

void AhmadCohen::find_next_regular() {
  if (!regular_due_.empty()) next_regular_ = *std::ranges::min_element(regular_due_);
}

void AhmadCohen::sources_lag_all() {
  sources_->resize(size());
  gather_.resize(size());
  regular_due_.resize(size());
  sources_lag_.take([](Slot) {});  // slots may be gone
  sources_lag_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) sources_lag_.add(slot_at(i));
  for_each_index<gather_grain>(workers_, size(), [&](std::size_t i) {
    regular_due_from(slot_at(i));
    gather_from(slot_at(i));
  });
  find_next_regular();
}

/// In the order of slots, as steps are taken: rows that stand together share cache lines, and those that a worker
/// writes are mostly its own.
void AhmadCohen::write_sources() {
  const ScopedSeconds timer(seconds_.correct);
  lagging_.clear();
  sources_lag_.take([&](Slot slot) { lagging_.push_back(slot); });
  const std::size_t n = lagging_.size();
  outbox_.resize(n);
  for_each_index_at_home<outbox_grain>(workers_, n, [&](std::size_t k) {
    if (k + rows_ahead < n) bodies_.ask_for_row(index(lagging_[k + rows_ahead]));
    const NeighbourBody& body = bodies_.row[index(lagging_[k])];
    const PartialForce total = body.total();
    outbox_.mass[k] = is_heavy(body) ? 0 : body.mass;
    outbox_.x[k] = body.x;
    outbox_.v[k] = body.v;
    outbox_.a[k] = total.a;
    outbox_.j[k] = total.j;
    outbox_.time[k] = body.time;
  });
  sources_->write(lagging_, {outbox_.mass, outbox_.x, outbox_.v, outbox_.a, outbox_.j, outbox_.time});
}

/// The mean is that of the start or of the last change of bodies: who is heavy must not depend on rounding.
void AhmadCohen::find_heavy_bodies() {
  CompensatedSum total;
  for (const NeighbourBody& body : bodies_.row) total.add(body.mass);
  wanted_of_mean_ = options_.wanted_neighbours > 0 ? options_.wanted_neighbours : usual_neighbours(size());
  mean_mass_ = size() > 0 ? total.value() / static_cast<double>(size()) : 0;
  largest_mass_ = 0;
  on_all_lists_.clear();
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_heavy(bodies_.row[i]))
      on_all_lists_.push_back(slot_at(i));
    else
      largest_mass_ = std::max(largest_mass_, bodies_.row[i].mass);
  }
}

/// Adds them to the lists that the engine made.
void AhmadCohen::list_heavy_bodies() {
  NeighbourLists lists;
  lists.first.assign(1, 0);
  for (std::size_t r = 0; r < regular_.size(); ++r) {
    const auto list = regular_.lists.of(r);
    std::ranges::set_union(list, on_all_lists_, std::back_inserter(lists.slots));
    const auto own = std::lower_bound(lists.slots.begin() + static_cast<std::ptrdiff_t>(lists.first.back()),
                                      lists.slots.end(), regular_.slot[r]);
    if (own != lists.slots.end() && *own == regular_.slot[r]) lists.slots.erase(own);
    lists.first.push_back(lists.slots.size());
  }
  regular_.lists = std::move(lists);
}

PartialForce AhmadCohen::pull_of_heavy(Slot target, const Vec3& x, const Vec3& v, Tick t) const {
  PartialForce sum;
  for (const Slot slot : on_all_lists_)
    if (slot != target) sum += pull_of(slot, x, v, t);
  return sum;
}

PartialForce AhmadCohen::pull_of(Slot neighbour, const Vec3& x, const Vec3& v, Tick t) const {
  const NeighbourBody& body = bodies_.row[index(neighbour)];
  const auto there = body.predicted(t);
  return pull(body.mass, there.x - x, there.v - v, options_.hermite.law);
}

PartialForce AhmadCohen::sum_over(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick t) const {
  PartialForce sum;
  for (const Slot slot : list) sum += pull_of(slot, x, v, t);
  return sum;
}

}  // namespace tucana
