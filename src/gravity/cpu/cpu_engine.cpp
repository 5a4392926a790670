#include "tucana/gravity/cpu/cpu_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tucana/gravity/cpu/cpu_sources.h"
#include "tucana/gravity/cpu/work_plan.h"

namespace tucana::cpu {
namespace {

/// What one thread needs for a unit; kept, so that an evaluation allocates nothing once it is warm.
template <class Format>
struct Scratch {
  std::array<PairSums, block_targets> leaf_sums;
  PredictedHigherLeaf<Format> higher;
  PredictedLeaf<Format> leaf;
  LeafTree tree;
  LeafTreeOf<Vec3> snap_tree;
  std::array<Vec3, block_targets> leaf_snaps;
  std::array<std::vector<Slot>, block_targets> lists;
  TargetBlock<Format> targets;
};

/// What one unit found: its targets' sums over its range of leaves.
struct UnitResult {
  std::array<PairSums, block_targets> sums;
  std::array<Vec3, block_targets> snaps;
  std::array<Nearest, block_targets> nearest;
  std::vector<Slot> neighbours;  ///< of all targets, one after the other
  std::array<std::size_t, block_targets> neighbour_count;
};

/// From this many blocks of targets on, all workers combine them: about ten microseconds of work.
constexpr std::size_t worth_sharing = 8;

/// A few times that of float, for boxes in leaves.
constexpr double rounding_of_places = 0x1p-21;

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
  std::unique_ptr<SourceSet> make_sources(Prediction prediction) override {
    return std::make_unique<CpuSources<Format>>(prediction, workers_);
  }

  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    check_targets(targets, Format::precision);
    check_law(law, Format::precision);
    Call call{static_cast<CpuSources<Format>&>(sources), when, targets, law.eps2, wanted, {}, {}};
    check_wanted(wanted, targets, call.sources.prediction(), results);
    TUCANA_EXPECT(std::ranges::none_of(targets.slot, [&](Slot slot) { return call.sources.is_parked(slot); }));
    call.job = {rounded<Value>(law.eps2), wanted.lists, wanted.far_only, wanted.list_rule, wanted.potential, one_loop_};
    call.plan = WorkPlan::make(targets.size(), call.sources.leaf_count(), scratch_.size());
    if (call.plan.predict_first) predict_all(call);
    if (units_.size() < call.plan.units()) units_.resize(call.plan.units());
    run(call.plan.serial, call.plan.units(), [&](std::size_t u, int worker) { do_unit(call, u, *scratch_[worker]); });
    if (wanted.lists) make_room(call, *results.lists);
    run(call.plan.blocks < worth_sharing, call.plan.blocks,
        [&](std::size_t block, int worker) { gather(call, block, *scratch_[worker], results); });
    return {};
  }

 private:
  using Value = typename Format::Value;
  using Place = typename Format::Place;

  struct Call {
    CpuSources<Format>& sources;
    Tick when;
    const Targets& targets;
    double eps2;
    const Wanted& wanted;
    PairJob<Format> job;
    WorkPlan plan;
    bool sums() const { return wanted.acceleration || wanted.potential; }
  };

  void run(bool serial, std::size_t units, Workers::Unit unit) {
    if (serial)
      for (std::size_t u = 0; u < units; ++u) unit(u, 0);
    else
      workers_.run(units, unit);
  }

  void predict_all(Call& call) {
    call.sources.make_room();
    run(call.plan.serial, call.sources.leaf_count(),
        [&](std::size_t leaf, int) { predict(call, leaf, call.sources.room(leaf)); });
  }

  void predict(const Call& call, std::size_t leaf, Predicted<Format> to) const {
    call.sources.predict(kernels_, leaf, call.when, to);
    if (call.wanted.lists || call.wanted.nearest) kernels_.bounds(*to.leaf, call.sources.used_rows(leaf));
  }

  static std::size_t first_target(std::size_t block) { return block * block_targets; }
  static std::size_t targets_in(const Call& call, std::size_t block) {
    return std::min(block_targets, call.targets.size() - first_target(block));
  }

