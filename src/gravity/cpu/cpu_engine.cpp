#include "tucana/gravity/cpu/cpu_engine.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

#include "tucana/gravity/cpu/cpu_sources.h"
#include "tucana/gravity/cpu/work_plan.h"

namespace tucana::cpu {
namespace {

/// What one thread needs for a unit; kept, so that an evaluation allocates nothing once it is warm.
template <class Format>
struct Scratch {
  PredictedLeaf<Format> leaf;
  TargetBlock<Format> targets;
  std::array<PairSums, block_targets> leaf_sums;
  LeafTree tree;
  std::array<std::vector<Slot>, block_targets> lists;
};

/// What one unit found: its targets' sums over its range of leaves.
struct UnitResult {
  std::array<PairSums, block_targets> sums;
  std::array<Nearest, block_targets> nearest;
  std::vector<Slot> neighbours;  ///< of all targets, one after the other
  std::array<std::size_t, block_targets> neighbour_count;
};

template <class T>
T to_scalar(double x) {
  return static_cast<T>(std::min(x, static_cast<double>(std::numeric_limits<T>::max())));
}

template <class Format>
class CpuEngine final : public ForceEngine {
 public:
  CpuEngine(const SimdLevel& level, Workers& workers)
      : level_(level), kernels_(level.kernels<Format>()), workers_(workers) {
    for (int i = 0; i < workers.count(); ++i) scratch_.push_back(std::make_unique<Scratch<Format>>());
  }

  std::string description() const override {
    const int n = workers_.count();
    return fmt::format("cpu {} {} {} thread{}", name_of(Format::precision), level_.name, n, n == 1 ? "" : "s");
  }
  std::string arithmetic_class() const override {
    return fmt::format("cpu {} {} {}", name_of(Format::precision), level_.name, processor_vendor());
  }
  Precision precision() const override { return Format::precision; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override { return std::make_unique<CpuSources<Format>>(); }

  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    check_targets(targets, Format::precision);
    check_law(law, Format::precision);
    Call call{static_cast<CpuSources<Format>&>(sources), when, targets, law.eps2, wanted, {}, {}};
    call.plan = WorkPlan::make(targets.size(), call.sources.leaves().size(), scratch_.size());
    if (call.plan.predict_first) predict_all(call);
    if (units_.size() < call.plan.units()) units_.resize(call.plan.units());
    run(call.plan.serial, call.plan.units(), [&](std::size_t u, int worker) { do_unit(call, u, *scratch_[worker]); });
    for (std::size_t block = 0; block < call.plan.blocks; ++block) gather(call, block, results);
    if (wanted.lists) gather_lists(call, *results.lists);
    return {};
  }

 private:
  struct Call {
    CpuSources<Format>& sources;
    Tick when;
    const Targets& targets;
    double eps2;
    const Wanted& wanted;
    WorkPlan plan;
    std::span<const PredictedLeaf<Format>> predicted;
  };

  void run(bool serial, std::size_t units, Workers::Unit unit) {
    if (serial)
      for (std::size_t u = 0; u < units; ++u) unit(u, 0);
    else
      workers_.run(units, unit);
  }

  void predict_all(Call& call) {
    const auto predicted = call.sources.predicted();
    run(call.plan.serial, predicted.size(), [&](std::size_t leaf, int) {
      kernels_.predict(call.sources.leaves()[leaf], call.when.n, call.sources.used_rows(leaf), predicted[leaf]);
    });
    call.predicted = predicted;
  }

  static std::size_t first_target(std::size_t block) { return block * block_targets; }
  static std::size_t targets_in(const Call& call, std::size_t block) {
    return std::min(block_targets, call.targets.size() - first_target(block));
  }

  static void load_targets(const Call& call, std::size_t block, TargetBlock<Format>& to) {
    using T = typename Format::Scalar;
    to.size = targets_in(call, block);
    for (std::size_t t = 0; t < to.size; ++t) {
      const std::size_t from = first_target(block) + t;
      const Vec3 x = call.targets.position[from];
      const Vec3 v = call.targets.velocity.empty() ? Vec3{} : call.targets.velocity[from];
      to.x[t] = static_cast<T>(x.x), to.y[t] = static_cast<T>(x.y), to.z[t] = static_cast<T>(x.z);
      to.vx[t] = static_cast<T>(v.x), to.vy[t] = static_cast<T>(v.y), to.vz[t] = static_cast<T>(v.z);
      if constexpr (Format::two_float) {
        to.low_x[t] = SplitDouble(x.x).low, to.low_y[t] = SplitDouble(x.y).low, to.low_z[t] = SplitDouble(x.z).low;
      } else {
        to.low_x[t] = to.low_y[t] = to.low_z[t] = 0;
      }
      to.radius2[t] = call.wanted.lists ? to_scalar<T>(call.targets.radius2[from]) : T{0};
      to.self[t] = index(call.targets.slot[from]);
      to.wide[t] = !(std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) < wide_coordinate &&
                     call.eps2 < wide_coordinate * wide_coordinate);
    }
  }

