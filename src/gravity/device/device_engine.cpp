#include "tucana/gravity/device/device_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <limits>

#include "tucana/core/error.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {
namespace {

/// With fewer targets per device than this, the sources are divided instead: a group on a CPU (8 vectors of 8 floats),
/// half of one on a GPU. Fewer would leave lanes empty; but each block of sources is one more sum on the host.
constexpr std::size_t least_targets_a_device = 64;

/// The most that the room for a part of a list grows to for all targets, 16 KB. A target with more, which sees half of
/// a small cluster, is done again alone.
constexpr std::size_t most_list_capacity = 4096;

}  // namespace

/// An evaluation in progress, batch by batch.
struct DeviceEngine::Call {
  DeviceSources& sources;
  DeviceTask task;
  Results results;
  bool potential;  ///< wanted; else computed with the force and thrown away
  std::size_t list_capacity;
  std::size_t batch = 0, first = 0, end = 0;  ///< targets of a batch; those of the batch that runs
  bool done = false;
  std::exception_ptr error = {};
};

DeviceEngine::DeviceEngine(std::vector<std::unique_ptr<device::Context>> contexts, Precision precision,
                           DeviceLayout layout)
    : format_{precision} {
  for (auto& context : contexts) {
    if (format_.is_double() && !context->info().fp64)
      throw InputError(
          fmt::format("device {} ({}) has no double precision; use engine.precision = extended or two_float",
                      context->info().id, context->info().name));
    shards_.push_back(std::make_unique<DeviceShard>(std::move(context), format_, layout));
  }
  for (auto& shard : shards_) evaluations_.emplace_back(*shard);
}

DeviceEngine::~DeviceEngine() {
  for (const auto& shard : shards_) shard->finish_quietly();
}

std::string DeviceEngine::description() const {
  const auto& info = shards_.front()->info();
  const std::string several = shards_.size() > 1 ? fmt::format("{} x ", shards_.size()) : "";
  return fmt::format("{} {} {}{}", name_of(info.api), name_of(format_.precision), several, info.name);
}

std::string DeviceEngine::arithmetic_class() const {
  const auto& shard = *shards_.front();
  const auto& info = shard.info();
  return fmt::format("{} {} {} {} {} lanes", name_of(info.api), name_of(format_.precision), info.name, info.driver,
                     shard.traits().lanes);
}

std::unique_ptr<SourceSet> DeviceEngine::make_sources(Prediction prediction) {
  return std::make_unique<DeviceSources>(shards_, prediction);
}

device::Traffic DeviceEngine::traffic() const {
  device::Traffic sum;
  for (const auto& shard : shards_) {
    const auto one = shard->queue().traffic();
    sum.bytes_written += one.bytes_written;
    sum.bytes_read += one.bytes_read;
    sum.launches += one.launches;
  }
  return sum;
}

Pending DeviceEngine::evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law,
                               const Wanted& wanted, const Results& results) {
  check_targets(targets, format_.precision);
  check_law(law, format_.precision);
  check_wanted(wanted, targets, static_cast<const DeviceSources&>(sources).prediction(), results);
  if (active_) complete(*active_);
  auto& rows = static_cast<DeviceSources&>(sources);
  auto call = std::make_shared<Call>(
      Call{rows,
           {when, targets, law.eps2, ForceVariant::of(wanted, rows.prediction()), wanted.list_rule, wanted.far_only},
           results,
           wanted.potential,
           list_capacity_});
  if (wanted.lists) {
    results.lists->first.assign(1, 0);
    results.lists->slots.clear();
  }
  call->batch = batch_size(*call);
  start_batch(*call);
  active_ = call;
  return Pending([this, call] {
    complete(*call);
    if (call->error) std::rethrow_exception(std::exchange(call->error, nullptr));
  });
}

