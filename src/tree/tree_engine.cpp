#include "tucana/tree/tree_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tucana/core/stopwatch.h"
#include "tucana/gravity/cpu/kernels.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/tree/cpu/walk_scratch.h"
#include "tucana/tree/groups.h"
#include "tucana/tree/tree_sources.h"

namespace tucana {
namespace tree {
namespace {

/// Of 256 bits or so: groups that one thread claims at once.
constexpr std::size_t groups_a_unit = 4;

/// What a series about the centre of a group may leave out of a cell's pull, as a share of what the opening of the cell
/// may. At 0.05 the errors of an NFW sphere do not grow by more than a tenth from 2^-8 to 2^-14, at 0.1 those of one
/// body in a hundred double; from 0.05 to 0.02 the number of pairs of targets and cells grows by half.
constexpr double expansion_share = 0.03;

class CpuTreeEngine final : public TreeEngine {
 public:
  CpuTreeEngine(const TreeOptions& options, const cpu::SimdLevel& level, Workers& workers)
      : options_(options), level_(level), kernels_(walk_kernels(level.name)), workers_(workers) {
    for (int i = 0; i < workers.count(); ++i) scratch_.push_back(std::make_unique<WalkScratch>());
  }

  std::string description() const override {
    const int n = workers_.count();
    return fmt::format("tree cpu fp32 {} {} thread{}", level_.name, n, n == 1 ? "" : "s");
  }
  std::string arithmetic_class() const override {
    return fmt::format("tree cpu fp32 {} {}", level_.name, cpu::processor_vendor());
  }
  Precision precision() const override { return Precision::fp32; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override { return std::make_unique<TreeSources>(); }
  const TreeReport& last_report() const override { return report_; }

  Pending evaluate(SourceSet& set, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    auto& sources = dynamic_cast<TreeSources&>(set);
    report_ = {};
    Stopwatch watch;
    if (!sources.is_built() || !wanted.looking) {
      const auto seconds = sources.build(when, options_.leaf_bodies, workers_);
      report_.keys = seconds.keys, report_.sort = seconds.sort, report_.link = seconds.link;
      watch.lap();
    }
    sources.predict(when, workers_);
    report_.predict = watch.lap();
    sum_moments(sources.octree(), sources.bodies(), workers_, sources.cells());
    report_.cells = sources.octree().cells().size();
    order_targets(sources, targets);
    report_.moments = watch.lap();
    const bool bootstrap = options_.criterion == OpeningCriterion::acceleration && !knows_acceleration(targets);
    const OpeningRule rule =
        bootstrap ? OpeningRule(OpeningCriterion::angle, options_.order, options_.bootstrap_angle, 1)
                  : OpeningRule(options_.criterion, options_.order, options_.accuracy, field_of_all(sources.cells()));
    set_reach(rule, workers_, sources.cells());
    report_.moments += watch.lap();
    const auto groups =
        make_groups(sources.octree(), places_, positions_, {options_.group_bodies, options_.split_radius}, workers_);
    report_.walked_groups = groups.size();
    report_.groups = watch.lap();
    walk_all(sources, groups, targets, rule, law, wanted, results);
    report_.walk = watch.lap();
    return {};
  }

 private:
  static bool knows_acceleration(const Targets& targets) {
    const auto& a = targets.old_acceleration;
    return std::any_of(a.begin(), a.end(), [](double size) { return size > 0; });
  }

  /// By their places in the tree.
  void order_targets(const TreeSources& sources, const Targets& targets) {
    const std::size_t n = targets.size();
    order_.resize(n);
    places_.resize(n);
    positions_.resize(n);
    if (n > sources.size() / 16) {
      // As many entries as there are bodies: each finds its target, if it has one.
      constexpr auto none = ~std::uint32_t{0};
      at_place_.assign(sources.size(), none);
      for (std::size_t k = 0; k < n; ++k) at_place_[sources.place(targets.slot[k])] = static_cast<std::uint32_t>(k);
      std::size_t next = 0;
      for (std::size_t place = 0; place < at_place_.size(); ++place)
        if (at_place_[place] != none) {
          order_[next] = at_place_[place];
          places_[next++] = static_cast<std::uint32_t>(place);
        }
    } else {
      std::iota(order_.begin(), order_.end(), 0U);
      std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return sources.place(targets.slot[a]) < sources.place(targets.slot[b]);
      });
      for (std::size_t k = 0; k < n; ++k) places_[k] = sources.place(targets.slot[order_[k]]);
    }
    const double length = 1 / sources.units().length;
    for (std::size_t k = 0; k < n; ++k) positions_[k] = targets.position[order_[k]] * length;
  }