  static void load_targets(const Call& call, std::size_t block, TargetBlock<Format>& to) {
    const Targets& targets = call.targets;
    to.size = targets_in(call, block);
    for (std::size_t t = 0; t < to.size; ++t) {
      const std::size_t from = first_target(block) + t;
      const Vec3 x = targets.position[from];
      const Vec3 v = targets.velocity.empty() ? Vec3{} : targets.velocity[from];
      const Vec3 a = call.wanted.snap ? targets.acceleration[from] : Vec3{};
      to.x[t] = rounded<Place>(x.x), to.y[t] = rounded<Place>(x.y), to.z[t] = rounded<Place>(x.z);
      to.vx[t] = rounded<Value>(v.x), to.vy[t] = rounded<Value>(v.y), to.vz[t] = rounded<Value>(v.z);
      to.ax[t] = rounded<Value>(a.x), to.ay[t] = rounded<Value>(a.y), to.az[t] = rounded<Value>(a.z);
      const bool has_time = call.wanted.lists && call.wanted.list_rule != ListRule::distance;
      to.radius2[t] = rounded<Value>(call.wanted.lists ? targets.radius2[from] : 0);
      to.list_time[t] = rounded<Value>(has_time ? targets.list_time[from] : 0);
      const double farthest_axis = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
      const double time = has_time ? targets.list_time[from] : 0;
      const double radius = std::sqrt(call.wanted.lists ? targets.radius2[from] : 0);
      const bool only_deep = call.wanted.list_rule == ListRule::approach || call.wanted.list_rule == ListRule::midway;
      const double entered = only_deep ? radius / 2 : radius;
      const double sphere_time = call.wanted.list_rule == ListRule::midway ? time / 2 : 0;
      const double rounding = rounding_of_places * farthest_axis;
      to.place[0][t] = static_cast<float>(x.x), to.place[1][t] = static_cast<float>(x.y);
      to.place[2][t] = static_cast<float>(x.z);
      to.reach[t] = static_cast<float>(entered + time * norm(v) + rounding);
      to.time[t] = static_cast<float>(time);
      to.sphere_reach[t] = static_cast<float>(radius + sphere_time * norm(v) + rounding);
      to.sphere_time[t] = static_cast<float>(sphere_time);
      to.self[t] = index(targets.slot[from]);
      to.wide[t] = !(farthest_axis < wide_coordinate && call.eps2 < wide_coordinate * wide_coordinate);
    }
  }

  void do_unit(const Call& call, std::size_t unit, Scratch<Format>& scratch) {
    const std::size_t block = unit / call.plan.ranges;
    const std::size_t first = unit % call.plan.ranges * call.plan.range_leaves;
    const std::size_t end = std::min(first + call.plan.range_leaves, call.sources.leaf_count());
    load_targets(call, block, scratch.targets);
    const std::size_t n = scratch.targets.size;
    UnitResult& result = units_[unit];
    result.nearest.fill({});
    scratch.tree.clear(n);
    scratch.snap_tree.clear(n);
    if (call.wanted.lists)
      for (auto& list : scratch.lists) list.clear();
    if (call.wanted.nearest) find_first_nearest(call, first, end, scratch, result);
    for (std::size_t leaf = first; leaf < end; ++leaf) do_leaf(call, leaf, scratch, result);
    scratch.tree.finish(std::span(result.sums).first(n));
    if (call.wanted.snap) scratch.snap_tree.finish(std::span(result.snaps).first(n));
    if (!call.wanted.lists) return;
    result.neighbours.clear();
    for (std::size_t t = 0; t < n; ++t) {
      result.neighbour_count[t] = scratch.lists[t].size();
      result.neighbours.insert(result.neighbours.end(), scratch.lists[t].begin(), scratch.lists[t].end());
    }
  }

  LeafView<Format> view_of(const Call& call, std::size_t leaf, const Predicted<Format>& rows) const {
    return {*rows.leaf, rows.higher, call.sources.used_rows(leaf), static_cast<std::uint32_t>(leaf * leaf_rows)};
  }

  /// In the leaf of the first target: where bodies are sorted, the nearest of most is there, and hardly any box of
  /// other leaves has to be searched.
  void find_first_nearest(const Call& call, std::size_t first, std::size_t end, Scratch<Format>& scratch,
                          UnitResult& result) {
    const std::size_t own = scratch.targets.self[0] / leaf_rows;
    if (call.plan.predict_first && own >= first && own < end)
      kernels_.nearest(view_of(call, own, call.sources.room(own)), scratch.targets, result.nearest.data());
  }

  void do_leaf(const Call& call, std::size_t leaf, Scratch<Format>& scratch, UnitResult& result) {
    Predicted<Format> rows{&scratch.leaf, &scratch.higher};
    if (call.plan.predict_first)
      rows = call.sources.room(leaf);
    else
      predict(call, leaf, rows);
    const LeafView<Format> view = view_of(call, leaf, rows);
    const std::size_t n = scratch.targets.size;
    const auto sums = scratch.tree.room(std::span(scratch.leaf_sums).first(n));
    const auto snaps = scratch.snap_tree.room(std::span(scratch.leaf_snaps).first(n));
    kernel_for(call)(view, scratch.targets, call.job, {sums.data(), snaps.data(), scratch.lists.data()});
    if (call.sums()) scratch.tree.push(sums);
    if (call.wanted.snap) scratch.snap_tree.push(snaps);
    if (call.wanted.nearest) kernels_.nearest(view, scratch.targets, result.nearest.data());
  }