  void do_unit(const Call& call, std::size_t unit, Scratch<Format>& scratch) {
    const std::size_t block = unit / call.plan.ranges;
    const std::size_t first = unit % call.plan.ranges * call.plan.range_leaves;
    const std::size_t end = std::min(first + call.plan.range_leaves, call.sources.leaves().size());
    load_targets(call, block, scratch.targets);
    const std::size_t n = scratch.targets.size;
    UnitResult& result = units_[unit];
    result.nearest.fill({});
    scratch.tree.clear(n);
    if (call.wanted.lists)
      for (auto& list : scratch.lists) list.clear();
    for (std::size_t leaf = first; leaf < end; ++leaf) do_leaf(call, leaf, scratch, result);
    scratch.tree.finish(std::span(result.sums).first(n));
    if (!call.wanted.lists) return;
    result.neighbours.clear();
    for (std::size_t t = 0; t < n; ++t) {
      result.neighbour_count[t] = scratch.lists[t].size();
      result.neighbours.insert(result.neighbours.end(), scratch.lists[t].begin(), scratch.lists[t].end());
    }
  }

  void do_leaf(const Call& call, std::size_t leaf, Scratch<Format>& scratch, UnitResult& result) {
    const std::size_t used = call.sources.used_rows(leaf);
    if (!call.plan.predict_first) kernels_.predict(call.sources.leaves()[leaf], call.when.n, used, scratch.leaf);
    const LeafView<Format> view{call.plan.predict_first ? call.predicted[leaf] : scratch.leaf, used,
                                static_cast<std::uint32_t>(leaf * leaf_rows)};
    const auto eps2 = static_cast<typename Format::Scalar>(call.eps2);
    if (call.wanted.acceleration || call.wanted.potential) {
      const auto sum = call.wanted.acceleration ? kernels_.force : kernels_.potential;
      sum(view, scratch.targets, eps2, scratch.leaf_sums.data());
      scratch.tree.push(std::span(scratch.leaf_sums).first(scratch.targets.size));
    }
    if (call.wanted.nearest) kernels_.nearest(view, scratch.targets, result.nearest.data());
    if (call.wanted.lists) kernels_.neighbours(view, scratch.targets, scratch.lists.data());
  }

  /// Combines the ranges of a block, in the order of the leaves.
  void gather(const Call& call, std::size_t block, const Results& results) {
    const std::size_t n = targets_in(call, block);
    const auto units = std::span(units_).subspan(block * call.plan.ranges, call.plan.ranges);
    std::array<PairSums, block_targets> sums;
    if (call.wanted.acceleration || call.wanted.potential) {
      tree_.clear(n);
      for (auto& unit : units) tree_.push(std::span(unit.sums).first(n));
      tree_.finish(sums);
    }
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t to = first_target(block) + t;
      if (call.wanted.acceleration) {
        results.acceleration[to] = sums[t].acceleration;
        results.jerk[to] = sums[t].jerk;
      }
      if (call.wanted.potential) results.potential[to] = -sums[t].potential;
      if (call.wanted.nearest) {
        Nearest best;
        for (const auto& unit : units)
          if (unit.nearest[t].distance2 < best.distance2) best = unit.nearest[t];
        results.nearest[to] = slot_at(best.slot);
        results.nearest_distance2[to] = best.distance2;
      }
    }
  }

  void gather_lists(const Call& call, NeighbourLists& lists) {
    lists.first.assign(1, 0);
    lists.slots.clear();
    for (std::size_t block = 0; block < call.plan.blocks; ++block) {
      const auto units = std::span(units_).subspan(block * call.plan.ranges, call.plan.ranges);
      read_.assign(units.size(), 0);
      for (std::size_t t = 0; t < targets_in(call, block); ++t) {
        for (std::size_t u = 0; u < units.size(); ++u) {
          const auto begin = units[u].neighbours.begin() + static_cast<std::ptrdiff_t>(read_[u]);
          lists.slots.insert(lists.slots.end(), begin,
                             begin + static_cast<std::ptrdiff_t>(units[u].neighbour_count[t]));
          read_[u] += units[u].neighbour_count[t];
        }
        lists.first.push_back(lists.slots.size());
      }
    }
  }

  const SimdLevel& level_;
  const Kernels<Format>& kernels_;
  Workers& workers_;
  std::vector<std::unique_ptr<Scratch<Format>>> scratch_;
  std::vector<UnitResult> units_;
  LeafTree tree_;
  std::vector<std::size_t> read_;
};

}  // namespace

std::unique_ptr<ForceEngine> make_cpu_engine(Precision precision, const SimdLevel& level, Workers& workers) {
  switch (precision) {
    case Precision::fp64: return std::make_unique<CpuEngine<Fp64>>(level, workers);
    case Precision::two_float: return std::make_unique<CpuEngine<TwoFloat>>(level, workers);
    case Precision::fp32: return std::make_unique<CpuEngine<Fp32>>(level, workers);
  }
  return nullptr;
}

}  // namespace tucana::cpu
