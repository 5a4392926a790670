#include "tucana/integrators/hermite/device/resident_rows.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

#include "tucana/core/error.h"

namespace tucana {
namespace kernels {
extern const std::string_view hermite6_resident;
}  // namespace kernels

namespace {

/// Columns of the stored rows (gravity/kernels/rows.kernel.h); the mass does not change.
constexpr std::size_t mass_column = 3;
constexpr std::size_t high_columns = 19;
constexpr std::size_t position_column = 0, velocity_column = 4, acceleration_column = 7, jerk_column = 10,
                      snap_column = 13, crackle_column = 16;

using device::u32;

/// A body of a rank, by what its step is chosen from.
struct Least {
  double measure;
  std::size_t body;
};

}  // namespace

device::ProgramText resident_hermite6_text(DeviceFormat format) {
  return {"hermite6_resident", std::string(kernels::hermite6_resident), rows_text(format, Prediction::crackle).macros};
}

ResidentRows::ResidentRows(const HermiteOptions& options, DeviceEngine& engine, Communicator& ranks,
                           const DividingRule& rule)
    : engine_(engine),
      ranks_(ranks),
      rule_(rule),
      options_(options),
      criterion_(options.eta, engine.precision()),
      format_{engine.precision()},
      bodies_(std::make_unique<DeviceSources>(engine.shards(), Prediction::crackle)),
      copies_(std::make_unique<DeviceSources>(engine.shards(), Prediction::crackle)) {
  for (const auto& shard : engine.shards()) {
    Part part;
    part.program = shard->context().build(resident_hermite6_text(format_));
    part.least = std::make_unique<device::Reduce>(shard->context(), device::Reduction::least_float);
    part.result = shard->context().allocate(sizeof(float));
    parts_.push_back(std::move(part));
  }
}

ResidentRows::~ResidentRows() {
  for (const auto& shard : engine_.shards()) shard->finish_quietly();
}

std::size_t ResidentRows::column_count() const { return format_.columns(high_columns); }

void ResidentRows::load(const BodyColumns& bodies) {
  const std::size_t n = bodies.size();
  std::vector<Slot> slots(n);
  for (std::size_t i = 0; i < n; ++i) slots[i] = slot_at(i);
  for (auto* rows : {bodies_.get(), copies_.get()}) {
    rows->resize(0);
    rows->resize(n);
    rows->write(slots, bodies.rows());
  }
  if (!bodies.device_rows.empty()) write_raw(bodies.device_rows);
  divide(n);
}

/// Whole leaves, as equally as possible: between the ranks, and those of a rank between its devices.
void ResidentRows::divide(std::size_t rows) {
  const auto n = static_cast<double>(rows);
  is_divided_ = !ranks_.is_alone() && rule_.divides_sums(options_.iterations * n * n, bytes(rows) * column_count());
  const std::size_t ranks = is_divided_ ? static_cast<std::size_t>(ranks_.size()) : 1, leaves = bodies_->leaves();
  const auto rank = is_divided_ ? static_cast<std::size_t>(ranks_.rank()) : 0;
  const auto row_of = [&](std::size_t leaf) { return std::min(leaf * ForceEngine::leaf_rows, rows); };
  rank_first_.clear();
  for (std::size_t r = 0; r <= ranks; ++r) rank_first_.push_back(row_of(leaves * r / ranks));
  const std::size_t first = leaves * rank / ranks, own = leaves * (rank + 1) / ranks - first, devices = parts_.size();
  for (std::size_t d = 0; d < devices; ++d) {
    Part& part = parts_[d];
    part.first = row_of(first + own * d / devices);
    part.end = row_of(first + own * (d + 1) / devices);
    part.measures =
        engine_.shards()[d]->context().allocate(std::max<std::size_t>(part.end - part.first, 1) * sizeof(float));
  }
}

/// Columns of all numbers of all rows, as read_all() gave them.
void ResidentRows::write_raw(std::span<const double> numbers) {
  const std::size_t n = bodies_->size();
  if (numbers.size() != n * column_count())
    throw InputError("the checkpoint is damaged: the numbers of its devices are too few or too many");
  staging_.resize(bytes(n) * column_count());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto value = static_cast<float>(numbers[k]);
    std::memcpy(staging_.data() + k * sizeof value, &value, sizeof value);
  }
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    ShardRows& rows = bodies_->on(d);
    for (std::size_t column = 0; column < column_count(); ++column)
      engine_.shards()[d]->queue().write(rows.stored(), bytes(column * rows.stride()),
                                         std::span(staging_).subspan(bytes(column * n), bytes(n)));
    rows.mark_changed();
  }
  for (const auto& shard : engine_.shards()) shard->queue().finish();
}

