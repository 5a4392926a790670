#include "tucana/gravity/device/shard_evaluation.h"

#include <algorithm>

namespace tucana {
namespace {

/// The position of padding: away from everything, including parked rows.
constexpr double padding_coordinate = 0x1p57;

using device::u32;

/// A part of a list never has more slots than its subrange has rows.
std::size_t room_in_part(std::size_t list_capacity, const SplitPlan& plan) {
  return std::min(list_capacity, plan.leaves_per_item * ForceEngine::leaf_rows);
}

}  // namespace

SplitPlan ShardEvaluation::plan_of(const DeviceShare& share) const {
  return SplitPlan::make(share.targets, share.end_leaf - share.first_leaf, share.block_leaves, shard_->traits());
}

std::size_t ShardEvaluation::bytes_per_target(const DeviceTask& task, const DeviceShare& share,
                                              std::size_t list_capacity) const {
  const DeviceFormat format = shard_->format();
  const SplitPlan plan = plan_of(share);
  const std::size_t total = format.total_columns() * format.real_bytes();
  std::size_t bytes = task.variant.components() * total;
  if (task.variant.nearest) bytes += total + sizeof(std::uint32_t);
  if (task.variant.lists) bytes += (1 + room_in_part(list_capacity, plan)) * sizeof(std::uint32_t);
  return plan.written_subranges() * bytes;
}

void ShardEvaluation::start(const DeviceTask& task, const DeviceShare& share, ShardRows& rows,
                            std::size_t list_capacity) {
  share_ = share;
  variant_ = task.variant;
  plan_ = plan_of(share);
  list_capacity_ = room_in_part(list_capacity, plan_);
  if (share.targets == 0) return;
  send_targets(task);
  launch_pairs(task, rows);
  launch_reduction();
  read_back();
  shard_->queue().flush();
}

void ShardEvaluation::send_targets(const DeviceTask& task) {
  const std::size_t n = plan_.padded_targets;
  const bool lists = variant_.lists;
  const DeviceFormat format = shard_->format();
  columns_.reset(format, DeviceFormat::target_high_columns(variant_.snap), n,
                 lists ? 2 * format.columns_of_number() : 0);
  self_slots_.resize(n);
  for (std::size_t t = 0; t < n; ++t) {
    const bool is_real = t < share_.targets;
    const std::size_t from = share_.first_target + t;
    constexpr Vec3 far{padding_coordinate, padding_coordinate, padding_coordinate};
    columns_.put(0, t, is_real ? task.targets.position[from] : far);
    columns_.put(3, t, is_real && !task.targets.velocity.empty() ? task.targets.velocity[from] : Vec3{});
    if (variant_.snap) columns_.put(6, t, is_real ? task.targets.acceleration[from] : Vec3{});
    if (lists) {
      columns_.put_more(0, t, is_real ? task.targets.radius2[from] : 0.0);
      columns_.put_more(1, t, is_real && task.list_rule != ListRule::distance ? task.targets.list_time[from] : 0.0);
    }
    self_slots_[t] = is_real ? u32(index(task.targets.slot[from])) : UINT32_MAX;
  }
  device::Queue& queue = shard_->queue();
  queue.write(shard_->scratch(Scratch::targets, columns_.bytes().size()), 0, columns_.bytes());
  const auto slots = std::as_bytes(std::span(self_slots_));
  queue.write(shard_->scratch(Scratch::self_slots, slots.size()), 0, slots);
}

void ShardEvaluation::launch_pairs(const DeviceTask& task, ShardRows& rows) {
  const DeviceFormat format = shard_->format();
  // With one or two groups of targets it is cheaper that each group predicts the sources it reads.
  const bool predict_here = shard_->traits().tiles && plan_.groups_x <= 2;
  if (!predict_here) rows.predict(task.when, share_.end_leaf);
  const std::size_t n = plan_.padded_targets, parts = plan_.written_subranges();
  const std::size_t total = format.total_columns() * format.real_bytes();
  auto& sums = shard_->scratch(Scratch::partial_sums, parts * variant_.components() * total * n);
  auto& distance2 = shard_->scratch(Scratch::partial_distance2, variant_.nearest ? parts * total * n : 0);
  auto& nearest = shard_->scratch(Scratch::partial_nearest, variant_.nearest ? parts * n * sizeof(std::uint32_t) : 0);
  const std::size_t list_parts = variant_.lists ? parts * n * sizeof(std::uint32_t) : 0;
  auto& counts = shard_->scratch(Scratch::list_counts, list_parts);
  auto& slots = shard_->scratch(Scratch::list_slots, list_parts * list_capacity_);
  const auto eps2_high = static_cast<float>(task.eps2);
  const auto eps2_low = static_cast<float>(task.eps2 - static_cast<double>(eps2_high));
  const device::Argument eps2 = format.is_double() ? device::Argument(task.eps2) : device::Argument(eps2_high);
  const device::Argument low_eps2 = format.is_double() ? device::Argument(0.0) : device::Argument(eps2_low);
  shard_->queue().launch(shard_->kernels().pair_sums(variant_), {plan_.groups_x, plan_.groups_y, plan_.group_size},
                         {rows.stored(),
                          rows.times(),
                          rows.stride(),
                          task.when.n,
                          predict_here ? 1U : 0U,
                          rows.predicted(),
                          u32(share_.end_leaf),
                          u32(share_.first_leaf),
                          u32(plan_.leaves_per_item),
                          u32(plan_.leaf_lanes),
                          shard_->scratch(Scratch::targets, 0),
                          shard_->scratch(Scratch::self_slots, 0),
                          std::uint64_t{n},
                          eps2,
                          low_eps2,
                          sums,
                          distance2,
                          nearest,
                          counts,
                          slots,
                          u32(list_capacity_),
                          static_cast<std::uint32_t>(task.list_rule),
                          task.far_only ? 1U : 0U});
}

void ShardEvaluation::launch_reduction() {
  const DeviceFormat format = shard_->format();
  device::Queue& queue = shard_->queue();
  const std::size_t n = plan_.padded_targets;
  const std::size_t total = format.total_columns() * format.real_bytes();
  const std::uint64_t stride = n;
  const auto kernel = [&](const char* name) -> device::Kernel& {
    return shard_->kernels().of_rows(variant_.prediction, name);
  };
  if (const std::size_t components = variant_.components(); components > 0) {
    auto& sums = shard_->scratch(Scratch::sums, share_.blocks() * components * total * n);
    const std::size_t parts_of_block = share_.block_leaves / plan_.leaves_per_item;
    for (std::size_t block = 0; block < share_.blocks(); ++block) {
      const std::size_t first = block * parts_of_block;
      const std::size_t parts = std::min(parts_of_block, plan_.subranges - first);
      queue.launch(kernel("add_subranges"), device::grid_over(n, components),
                   {shard_->scratch(Scratch::partial_sums, 0), stride, u32(first), u32(parts), u32(components), sums,
                    u32(block)});
    }
  }
  if (variant_.nearest)
    queue.launch(kernel("nearest_of_subranges"), device::grid_over(n),
                 {shard_->scratch(Scratch::partial_distance2, 0), shard_->scratch(Scratch::partial_nearest, 0), stride,
                  u32(plan_.subranges), shard_->scratch(Scratch::distance2, total * n),
                  shard_->scratch(Scratch::nearest, n * sizeof(std::uint32_t))});
  if (variant_.lists)
    queue.launch(kernel("count_lists"), device::grid_over(n),
                 {shard_->scratch(Scratch::list_counts, 0), stride, u32(plan_.subranges),
                  shard_->scratch(Scratch::list_lengths, n * sizeof(std::uint32_t)),
                  shard_->scratch(Scratch::longest_parts, n * sizeof(std::uint32_t))});
}

void ShardEvaluation::read_back() {
  const DeviceFormat format = shard_->format();
  device::Queue& queue = shard_->queue();
  const std::size_t n = plan_.padded_targets;
  const std::size_t total = format.total_columns() * format.real_bytes();
  const auto read = [&](Scratch from, auto& to, std::size_t count) {
    to.resize(count);
    queue.read(shard_->scratch(from, 0), 0, std::as_writable_bytes(std::span(to)));
  };
  if (variant_.components() > 0) read(Scratch::sums, sums_, share_.blocks() * variant_.components() * total * n);
  if (variant_.nearest) {
    read(Scratch::distance2, distance2_, total * n);
    read(Scratch::nearest, nearest_, n);
  }
  if (variant_.lists) {
    read(Scratch::list_lengths, lengths_, n);
    read(Scratch::longest_parts, longest_parts_, n);
  }
}

void ShardEvaluation::finish() {
  if (share_.targets == 0) return;
  shard_->queue().finish();
  if (variant_.lists) gather_lists();
}

void ShardEvaluation::gather_lists() {
  device::Queue& queue = shard_->queue();
  const std::size_t n = plan_.padded_targets;
  first_.resize(n);
  std::uint64_t end = 0;
  for (std::size_t t = 0; t < n; ++t) {
    first_[t] = end;
    end += lengths_[t];
  }
  gathered_.resize(end);
  if (end == 0) return;
  const auto first = std::as_bytes(std::span(first_));
  auto& to_first = shard_->scratch(Scratch::list_first, first.size());
  auto& to = shard_->scratch(Scratch::gathered, end * sizeof(std::uint32_t));
  queue.write(to_first, 0, first);
  queue.launch(shard_->kernels().of_rows(variant_.prediction, "gather_lists"), device::grid_over(n),
               {shard_->scratch(Scratch::list_counts, 0), shard_->scratch(Scratch::list_slots, 0), std::uint64_t{n},
                u32(plan_.subranges), u32(list_capacity_), to_first, to});
  queue.read(to, 0, std::as_writable_bytes(std::span(gathered_)));
  queue.finish();
}

DeviceTotal ShardEvaluation::sum(std::size_t block, std::size_t component, std::size_t target) const {
  return load_total(shard_->format(), sums_, block * variant_.components() + component, plan_.padded_targets, target);
}

double ShardEvaluation::nearest_distance2(std::size_t target) const {
  return load_total(shard_->format(), distance2_, 0, plan_.padded_targets, target).value();
}

}  // namespace tucana