std::vector<DeviceShare> DeviceEngine::shares_of(std::size_t first_target, std::size_t targets,
                                                 std::size_t leaves) const {
  const std::size_t devices = shards_.size();
  std::vector<DeviceShare> shares(devices);
  const bool by_sources = devices > 1 && targets < devices * least_targets_a_device && leaves >= devices;
  const std::size_t block = by_sources ? std::bit_floor(std::max<std::size_t>(leaves / (2 * devices), 1))
                                       : std::bit_ceil(std::max<std::size_t>(leaves, 1));
  const std::size_t blocks = (leaves + block - 1) / block;
  for (std::size_t d = 0; d < devices; ++d) {
    DeviceShare& share = shares[d];
    share.block_leaves = block;
    if (by_sources) {
      share.first_target = first_target;
      share.targets = targets;
      share.first_leaf = blocks * d / devices * block;
      share.end_leaf = std::min(blocks * (d + 1) / devices * block, leaves);
    } else {
      share.first_target = first_target + targets * d / devices;
      share.targets = first_target + targets * (d + 1) / devices - share.first_target;
      share.end_leaf = leaves;
    }
  }
  return shares;
}

std::size_t DeviceEngine::batch_size(const Call& call) const {
  const std::size_t targets = call.task.targets.size();
  const auto shares = shares_of(0, targets, call.sources.leaves());
  std::size_t most = std::max<std::size_t>(targets, 1);
  for (std::size_t d = 0; d < shares.size(); ++d) {
    // As the whole call would be divided. A batch, which has fewer targets, may be divided into more and shorter
    // subranges and so need more memory per target; but that ends at the number of groups a device wants, and that many
    // groups have small partial sums.
    const std::size_t bytes = evaluations_[d].bytes_per_target(call.task, shares[d], call.list_capacity);
    most = std::min(most, std::max<std::size_t>(scratch_limit_ / std::max<std::size_t>(bytes, 1), 1));
  }
  return most;
}

void DeviceEngine::start_batch(Call& call) {
  const std::size_t leaves = call.sources.leaves();
  call.end = std::min(call.first + call.batch, call.task.targets.size());
  const auto shares = shares_of(call.first, call.end - call.first, leaves);
  for (std::size_t d = 0; d < shares.size(); ++d)
    if (leaves > 0) evaluations_[d].start(call.task, shares[d], call.sources.on(d), call.list_capacity);
}

void DeviceEngine::complete(Call& call) {
  if (call.done) return;
  call.done = true;
  active_.reset();
  try {
    finish_batch(call);
    while (call.end < call.task.targets.size()) {
      call.first = call.end;
      start_batch(call);
      finish_batch(call);
    }
  } catch (...) {
    call.error = std::current_exception();
  }
}

void DeviceEngine::finish_batch(Call& call) {
  const ForceVariant& variant = call.task.variant;
  const bool empty = call.sources.leaves() == 0;
  if (!empty)
    for (auto& evaluation : evaluations_) evaluation.finish();
  DeviceTree tree;
  for (std::size_t t = call.first; t < call.end; ++t) {
    if (variant.has_sums()) collect_sums(call, t, tree);
    if (variant.nearest) collect_nearest(call, t);
  }
  if (variant.lists) collect_lists(call);
}

/// The blocks of all devices are leaves of one more tree, all components side by side.
void DeviceEngine::collect_sums(const Call& call, std::size_t target, DeviceTree& tree) const {
  const ForceVariant& variant = call.task.variant;
  DeviceTotal total[10];
  const std::span totals(total, variant.components());
  tree.clear(totals.size());
  if (call.sources.leaves() > 0)
    for (const auto& evaluation : evaluations_) {
      const DeviceShare& share = evaluation.share();
      if (target < share.first_target || target >= share.first_target + share.targets) continue;
      for (std::size_t block = 0; block < share.blocks(); ++block) {
        for (std::size_t c = 0; c < totals.size(); ++c)
          totals[c] = evaluation.sum(block, c, target - share.first_target);
        tree.push(totals);
      }
    }
  tree.finish(totals);
  double sum[10] = {};
  for (std::size_t c = 0; c < totals.size(); ++c) sum[c] = totals[c].value();
  if (call.potential) call.results.potential[target] = -sum[0];
  if (variant.force) call.results.acceleration[target] = {sum[1], sum[2], sum[3]};
  if (variant.force && !call.results.jerk.empty()) call.results.jerk[target] = {sum[4], sum[5], sum[6]};
  if (variant.snap) call.results.snap[target] = {sum[7], sum[8], sum[9]};
}