double ResidentRows::try_step(Tick when) {
  for (int pass = 0; pass < options_.iterations; ++pass) {
    // From the second pass on, bodies act as sources at their corrected positions.
    DeviceSources& from = pass == 0 ? *bodies_ : *copies_;
    for (std::size_t d = 0; d < parts_.size(); ++d) correct(d, from, when);
    if (parts_.size() > 1 || is_divided_) exchange(when);
  }
  if (is_divided_) {
    for (const Part& part : parts_)
      ranks_.count_divided(static_cast<std::uint64_t>(options_.iterations) * (part.end - part.first) * bodies_->size());
  }
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    Part& part = parts_[d];
    device::Queue& queue = engine_.shards()[d]->queue();
    part.least->run(queue, *part.measures, part.end - part.first, *part.result);
    queue.read(*part.result, 0, std::as_writable_bytes(std::span(&part.least_measure, 1)));
    queue.flush();
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    engine_.shards()[d]->queue().finish();
    least = std::min(least, static_cast<double>(parts_[d].least_measure));
  }
  return is_divided_ ? std::ranges::min(row_of_each(ranks_, least, ExchangePhase::force)) : least;
}

void ResidentRows::correct(std::size_t device, DeviceSources& from, Tick when) {
  Part& part = parts_[device];
  DeviceShard& shard = *engine_.shards()[device];
  ShardRows& stored = bodies_->on(device);
  ShardRows& corrected = copies_->on(device);
  const auto real = [&](double value) {
    return format_.is_double() ? device::Argument(value) : device::Argument(static_cast<float>(value));
  };
  const std::size_t piece = engine_.most_rows_at_once(*bodies_, part.end - part.first);
  for (std::size_t first = part.first; first < part.end; first += piece) {
    const std::size_t count = std::min(piece, part.end - first);
    const RowSums sums = engine_.start_row_sums(device, from, when, options_.law, first, count);
    shard.queue().launch(part.program->kernel("correct_rows"), device::grid_over(count),
                         {stored.stored(), stored.times(), stored.stride(), sums.sums, sums.stride, u32(first),
                          u32(count), u32(first - part.first), when.n, real(criterion_.rounding),
                          real(criterion_.least), corrected.stored(), corrected.times(), *part.measures});
  }
  corrected.mark_changed();
  shard.queue().flush();
}

/// Of all columns but that of the masses.
template <class Act>
void ResidentRows::for_each_moving_column(const Act& act) const {
  for (std::size_t column = 0; column < column_count(); ++column)
    if (column % high_columns != mass_column) act(column);
}

std::span<std::byte> ResidentRows::staged(std::size_t column, std::size_t first, std::size_t end) {
  return std::span(staging_).subspan(bytes(column * copies_->size() + first), bytes(end - first));
}

/// Each device's corrected rows go to the others.
void ResidentRows::exchange(Tick when) {
  const auto shards = engine_.shards();
  const std::size_t n = copies_->size();
  staging_.resize(bytes(n * column_count()));
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    const Part& part = parts_[d];
    for_each_moving_column([&](std::size_t column) {
      read_column(d, *copies_, column, part.first, staged(column, part.first, part.end));
    });
  }
  for (const auto& shard : shards) shard->queue().finish();
  if (is_divided_) exchange_between_ranks();
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    ShardRows& rows = copies_->on(d);
    const auto write = [&](std::size_t first, std::size_t end) {
      if (first == end) return;
      for_each_moving_column([&](std::size_t column) {
        shards[d]->queue().write(rows.stored(), bytes(column * rows.stride() + first), staged(column, first, end));
      });
      shards[d]->queue().launch(parts_[d].program->kernel("set_times"), device::grid_over(end - first),
                                {rows.times(), u32(first), u32(end), when.n});
    };
    write(0, parts_[d].first);
    write(parts_[d].end, n);
  }
  // The staged numbers are on their way; the next exchange must not overwrite them.
  for (const auto& shard : shards) shard->queue().finish();
}

