#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tucana/device/context.h"
#include "tucana/gravity/conserved.h"
#include "tucana/gravity/device/device_shard.h"
#include "tucana/gravity/device/shard_evaluation.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// Direct sums on one or several devices of one kind, OpenCL or CUDA. Many targets are divided over the devices; when
/// there are few, the sources are. One evaluation at a time: a second one first ends the one before.
class DeviceEngine final : public ForceEngine {
 public:
  /// Throws InputError when a device cannot do the precision.
  DeviceEngine(std::vector<std::unique_ptr<device::Context>> contexts, Precision precision, DeviceLayout layout = {});
  ~DeviceEngine() override;

  std::string description() const override;
  std::string arithmetic_class() const override;
  Precision precision() const override { return format_.precision; }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction = Prediction::jerk) override;
  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override;

  /// Energies and angular momentum of the sources, predicted to `when`, computed where they are; only sums of leaves
  /// come back. Potentials have the precision of the engine; their sum, and all else, is double or pairs of floats.
  Conserved conserved(SourceSet& sources, Tick when, const PairLaw& law);

  /// For integrators that keep their state on the devices: potential, acceleration, jerk and snap (components 0, 1, 4,
  /// 7) of the rows first .. first + count - 1, all predicted to `when`, computed and left on one device. The next call
  /// for this device overwrites them.
  RowSums start_row_sums(std::size_t device, DeviceSources& sources, Tick when, const PairLaw& law, std::size_t first,
                         std::size_t count);
  /// How many of `count` rows the scratch memory of a device has room for in one call.
  std::size_t most_rows_at_once(const DeviceSources& sources, std::size_t count) const;
  std::span<const std::unique_ptr<DeviceShard>> shards() const { return shards_; }

  /// What all queues moved since the engine was made.
  device::Traffic traffic() const;
  /// For tests: at most this much scratch memory for partial sums and lists on a device.
  void set_scratch_limit(std::size_t bytes) { scratch_limit_ = bytes; }

 private:
  struct Call;

  std::vector<DeviceShare> shares_of(std::size_t first_target, std::size_t targets, std::size_t leaves) const;
  std::size_t batch_size(const Call& call) const;
  void start_batch(Call& call);
  void finish_batch(Call& call);
  void complete(Call& call);
  void collect_sums(const Call& call, std::size_t target, DeviceTree& tree) const;
  void collect_nearest(const Call& call, std::size_t target) const;
  void collect_lists(Call& call);
  void redo_long_lists(Call& call, std::span<const std::size_t> targets, std::size_t longest_part);

  DeviceFormat format_;
  std::vector<std::unique_ptr<DeviceShard>> shards_;
  std::vector<ShardEvaluation> evaluations_;
  std::shared_ptr<Call> active_;
  /// Little compared with the memory of a card, and enough that a batch fills it: with 4e6 sources (128 subranges)
  /// partial sums of force in fp64 take 7 KB per target, 37,000 targets per batch.
  std::size_t scratch_limit_ = std::size_t{256} << 20;
  /// Room for a part of a list: 128 bytes, about what its partial sums take. Usual lists, of tens to a few hundred
  /// neighbours over several subranges, fit; others make it grow.
  std::size_t list_capacity_ = 32;
};

}  // namespace tucana