  typename Kernels<Format>::Sum kernel_for(const Call& call) const {
    if (call.wanted.snap) return kernels_.snap;
    if (call.wanted.acceleration) return kernels_.force;
    if (call.wanted.potential) return kernels_.potential;
    if (call.wanted.lists) return kernels_.lists;
    return [](const LeafView<Format>&, const TargetBlock<Format>&, const PairJob<Format>&, const LeafResults&) {};
  }

  std::span<UnitResult> units_of(const Call& call, std::size_t block) {
    return std::span(units_).subspan(block * call.plan.ranges, call.plan.ranges);
  }

  /// Combines the ranges of a block, in the order of the leaves.
  void gather(const Call& call, std::size_t block, Scratch<Format>& scratch, const Results& results) {
    const std::size_t n = targets_in(call, block);
    const auto units = units_of(call, block);
    std::array<PairSums, block_targets> sums;
    std::array<Vec3, block_targets> snaps;
    if (call.sums()) {
      scratch.tree.clear(n);
      for (auto& unit : units) scratch.tree.push(std::span(unit.sums).first(n));
      scratch.tree.finish(sums);
    }
    if (call.wanted.snap) {
      scratch.snap_tree.clear(n);
      for (auto& unit : units) scratch.snap_tree.push(std::span(unit.snaps).first(n));
      scratch.snap_tree.finish(snaps);
    }
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t to = first_target(block) + t;
      if (call.wanted.acceleration) results.acceleration[to] = sums[t].acceleration;
      if (call.wanted.acceleration && !results.jerk.empty()) results.jerk[to] = sums[t].jerk;
      if (call.wanted.snap) results.snap[to] = snaps[t];
      if (call.wanted.potential) results.potential[to] = -sums[t].potential;
      if (call.wanted.nearest) {
        Nearest best;
        for (const auto& unit : units)
          if (unit.nearest[t].is_before(best)) best = unit.nearest[t];
        results.nearest[to] = slot_at(best.slot);
        results.nearest_distance2[to] = best.distance2;
      }
    }
    if (call.wanted.lists) gather_lists(call, block, *results.lists);
  }

  /// Where each list begins, as the units have counted.
  void make_room(const Call& call, NeighbourLists& lists) {
    lists.first.resize(call.targets.size() + 1);
    std::size_t begin = 0;
    for (std::size_t block = 0; block < call.plan.blocks; ++block)
      for (std::size_t t = 0; t < targets_in(call, block); ++t) {
        lists.first[first_target(block) + t] = begin;
        for (const auto& unit : units_of(call, block)) begin += unit.neighbour_count[t];
      }
    lists.first[call.targets.size()] = begin;
    lists.slots.resize(begin);
  }

  void gather_lists(const Call& call, std::size_t block, NeighbourLists& lists) {
    const std::size_t n = targets_in(call, block);
    std::array<std::size_t, block_targets> next;
    std::copy_n(lists.first.begin() + static_cast<std::ptrdiff_t>(first_target(block)), n, next.begin());
    for (const auto& unit : units_of(call, block)) {
      std::size_t read = 0;
      for (std::size_t t = 0; t < n; ++t) {
        const std::size_t count = unit.neighbour_count[t];
        std::copy_n(unit.neighbours.data() + read, count, lists.slots.data() + next[t]);
        read += count;
        next[t] += count;
      }
    }
  }

  const SimdLevel& level_;
  const Kernels<Format>& kernels_;
  /// Separations of two_float take nine operations, and three loops keep them: one is no faster.
  bool one_loop_ = Format::precision != Precision::two_float && prefers_one_loop();
  Workers& workers_;
  std::vector<std::unique_ptr<Scratch<Format>>> scratch_;
  std::vector<UnitResult> units_;
};

}  // namespace

std::unique_ptr<ForceEngine> make_cpu_engine(Precision precision, const SimdLevel& level, Workers& workers) {
  switch (precision) {
    case Precision::fp64: return std::make_unique<CpuEngine<Fp64>>(level, workers);
    case Precision::extended: return std::make_unique<CpuEngine<Extended>>(level, workers);
    case Precision::two_float: return std::make_unique<CpuEngine<TwoFloat>>(level, workers);
    case Precision::fp32: return std::make_unique<CpuEngine<Fp32>>(level, workers);
  }
  return nullptr;
}

}  // namespace tucana::cpu
