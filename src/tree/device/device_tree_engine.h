#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tucana/device/context.h"
#include "tucana/tree/device/device_tree_sources.h"
#include "tucana/tree/device/device_walk.h"
#include "tucana/tree/device/sums_exchange.h"
#include "tucana/tree/device/tree_device.h"
#include "tucana/tree/tree_engine.h"

namespace tucana {
namespace tree {

/// The tree on one or several devices of one kind: keys, sort, cells, moments and walks are all computed there
/// (docs/theory/tree.md). Each device holds the whole tree and walks its part of the groups, so that the bits do not
/// depend on their number; nor on that of ranks, between which the groups are divided first.
class DeviceTreeEngine final : public TreeEngine {
 public:
  DeviceTreeEngine(const TreeOptions& options, std::vector<std::unique_ptr<device::Context>> contexts,
                   WalkLayout layout, Decider& decider, Communicator& ranks);
  ~DeviceTreeEngine() override;
  DeviceTreeEngine(const DeviceTreeEngine&) = delete;
  DeviceTreeEngine& operator=(const DeviceTreeEngine&) = delete;

  std::string description() const override;
  std::string arithmetic_class() const override;
  Precision precision() const override { return Precision::fp32; }
  bool sums_all_pairs() const override { return false; }
  bool softens_each() const override { return true; }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction) override;
  const TreeReport& last_report() const override { return report_; }
  Pending evaluate(SourceSet& set, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override;

  /// For an integrator that keeps its state on the only device of this engine: as evaluate(), of targets that are there
  /// and whose last accelerations are known. Returns the number of interactions.
  std::uint64_t evaluate_there(DeviceTreeSources& sources, Tick when, const ResidentTargets& targets);
  /// Its results: four numbers per target, in the unit of acceleration of the sources; the fourth is the potential.
  const device::Buffer& sums_there() const { return walks_.front().sums(); }

  std::size_t devices() const { return devices_.size(); }
  /// Neither this rank nor another one has several.
  bool has_one_device() const { return has_one_device_; }
  TreeDevice& device(std::size_t d) { return *devices_[d]; }

 private:
  /// What a device returns.
  struct Answer {
    std::vector<float> sums;
    std::vector<std::uint32_t> counts;
  };

  void finish();
  void prepare(DeviceTreeSources& sources, Tick when, double size, bool looking);
  template <class Targets>
  void make_groups(DeviceTreeSources& sources, const Targets& targets, std::size_t placed);
  void find_accelerations(DeviceTreeSources& sources);
  void walk(DeviceTreeSources& sources, OpeningCriterion criterion, double accuracy, bool everywhere);
  void collect(const KernelUnits& units, const Wanted& wanted, const Results& results);
  void exchange(std::vector<float>& sums, ExchangePhase phase);
  void subtract_selves();

  TreeOptions options_;
  Decider& decider_;
  Communicator& ranks_;
  SumsExchange exchange_{ranks_};
  bool has_one_device_ = true;
  bool is_divided_ = false;  ///< the last walk, between ranks
  std::vector<std::unique_ptr<TreeDevice>> devices_;
  std::vector<DeviceWalk> walks_;
  std::vector<Answer> answers_;
  PackedTargets packed_;
  std::size_t placed_ = 0;  ///< targets that are not test points
  TreeReport report_;
};

}  // namespace tree

/// Without a layout, GPUs measure which one is fastest; `decider` says what was measured, and outlives the engine, as
/// do the ranks. Throws InputError for options that are out of range or not supported on devices.
std::unique_ptr<TreeEngine> make_device_tree_engine(const TreeOptions& options,
                                                    std::vector<std::unique_ptr<device::Context>> contexts,
                                                    tree::WalkLayout layout = {}, Decider& decider = own_decider(),
                                                    Communicator& ranks = alone());

}  // namespace tucana
