#include "tucana/tree/tree_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/cpu/kernels.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/tree/cpu/walk_scratch.h"
#include "tucana/tree/groups.h"
#include "tucana/tree/target_order.h"
#include "tucana/tree/tree_sources.h"
#include "tucana/tree/walk_exchange.h"

namespace tucana {
namespace tree {
namespace {

/// Groups that a thread claims at once: a single one if there are few, so that all threads have some.
std::size_t groups_a_unit(std::size_t groups) { return groups < 64 ? 1 : 4; }

/// The error of a series about the centre of a group, as a fraction of the error allowed by the opening criterion. At
/// 0.05 the errors of an NFW sphere grow by at most a tenth from 2^-8 to 2^-14, at 0.1 those of one body in a hundred
/// double; from 0.05 to 0.02 the number of pairs of targets and cells grows by half.
constexpr double expansion_share = 0.03;

class CpuTreeEngine final : public TreeEngine {
 public:
  CpuTreeEngine(const TreeOptions& options, const cpu::SimdLevel& level, Workers& workers, Decider& decider,
                Communicator& ranks)
      : options_(options),
        level_(level),
        kernels_(walk_kernels(level.name)),
        workers_(workers),
        decider_(decider),
        ranks_(ranks),
        exchange_(ranks) {
    for (int i = 0; i < workers.count(); ++i) scratch_.push_back(std::make_unique<WalkScratch>());
  }