void DeviceEngine::collect_nearest(const Call& call, std::size_t target) const {
  Slot nearest = no_slot;
  double least = std::numeric_limits<double>::infinity();
  if (call.sources.leaves() > 0)
    for (const auto& evaluation : evaluations_) {
      const DeviceShare& share = evaluation.share();
      if (target < share.first_target || target >= share.first_target + share.targets) continue;
      const double now = evaluation.nearest_distance2(target - share.first_target);
      if (!(now < least)) continue;
      least = now;
      nearest = evaluation.nearest(target - share.first_target);
    }
  call.results.nearest[target] = nearest;
  call.results.nearest_distance2[target] = least;
}

void DeviceEngine::collect_lists(Call& call) {
  NeighbourLists& lists = *call.results.lists;
  std::vector<std::size_t> cut;
  std::size_t longest = 0;
  for (std::size_t t = call.first; t < call.end; ++t) {
    bool is_cut = false;
    if (call.sources.leaves() > 0)
      for (const auto& evaluation : evaluations_) {
        const DeviceShare& share = evaluation.share();
        if (t < share.first_target || t >= share.first_target + share.targets) continue;
        const std::size_t part = evaluation.longest_part(t - share.first_target);
        longest = std::max(longest, part);
        is_cut = is_cut || part > call.list_capacity;
        for (const std::uint32_t slot : evaluation.list(t - share.first_target)) lists.slots.push_back(Slot{slot});
      }
    lists.first.push_back(lists.slots.size());
    if (is_cut) cut.push_back(t);
  }
  if (!cut.empty()) redo_long_lists(call, cut, longest);
}

/// Lists that did not fit have the right length already; here they are found again with room enough.
void DeviceEngine::redo_long_lists(Call& call, std::span<const std::size_t> targets, std::size_t longest_part) {
  list_capacity_ = std::max(list_capacity_, std::min(std::bit_ceil(longest_part), most_list_capacity));
  std::vector<Slot> slot;
  std::vector<Vec3> position, velocity;
  std::vector<double> radius2, list_time;
  const Targets& all = call.task.targets;
  for (const std::size_t t : targets) {
    slot.push_back(all.slot[t]);
    position.push_back(all.position[t]);
    velocity.push_back(all.velocity.empty() ? Vec3{} : all.velocity[t]);
    radius2.push_back(all.radius2[t]);
    list_time.push_back(all.list_time.empty() ? 0.0 : all.list_time[t]);
  }
  NeighbourLists found;
  Results results;
  results.lists = &found;
  ForceVariant variant = call.task.variant;
  variant.force = variant.snap = variant.potential = variant.nearest = false;
  Call again{call.sources,
             {call.task.when,
              {slot, position, velocity, radius2, {}, list_time},
              call.task.eps2,
              variant,
              call.task.list_rule,
              false},
             results,
             false,
             longest_part};
  again.batch = batch_size(again);
  start_batch(again);
  complete(again);
  if (again.error) std::rethrow_exception(again.error);
  for (std::size_t k = 0; k < targets.size(); ++k)
    std::ranges::copy(found.of(k), call.results.lists->slots.begin() +
                                       static_cast<std::ptrdiff_t>(call.results.lists->first[targets[k]]));
}

}  // namespace tucana
