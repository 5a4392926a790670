#include "tucana/grape6/source_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "tucana/core/error.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::grape6 {
namespace {

/// So far away that no client puts anything there, and within what every arithmetic can square.
constexpr double hidden_coordinate = 9e14;

void check(int address, const Source& source) {
  if (address < 0) throw InputError(fmt::format("address {} is negative; addresses count from 0", address));
  if (address >= SourceStore::most_sources())
    throw InputError(fmt::format("address {} is beyond {}, the number of sources that this machine's memory bears",
                                 address, SourceStore::most_sources()));
  if (!std::isfinite(source.time))
    throw InputError(fmt::format("the time tj of the source at address {} is not finite", address));
  const Slot slot = slot_at(static_cast<std::size_t>(address));
  const Tick tick;
  const auto one = [](const auto& value) { return std::span(&value, 1); };
  const std::size_t rows = static_cast<std::size_t>(address) + 1;
  try {
    // Whatever the precision: engines get their own units.
    check_source_rows(one(slot),
                      {one(source.mass), one(source.position), one(source.velocity), one(source.acceleration),
                       one(source.jerk), one(tick), one(source.snap), one(source.crackle)},
                      rows, Precision::fp64);
  } catch (const Error& error) {
    throw InputError(fmt::format("the source at address {} stays as it was: {}", address, error.what()));
  }
}

void add(Extent& extent, const Source& source) {
  extent.add_mass(source.mass);
  extent.add_place(largest_of(source.position));
  const Vec3 derivatives[] = {source.velocity, source.acceleration, source.jerk, source.snap, source.crackle};
  for (std::size_t k = 0; k < std::size(derivatives); ++k) extent.add_derivative(k, derivatives[k]);
}

/// How far from the origin a source may be at a time `d` away from its own.
double reach_of(const Source& source, double d) {
  const double v = largest_of(source.velocity), a = largest_of(source.acceleration), j = largest_of(source.jerk);
  const double s = largest_of(source.snap), c = largest_of(source.crackle);
  return largest_of(source.position) + d * (v + d / 2 * (a + d / 3 * (j + d / 4 * (s + d / 5 * c))));
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
  check(address, source);
  const auto at = static_cast<std::size_t>(address);
  if (at < sent_ && table_[at].index != source.index)
    former_index_.try_emplace(static_cast<std::uint32_t>(at), table_[at].index);
  table_.set(at, source);
  add(extent_, source);
  latest_time_ = source.time;
}

void SourceStore::send(std::size_t nj, double when, bool predict, const Extent& targets) {
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
  const auto before = std::pair(units_, clock_);
  try {
    choose_units(when, targets, !predict || clock_.fits(when));
    if (!gather(table_.changed())) {
      choose_units(when, targets, false);
      gather(table_.changed());
    }
    when_ = predict ? clock_.tick(when) : Tick{};
    if (!columns_.slot.empty()) rows_->write(columns_.slot, columns_.rows());
  } catch (...) {
    std::tie(units_, clock_) = before;
    table_.mark_changed(0, sent_);
    throw;
  }
  table_.forget_changes();
  former_index_.clear();
}

int SourceStore::index_of(Slot slot) const {
  const auto former = former_index_.find(index(slot));
  return former == former_index_.end() ? table_[index(slot)].index : former->second;
}

/// Keeps the units while they suit, judged by what is known without a look at every source, and while times fit.
void SourceStore::choose_units(double when, const Extent& targets, bool times_fit) {
  const Precision precision = engine_.precision();
  const auto with_targets = [&](Extent extent) {
    extent.add_place(targets.coordinate);
    extent.softening = targets.softening;
    extent.smallest_softening = targets.smallest_softening;
    return extent;
  };
  call_extent_ = with_targets(extent_);
  if (predicts_) call_extent_.add_place(extent_.derivative[0] * std::abs(when - latest_time_));
  if (times_fit && units_.suit(call_extent_, precision) && units().suits_motion(call_extent_, precision)) return;
  const Measured measured = measure(when);
  extent_ = measured.extent;
  call_extent_ = with_targets(extent_);
  call_extent_.add_place(measured.reach);
  const Units best = units_.suit(call_extent_, precision) ? units_ : Units::best(call_extent_, precision);
  if (best != units_) table_.mark_changed(0, sent_);
  units_ = best;
  if (times_fit && units().suits_motion(call_extent_, precision)) return;
  clock_.rebase(when, measured.span, units_.time_bounds(call_extent_, precision));
  table_.mark_changed(0, sent_);
}

SourceStore::Measured SourceStore::measure(double when) const {
  Measured measured;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (!table_[i].is_set) continue;
    add(measured.extent, table_[i]);
    if (i >= sent_) continue;
    const double d = predicts_ ? std::abs(table_[i].time - when) : 0;
    const double reach = reach_of(table_[i], d);
    if (!(reach <= largest_coordinate(Precision::fp64)))
      throw InputError(fmt::format(
          "at time {:g} the source at address {} would be {:.3g} away from the origin: this is too far from "
          "its own time, {:g}",
          when, i, reach, table_[i].time));
    measured.reach = std::max(measured.reach, reach);
    measured.span = std::max(measured.span, d);
  }
  return measured;
}

/// False when a time does not fit the clock.
bool SourceStore::gather(std::span<const std::uint32_t> addresses) {
  columns_.clear();
  const Units to = units();
  bool all_fit = true;
  for (const std::uint32_t address : addresses) {
    if (address >= sent_) continue;  // marked again when it is used
    const Source& source = table_[address];
    all_fit = all_fit && (!predicts_ || clock_.fits(source.time));
    if (!all_fit) break;
    columns_.slot.push_back(slot_at(address));
    columns_.mass.push_back(to.to_engine(source.mass, 0, 1, 0));
    columns_.position.push_back(to.to_engine(source.position, 1, 0, 0));
    columns_.velocity.push_back(to.to_engine(source.velocity, 1, 0, -1));
    columns_.acceleration.push_back(to.to_engine(source.acceleration, 1, 0, -2));
    columns_.jerk.push_back(to.to_engine(source.jerk, 1, 0, -3));
    columns_.time.push_back(predicts_ ? clock_.tick(source.time) : Tick{});
    if (prediction_ != Prediction::crackle) continue;
    columns_.snap.push_back(to.to_engine(source.snap, 1, 0, -4));
    columns_.crackle.push_back(to.to_engine(source.crackle, 1, 0, -5));
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
