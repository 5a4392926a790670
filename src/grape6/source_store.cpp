#include "tucana/grape6/source_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::grape6 {
namespace {

/// So far away that no client puts anything there, and within what every arithmetic can square.
constexpr double hidden_coordinate = 9e14;

void check(int address, const Source& source, Precision precision) {
  if (address < 0) throw InputError(fmt::format("address {} is negative; addresses count from 0", address));
  if (address >= SourceStore::most_sources())
    throw InputError(fmt::format("address {} is beyond {}, the number of sources that this machine's memory bears",
                                 address, SourceStore::most_sources()));
  if (!std::isfinite(source.time))
    throw InputError(fmt::format("the time tj of the source at address {} is not finite", address));
  const Slot slot = slot_at(static_cast<std::size_t>(address));
  const Tick tick;
  const Vec3 zero;
  const auto one = [](const auto& value) { return std::span(&value, 1); };
  const std::size_t rows = static_cast<std::size_t>(address) + 1;
  try {
    // Derivatives in time depend on the client's unit of time: the engine sees them in its own.
    check_source_rows(one(slot),
                      {one(source.mass), one(source.position), one(source.velocity), one(source.acceleration),
                       one(source.jerk), one(tick), one(source.snap), one(source.crackle)},
                      rows, Precision::fp64);
    check_source_rows(one(slot), {one(source.mass), one(source.position), one(zero), {}, {}, one(tick)}, rows,
                      precision);
  } catch (const Error& error) {
    throw InputError(fmt::format("the source at address {} stays as it was: {}", address, error.what()));
  }
}

}  // namespace

int SourceStore::most_sources() {
  // A source takes some 200 bytes here and as many in the engine.
  constexpr double bytes = 500, most = 1 << 30;
  static const double memory =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  return static_cast<int>(std::clamp(memory / bytes, 1e6, most));
}

void SourceStore::set(int address, const Source& source) {
  check(address, source, engine_.precision());
  const auto at = static_cast<std::size_t>(address);
  if (at < sent_ && table_[at].index != source.index)
    former_index_.try_emplace(static_cast<std::uint32_t>(at), table_[at].index);
  table_.set(at, source);
}

void SourceStore::send(std::size_t nj, double when, bool predict) {
  const std::size_t used = std::min(nj, table_.size());
  const Prediction needed = has_snap_ || table_.has_higher() ? Prediction::crackle : Prediction::jerk;
  if (!rows_ || prediction_ != needed) {
    rows_ = engine_.make_sources(needed);
    prediction_ = needed;
    sent_ = 0;
  }
  if (used != sent_) {
    rows_->resize(used);
    if (used > sent_) table_.mark_changed(sent_, used);
    sent_ = used;
  }
  if (predict != predicts_) table_.mark_changed(0, used);
  predicts_ = predict;
  if (predict && !clock_.fits(when)) rebase(when);
  if (!gather(table_.changed())) {
    rebase(when);
    gather(table_.changed());
  }
  when_ = predict ? clock_.tick(when) : Tick{};
  if (!columns_.slot.empty()) rows_->write(columns_.slot, columns_.rows());
  table_.forget_changes();
  former_index_.clear();
}

int SourceStore::index_of(Slot slot) const {
  const auto former = former_index_.find(index(slot));
  return former == former_index_.end() ? table_[index(slot)].index : former->second;
}

void SourceStore::rebase(double when) {
  double span = 0;
  for (std::size_t i = 0; i < sent_; ++i)
    if (table_[i].is_set) span = std::max(span, std::abs(table_[i].time - when));
  clock_.rebase(when, span);
  table_.mark_changed(0, sent_);
}

/// False when a time does not fit the clock.
bool SourceStore::gather(std::span<const std::uint32_t> addresses) {
  columns_.clear();
  const double unit = clock_.factor(1), unit2 = clock_.factor(2), unit3 = clock_.factor(3);
  bool all_fit = true;
  for (const std::uint32_t address : addresses) {
    if (address >= sent_) continue;  // marked again when it is used
    const Source& source = table_[address];
    all_fit = all_fit && (!predicts_ || clock_.fits(source.time));
    if (!all_fit) break;
    columns_.slot.push_back(slot_at(address));
    columns_.mass.push_back(source.mass);
    columns_.position.push_back(source.position);
    columns_.velocity.push_back(unit * source.velocity);
    columns_.acceleration.push_back(unit2 * source.acceleration);
    columns_.jerk.push_back(unit3 * source.jerk);
    columns_.time.push_back(predicts_ ? clock_.tick(source.time) : Tick{});
    if (prediction_ != Prediction::crackle) continue;
    columns_.snap.push_back(clock_.factor(4) * source.snap);
    columns_.crackle.push_back(clock_.factor(5) * source.crackle);
  }
  return all_fit;
}

SourceStore::Match SourceStore::match(int index) const {
  Match match;
  for (auto address = table_.first_with(index); address != SourceTable::none;
       address = table_.next_with_same(address)) {
    if (address >= sent_) continue;
    if (match.slot != no_slot) return {match.slot, true};
    match.slot = slot_at(address);
  }
  return match;
}

std::vector<Slot> SourceStore::all_with(int index) const {
  std::vector<Slot> slots;
  for (auto address = table_.first_with(index); address != SourceTable::none; address = table_.next_with_same(address))
    if (address < sent_) slots.push_back(slot_at(address));
  return slots;
}

void SourceStore::hide(std::span<const Slot> slots) {
  const std::size_t n = slots.size();
  const std::vector<double> mass(n, 0.0);
  const std::vector<Vec3> position(n, {hidden_coordinate, hidden_coordinate, hidden_coordinate}), zero(n);
  const std::vector<Tick> time(n, when_);
  rows_->write(slots, {mass, position, zero, {}, {}, time});
}

void SourceStore::restore(std::span<const Slot> slots) {
  std::vector<std::uint32_t> addresses;
  for (const Slot slot : slots) addresses.push_back(index(slot));
  gather(addresses);
  rows_->write(columns_.slot, columns_.rows());
}

void SourceStore::Columns::clear() {
  slot.clear(), mass.clear(), time.clear();
  for (auto* column : {&position, &velocity, &acceleration, &jerk, &snap, &crackle}) column->clear();
}

}  // namespace tucana::grape6