  void walk_all(const TreeSources& sources, const std::vector<Group>& groups, const Targets& targets,
                const OpeningRule& rule, const PairLaw& law, const Wanted& wanted, const Results& results) {
    for (auto& scratch : scratch_) scratch->counts = {};
    const KernelUnits& units = sources.units();
    const double acceleration_unit = units.mass / (units.length * units.length);
    const double potential_unit = units.mass / units.length;
    const auto one = [&](const Group& group, WalkScratch& scratch) {
      Walk walk;
      walk.cells = sources.octree().cells().data();
      walk.columns = &sources.cells();
      walk.bodies = &sources.bodies();
      walk.eps2 = static_cast<float>(law.eps2 / (units.length * units.length));
      walk.quadrupole = options_.order == ExpansionOrder::quadrupole;
      walk.potential = wanted.potential;
      walk.body_list = options_.body_list;
      walk.cell_list = options_.cell_list;
      walk.own_first = places_[group.first];
      walk.own_end = places_[group.first + group.count - 1] + 1;
      double least = 0;
      if (!targets.old_acceleration.empty())
        for (std::uint32_t k = 0; k < group.count; ++k) {
          const double a = targets.old_acceleration[order_[group.first + k]];
          if (a > 0 && (least == 0 || a < least)) least = a;
        }
      const double field = least > 0 ? least / acceleration_unit : 1;
      walk.scale = static_cast<float>(rule.scale(field));
      walk.parked = static_cast<std::uint32_t>(sources.octree().cells().size());
      walk.expansion_limit = static_cast<float>(expansion_share * options_.accuracy * field);
      const auto split = [](double value, float& high, float& low) {
        high = static_cast<float>(value);
        low = static_cast<float>(value - static_cast<double>(high));
      };
      split(group.centre.x, walk.centre_high[0], walk.centre_low[0]);
      split(group.centre.y, walk.centre_high[1], walk.centre_low[1]);
      split(group.centre.z, walk.centre_high[2], walk.centre_low[2]);
      walk.radius = static_cast<float>(group.radius * (1 + 0x1p-20));
      auto& own = scratch.targets;
      own.count = group.count;
      for (std::uint32_t k = 0; k < group.count; ++k) {
        const Vec3 r = positions_[group.first + k] - group.centre;
        own.x[k] = static_cast<float>(r.x), own.y[k] = static_cast<float>(r.y), own.z[k] = static_cast<float>(r.z);
        own.place[k] = static_cast<std::int32_t>(places_[group.first + k]);
        own.acceleration[k] = {};
        own.potential[k] = 0;
      }
      scratch.expansion = {};
      kernels_.walk(walk, scratch);
      for (std::uint32_t k = 0; k < group.count; ++k) {
        const std::uint32_t to = order_[group.first + k];
        if (wanted.acceleration) results.acceleration[to] = own.acceleration[k] * acceleration_unit;
        if (wanted.potential) results.potential[to] = own.potential[k] * potential_unit;
      }
    };
    workers_.run((groups.size() + groups_a_unit - 1) / groups_a_unit, [&](std::size_t unit, int worker) {
      const std::size_t end = std::min(groups.size(), (unit + 1) * groups_a_unit);
      for (std::size_t g = unit * groups_a_unit; g < end; ++g)
        one(groups[g], *scratch_[static_cast<std::size_t>(worker)]);
    });
    WalkCounts counts;
    for (const auto& scratch : scratch_) counts += scratch->counts;
    report_.body_pairs = counts.body_pairs, report_.cell_pairs = counts.cell_pairs;
    report_.checked_cells = counts.checked, report_.far_cells = counts.far_cells;
  }

  TreeOptions options_;
  const cpu::SimdLevel& level_;
  const WalkKernels& kernels_;
  Workers& workers_;
  std::vector<std::unique_ptr<WalkScratch>> scratch_;
  TreeReport report_;
  std::vector<std::uint32_t> order_;   ///< targets in the order of the tree
  std::vector<std::uint32_t> places_;  ///< of these
  std::vector<Vec3> positions_;        ///< of these, in kernel units
  std::vector<std::uint32_t> at_place_;
};

}  // namespace
}  // namespace tree

std::unique_ptr<TreeEngine> make_tree_engine(const TreeOptions& options, const std::string& simd, Workers& workers) {
  return std::make_unique<tree::CpuTreeEngine>(options, cpu::simd_level(simd), workers);
}

}  // namespace tucana
