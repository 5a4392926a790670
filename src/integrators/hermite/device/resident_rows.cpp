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

}  // namespace

device::ProgramText resident_hermite6_text(DeviceFormat format) {
  return {"hermite6_resident", std::string(kernels::hermite6_resident), rows_text(format, Prediction::crackle).macros};
}

ResidentRows::ResidentRows(const HermiteOptions& options, DeviceEngine& engine)
    : engine_(engine),
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
  const std::size_t n = bodies.size(), devices = parts_.size();
  std::vector<Slot> slots(n);
  for (std::size_t i = 0; i < n; ++i) slots[i] = slot_at(i);
  for (auto* rows : {bodies_.get(), copies_.get()}) {
    rows->resize(0);
    rows->resize(n);
    rows->write(slots, bodies.rows());
  }
  if (!bodies.device_rows.empty()) write_raw(bodies.device_rows);
  // Whole leaves, divided as equally as possible.
  const std::size_t leaves = bodies_->leaves();
  for (std::size_t d = 0; d < devices; ++d) {
    Part& part = parts_[d];
    part.first = std::min(leaves * d / devices * ForceEngine::leaf_rows, n);
    part.end = std::min(leaves * (d + 1) / devices * ForceEngine::leaf_rows, n);
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
    if (parts_.size() > 1) exchange(when);
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
  return least;
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

/// Each device's corrected rows go to the others.
void ResidentRows::exchange(Tick when) {
  const auto shards = engine_.shards();
  const std::size_t n = copies_->size(), columns = column_count();
  staging_.resize(bytes(n * columns));
  const auto staged = [&](std::size_t column, const Part& part) {
    return std::span(staging_).subspan(bytes(column * n + part.first), bytes(part.end - part.first));
  };
  const auto for_each_column = [&](const auto& act) {
    for (std::size_t column = 0; column < columns; ++column)
      if (column % high_columns != mass_column) act(column);
  };
  for (std::size_t d = 0; d < parts_.size(); ++d)
    for_each_column(
        [&](std::size_t column) { read_column(d, *copies_, column, parts_[d].first, staged(column, parts_[d])); });
  for (const auto& shard : shards) shard->queue().finish();
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    ShardRows& rows = copies_->on(d);
    for (const Part& other : parts_) {
      if (&other == &parts_[d] || other.first == other.end) continue;
      for_each_column([&](std::size_t column) {
        shards[d]->queue().write(rows.stored(), bytes(column * rows.stride() + other.first), staged(column, other));
      });
      shards[d]->queue().launch(parts_[d].program->kernel("set_times"), device::grid_over(other.end - other.first),
                                {rows.times(), u32(other.first), u32(other.end), when.n});
    }
  }
  // The staged numbers are on their way; the next exchange must not overwrite them.
  for (const auto& shard : shards) shard->queue().finish();
}

std::size_t ResidentRows::body_with_least_measure() {
  std::size_t body = 0;
  float least = std::numeric_limits<float>::infinity();
  std::vector<float> measures;
  for (std::size_t d = 0; d < parts_.size(); ++d) {
    measures.resize(parts_[d].end - parts_[d].first);
    if (measures.empty()) continue;
    device::Queue& queue = engine_.shards()[d]->queue();
    queue.read(*parts_[d].measures, 0, std::as_writable_bytes(std::span(measures)));
    queue.finish();
    const auto found = std::min_element(measures.begin(), measures.end());
    if (*found < least) {
      least = *found;
      body = parts_[d].first + static_cast<std::size_t>(found - measures.begin());
    }
  }
  return body;
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
