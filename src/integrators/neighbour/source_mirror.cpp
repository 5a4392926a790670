#include "tucana/integrators/neighbour/source_mirror.h"

#include "tucana/core/for_each_index.h"

namespace tucana {
namespace {

constexpr std::size_t mirror_grain = 256;
/// A row is prefetched while this many before it are copied. Other distances were not tried.
constexpr std::size_t rows_ahead = 2;

}  // namespace

void SourceMirror::Outbox::resize(std::size_t n) {
  mass.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  time.resize(n);
}

void SourceMirror::resize(const SlotTable& slots) {
  sources_->resize(slots.slot_count());
  stale_.take([](Slot) {});  // slots may be gone
  stale_.resize(slots.slot_count());
  std::vector<Slot> parked;
  for (std::size_t i = 0; i < slots.slot_count(); ++i) {
    if (slots.is_parked(slot_at(i)))
      parked.push_back(slot_at(i));
    else
      stale_.add(slot_at(i));
  }
  if (!parked.empty()) sources_->park(parked);
}

void SourceMirror::grow(std::size_t slots) {
  sources_->resize(slots);
  stale_.resize(slots);
}

void SourceMirror::park(std::span<const Slot> slots) {
  if (slots.empty()) return;
  for (const Slot slot : slots) stale_.remove(slot);
  sources_->park(slots);
}

/// In the order of slots, as steps are taken: adjacent rows share cache lines, and a worker mostly writes rows that it
/// computed.
SourceSet& SourceMirror::updated(const NeighbourBodies& bodies, const HeavyBodies& heavy, Workers& workers) {
  stale_slots_.clear();
  stale_.take([&](Slot slot) { stale_slots_.push_back(slot); });
  const std::size_t n = stale_slots_.size();
  outbox_.resize(n);
  for_each_index_with_affinity<mirror_grain>(workers, n, [&](std::size_t k) {
    if (k + rows_ahead < n) bodies.prefetch_row(index(stale_slots_[k + rows_ahead]));
    const NeighbourBody& body = bodies.row[index(stale_slots_[k])];
    const PartialForce total = body.total();
    outbox_.mass[k] = heavy.is_heavy(body) ? 0 : body.mass;
    outbox_.x[k] = body.x;
    outbox_.v[k] = body.v;
    outbox_.a[k] = total.a;
    outbox_.j[k] = total.j;
    outbox_.time[k] = body.time;
  });
  sources_->write(stale_slots_, {outbox_.mass, outbox_.x, outbox_.v, outbox_.a, outbox_.j, outbox_.time});
  return *sources_;
}

}  // namespace tucana