/// What stands in the staging area.
void ResidentRows::exchange_between_ranks() {
  const MovingTimer timer(ranks_);
  std::size_t moving = 0;
  for_each_moving_column([&](std::size_t) { ++moving; });
  std::vector<std::size_t> sizes;
  for (std::size_t r = 0; r + 1 < rank_first_.size(); ++r)
    sizes.push_back(bytes((rank_first_[r + 1] - rank_first_[r]) * moving));
  exchange_.begin(sizes);
  const auto rows_of = [&](std::size_t column, std::size_t r) {
    return staged(column, rank_first_[r], rank_first_[r + 1]);
  };
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  for_each_moving_column([&](std::size_t column) { exchange_.put(std::span<const std::byte>(rows_of(column, rank))); });
  exchange_.exchange(ExchangePhase::force);
  for (std::size_t r = 0; r < sizes.size(); ++r)
    for_each_moving_column([&](std::size_t column) { exchange_.take(r, rows_of(column, r)); });
}

std::size_t ResidentRows::body_with_least_measure() {
  std::size_t body = 0;
  double least = std::numeric_limits<double>::infinity();
  std::vector<float> measures;
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    measures.resize(parts_[d].end - parts_[d].first);
    if (measures.empty()) continue;
    device::Queue& queue = engine_.shards()[d]->queue();
    queue.read(*parts_[d].measures, 0, std::as_writable_bytes(std::span(measures)));
    queue.finish();
    const auto found = std::min_element(measures.begin(), measures.end());
    if (static_cast<double>(*found) < least) {
      least = static_cast<double>(*found);
      body = parts_[d].first + static_cast<std::size_t>(found - measures.begin());
    }
  }
  if (!is_divided_) return body;
  const auto of_ranks = row_of_each(ranks_, Least{least, body});
  return std::ranges::min_element(of_ranks, {}, &Least::measure)->body;
}

void ResidentRows::accept() { std::swap(bodies_, copies_); }

void ResidentRows::read_column(std::size_t device, DeviceSources& rows, std::size_t column, std::size_t first,
                               std::span<std::byte> to) {
  ShardRows& on_device = rows.on(device);
  engine_.shards()[device]->queue().read(on_device.stored(), bytes(column * on_device.stride() + first), to);
}

double ResidentRows::number(std::size_t k) const {
  if (format_.is_double()) {
    double value = 0;
    std::memcpy(&value, staging_.data() + k * sizeof value, sizeof value);
    return value;
  }
  float value = 0;
  std::memcpy(&value, staging_.data() + k * sizeof value, sizeof value);
  return static_cast<double>(value);
}

void ResidentRows::read_vectors(DeviceSources& rows, std::size_t column, std::vector<Vec3>& to) {
  const std::size_t n = rows.size();
  const bool has_low = format_.precision == Precision::extended;
  staging_.resize(bytes(6 * n));
  for (std::size_t k = 0; k < 3; ++k) {
    read_column(0, rows, column + k, 0, std::span(staging_).subspan(bytes(k * n), bytes(n)));
    if (has_low)
      read_column(0, rows, high_columns + column + k, 0, std::span(staging_).subspan(bytes((3 + k) * n), bytes(n)));
  }
  engine_.shards()[0]->queue().finish();
  to.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    to[i] = {number(i), number(n + i), number(2 * n + i)};
    if (has_low) to[i] += Vec3{number(3 * n + i), number(4 * n + i), number(5 * n + i)};
  }
}

void ResidentRows::read_places(Which which, std::vector<Vec3>& x, std::vector<Vec3>& v) {
  read_vectors(sources(which), position_column, x);
  read_vectors(sources(which), velocity_column, v);
}

void ResidentRows::read_all(BodyColumns& bodies) {
  read_vectors(*bodies_, position_column, bodies.x);
  read_vectors(*bodies_, velocity_column, bodies.v);
  read_vectors(*bodies_, acceleration_column, bodies.a);
  read_vectors(*bodies_, jerk_column, bodies.j);
  read_vectors(*bodies_, snap_column, bodies.s);
  read_vectors(*bodies_, crackle_column, bodies.c);
  bodies.device_rows.clear();
  if (format_.precision != Precision::extended) return;
  const std::size_t n = bodies_->size();
  staging_.resize(bytes(n * column_count()));
  for (std::size_t column = 0; column < column_count(); ++column)
    read_column(0, *bodies_, column, 0, std::span(staging_).subspan(bytes(column * n), bytes(n)));
  engine_.shards()[0]->queue().finish();
  bodies.device_rows.resize(n * column_count());
  for (std::size_t k = 0; k < bodies.device_rows.size(); ++k) bodies.device_rows[k] = number(k);
}

}  // namespace tucana