  std::string description() const override {
    const int n = workers_.count();
    return fmt::format("tree cpu fp32 {} {} thread{}{}", level_.name, n, n == 1 ? "" : "s",
                       ranks_.is_alone() ? "" : fmt::format(" in {} ranks", ranks_.size()));
  }
  std::string arithmetic_class() const override {
    return fmt::format("tree cpu fp32 {} {}", level_.name, cpu::processor_vendor());
  }
  Precision precision() const override { return Precision::fp32; }
  bool sums_all_pairs() const override { return false; }
  bool softens_each() const override { return true; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override {
    return std::make_unique<TreeSources>(options_, decider_);
  }
  const TreeReport& last_report() const override { return report_; }

  Pending evaluate(SourceSet& set, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    auto& sources = dynamic_cast<TreeSources&>(set);
    check_targets(targets, Precision::fp64);
    check_law(law, Precision::fp64);
    report_ = {};
    TUCANA_EXPECT(sources.holds(targets.slot));
    if (sources.body_count() == 0 || targets.size() == 0) {
      for (std::size_t k = 0; k < targets.size(); ++k) put(wanted, results, k, {}, 0);
      return {};
    }
    const double size = static_cast<double>(targets.size()) / static_cast<double>(sources.body_count());
    prepare(sources, when, size, wanted.looking);
    order_.sort(sources, targets, workers_);
    make_groups_of(sources);
    Evaluation evaluation{sources, targets, law, wanted, results, targets.old_acceleration};
    std::vector<double> known;
    if (options_.criterion == OpeningCriterion::acceleration && !has_old_accelerations(targets)) {
      known = guess_accelerations(evaluation);
      evaluation.old_acceleration = known;
    }
    const TreeReport before = report_;
    walk_all(evaluation,
             OpeningRule(options_.criterion, options_.order, options_.accuracy, field_of_all(sources.cells())));
    if (results.interactions != nullptr) *results.interactions += report_.interactions();
    if (!wanted.looking) sources.tuning().walked(report_.walk_since(before, size, sources.age(when)));
    return {};
  }

 private:
  struct Evaluation {
    TreeSources& sources;
    const Targets& targets;
    const PairLaw& law;
    const Wanted& wanted;
    const Results& results;
    std::span<const double> old_acceleration;
  };

  static void put(const Wanted& wanted, const Results& results, std::size_t k, const Vec3& a, double potential) {
    if (wanted.acceleration) results.acceleration[k] = a;
    if (wanted.potential) results.potential[k] = potential;
  }

  /// A tree at this time: rebuilt if that pays.
  void prepare(TreeSources& sources, Tick when, double size, bool looking) {
    if (sources.build_due(when, size, looking)) {
      const auto seconds = sources.build(when, workers_);
      report_.keys = seconds.keys, report_.sort = seconds.sort, report_.link = seconds.link;
      sources.learn_build(report_.build_seconds(), looking);
    }
    Stopwatch watch;
    sources.predict(when, workers_);
    report_.predict = watch.lap();
    sum_moments(sources.octree(), sources.bodies(), workers_, sources.cells());
    report_.moments = watch.lap();
    report_.cells = sources.octree().cells().size();
  }

  void make_groups_of(TreeSources& sources) {
    const Stopwatch watch;
    const GroupRules rules{options_.group_bodies, sources.tuning().split_radius(), options_.ball,
                           options_.fit_groups ? group_span : any_span};
    groups_ = make_groups(sources.octree(), order_.places(), order_.positions(), rules, workers_);
    for (auto k = static_cast<std::uint32_t>(order_.places().size()); k < order_.size(); ++k)
      groups_.push_back({k, 1, {order_.positions()[k], 0}});
    report_.groups = watch.seconds();
    report_.walked_groups = groups_.size();
  }

  /// The last accelerations; where they are not known, those of a first round by the opening angle.
  std::vector<double> guess_accelerations(Evaluation evaluation) {
    std::vector<Vec3> a(evaluation.targets.size());
    Wanted wanted;
    wanted.jerk = false;
    Results results{};
    results.acceleration = a;
    walk_all({evaluation.sources, evaluation.targets, evaluation.law, wanted, results, {}},
             OpeningRule(OpeningCriterion::angle, options_.order, options_.bootstrap_angle, 1));
    std::vector<double> sizes(a.size());
    const auto& old = evaluation.targets.old_acceleration;
    for (std::size_t k = 0; k < a.size(); ++k) sizes[k] = !old.empty() && old[k] > 0 ? old[k] : norm(a[k]);
    return sizes;
  }

  void walk_all(const Evaluation& evaluation, const OpeningRule& rule) {
    Stopwatch watch;
    set_reach(rule, workers_, evaluation.sources.cells());
    report_.moments += watch.lap();
    for (auto& scratch : scratch_) scratch->counts = {};
    const GroupShares shares(groups_.size(), ranks_);
    const std::size_t few = groups_a_unit(groups_.size());
    workers_.run((shares.own() + few - 1) / few, [&](std::size_t unit, int worker) {
      const std::size_t end = std::min(shares.own(), (unit + 1) * few);
      for (std::size_t k = unit * few; k < end; ++k)
        walk_one(evaluation, rule, groups_[shares.group(k)], *scratch_[static_cast<std::size_t>(worker)]);
    });
    WalkCounts counts;
    for (const auto& scratch : scratch_) counts += scratch->counts;
    if (shares.are_divided()) {
      if (!evaluation.wanted.looking) ranks_.count_divided(counts.body_pairs + counts.cell_pairs);
      const MovingTimer timer(ranks_);
      exchange_.exchange(shares, groups_, order_, evaluation.wanted, evaluation.results, counts);
    }
    // Every target has been counted with itself.
    report_.body_pairs += counts.body_pairs - std::min<std::uint64_t>(counts.body_pairs, order_.places().size());
    report_.cell_pairs += counts.cell_pairs;
    report_.far_cells += counts.far_cells;
    report_.checked_cells += counts.checked;
    report_.walk += watch.lap();
  }

  void walk_one(const Evaluation& evaluation, const OpeningRule& rule, const Group& group, WalkScratch& scratch) const {
    const TreeSources& sources = evaluation.sources;
    const KernelUnits& units = sources.units();
    const double unit = acceleration_unit(units);
    Walk walk;
    walk.cells = sources.octree().cells().data();
    walk.cell_rows = &sources.cells();
    walk.bodies = &sources.bodies();
    walk.parked = static_cast<std::uint32_t>(sources.octree().cells().size());
    walk.softened_each = sources.softened_each();
    walk.quadrupole = options_.order == ExpansionOrder::quadrupole;
    walk.potential = evaluation.wanted.potential;
    walk.body_list = options_.body_list;
    walk.cell_list = options_.cell_list;
    if (group.first < order_.places().size()) {
      walk.own_first = order_.places()[group.first];
      walk.own_end = order_.places()[group.first + group.count - 1] + 1;
    }
    walk.set_ball(group.ball);
    const double field = least_acceleration(evaluation.old_acceleration, group) / unit;
    walk.scale = static_cast<float>(rule.scale(field > 0 ? field : 1));
    walk.expansion_limit = static_cast<float>(expansion_share * rule.error_limit(field));
    load_targets(group, walk, scratch);
    walk.softening2 = load_softening(evaluation, group, scratch.targets);
    kernels_.walk(walk, scratch);
    for (std::uint32_t k = 0; k < group.count; ++k) {
      put(evaluation.wanted, evaluation.results, order_.target(group.first + k), scratch.targets.acceleration[k] * unit,
          scratch.targets.potential[k] * (units.mass / units.length));
    }
  }

  /// A target's share of the squares of softening lengths, or all of it where sources have none. Returns the mean.
  float load_softening(const Evaluation& evaluation, const Group& group, WalkTargets& own) const {
    const double length = evaluation.sources.units().length, law = evaluation.law.eps2;
    const auto& each = evaluation.targets.softening2;
    const double of_sources = evaluation.sources.softened_each() ? 0 : law / 2;
    double sum = 0;
    for (std::uint32_t k = 0; k < group.count; ++k) {
      const double mine = each.empty() ? law : each[order_.target(group.first + k)];
      own.softening2[k] = static_cast<float>((mine / 2 + of_sources) / (length * length));
      sum += static_cast<double>(own.softening2[k]);
    }
    return static_cast<float>(sum / group.count);
  }

  /// Of those in a group that have one; 0 if none has.
  double least_acceleration(std::span<const double> old, const Group& group) const {
    double least = 0;
    if (old.empty()) return least;
    for (std::uint32_t k = 0; k < group.count; ++k) {
      const double a = old[order_.target(group.first + k)];
      if (a > 0 && (least == 0 || a < least)) least = a;
    }
    return least;
  }

  /// Relative to the centre in the arithmetic of the kernels, so that coincident bodies remain coincident.
  void load_targets(const Group& group, const Walk& walk, WalkScratch& scratch) const {
    scratch.expansion = {};
    auto& own = scratch.targets;
    own.count = group.count;
    for (std::uint32_t k = 0; k < group.count; ++k) {
      const std::size_t at = group.first + k;
      const Vec3& x = order_.positions()[at];
      own.x[k] = walk.from_centre(x.x, 0), own.y[k] = walk.from_centre(x.y, 1), own.z[k] = walk.from_centre(x.z, 2);
      own.place[k] = at < order_.places().size() ? static_cast<std::int32_t>(order_.places()[at]) : -1;
      own.acceleration[k] = {};
      own.potential[k] = 0;
    }
  }

  TreeOptions options_;
  const cpu::SimdLevel& level_;
  const WalkKernels& kernels_;
  Workers& workers_;
  Decider& decider_;
  Communicator& ranks_;
  WalkExchange exchange_;
  std::vector<std::unique_ptr<WalkScratch>> scratch_;
  TreeReport report_;
  TargetOrder order_;
  std::vector<Group> groups_;
};

}  // namespace
}  // namespace tree

std::unique_ptr<TreeEngine> make_tree_engine(const TreeOptions& options, const std::string& simd, Workers& workers,
                                             Decider& decider, Communicator& ranks) {
  check(options);
  return std::make_unique<tree::CpuTreeEngine>(options, cpu::simd_level(simd), workers, decider, ranks);
}

}  // namespace tucana
