#include "tucana/tree/device/device_tree_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/tree/device/device_tree_sources.h"
#include "tucana/tree/device/device_walk.h"

namespace tucana {
namespace tree {
namespace {

/// Few targets make small groups, so that all compute units have some: a number of groups that does not depend on the
/// device, as bits depend on groups.
constexpr std::size_t least_groups = 256;

class DeviceTreeEngine final : public TreeEngine {
 public:
  DeviceTreeEngine(const TreeOptions& options, std::vector<std::unique_ptr<device::Context>> contexts,
                   WalkLayout layout)
      : options_(options) {
    for (auto& context : contexts) devices_.push_back(std::make_unique<TreeDevice>(std::move(context), layout));
    for (const auto& device : devices_) walks_.emplace_back(*device);
    answers_.resize(devices_.size());
  }
  ~DeviceTreeEngine() override {
    for (const auto& device : devices_) device->finish_quietly();
  }
  DeviceTreeEngine(const DeviceTreeEngine&) = delete;
  DeviceTreeEngine& operator=(const DeviceTreeEngine&) = delete;

  std::string description() const override {
    const std::size_t n = devices_.size();
    const auto& info = devices_.front()->info();
    return fmt::format("tree {} fp32 {}{}", name_of(info.api), n == 1 ? "" : fmt::format("{} x ", n), info.name);
  }
  std::string arithmetic_class() const override {
    const auto& info = devices_.front()->info();
    const auto& layout = devices_.front()->layout();
    return fmt::format("tree {} fp32 {} {} walks {}/{}/{}", name_of(info.api), info.name, info.driver, layout.group,
                       layout.body_list, layout.cell_list);
  }
  Precision precision() const override { return Precision::fp32; }
  bool sums_all_pairs() const override { return false; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override {
    return std::make_unique<DeviceTreeSources>(options_, devices_);
  }
  const TreeReport& last_report() const override { return report_; }

  Pending evaluate(SourceSet& set, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    auto& sources = dynamic_cast<DeviceTreeSources&>(set);
    check_targets(targets, Precision::fp32);
    check_law(law, Precision::fp32);
    report_ = {};
    if (sources.size() == 0 || targets.size() == 0) {
      std::ranges::fill(results.acceleration, Vec3{});
      std::ranges::fill(results.potential, 0.0);
      return {};
    }
    const double size = static_cast<double>(targets.size()) / static_cast<double>(sources.size());
    prepare(sources, when, size, wanted.looking);
    make_groups(sources, targets);
    const double length = sources.units().length;
    const auto eps2 = static_cast<float>(law.eps2 / (length * length));
    if (options_.criterion == OpeningCriterion::acceleration && !has_old_accelerations(targets))
      find_accelerations(sources, eps2);
    const TreeReport before = report_;
    walk(sources, options_.criterion, options_.accuracy, eps2, false);
    collect(sources.units(), wanted, results);
    if (results.interactions != nullptr) *results.interactions += report_.interactions();
    if (!wanted.looking) sources.tuning().walked(report_.walk_since(before, size, sources.age(when)));
    return {};
  }

 private:
  /// What a device gives back.
  struct Answer {
    std::vector<float> sums;
    std::vector<std::uint32_t> counts;
  };

  void finish() {
    for (const auto& device : devices_) device->queue().finish();
  }
  template <class F>
  void on_all(const F& f) {
    for (std::size_t d = 0; d < devices_.size(); ++d) f(d);
  }

  /// A tree at this time: built anew when that pays.
  void prepare(DeviceTreeSources& sources, Tick when, double size, bool looking) {
    if (sources.build_due(when, size, looking)) {
      const auto seconds = sources.build(when);
      report_.keys = seconds.keys, report_.sort = seconds.sort, report_.link = seconds.link;
      sources.tuning().built(report_.build_seconds());
    }
    Stopwatch watch;
    on_all([&](std::size_t d) { sources.on(d).predict(when, sources.units()); });
    finish();
    report_.predict = watch.lap();
    on_all([&](std::size_t d) { sources.on(d).sum_moments(); });
    finish();
    report_.moments = watch.lap();
    report_.cells = sources.on(0).cells();
  }

  void make_groups(DeviceTreeSources& sources, const Targets& targets) {
    const Stopwatch watch;
    const KernelUnits& units = sources.units();
    packed_.pack(targets, units.mass / (units.length * units.length));
    DeviceGroupRules rules{std::bit_floor(std::min(options_.group_bodies, devices_.front()->layout().group)),
                           sources.tuning().split_radius(), options_.ball};
    rules.most = std::clamp<std::size_t>(std::bit_floor(packed_.placed / least_groups), 1, rules.most);
    on_all([&](std::size_t d) { walks_[d].take(packed_, sources.on(d), units); });
    on_all([&](std::size_t d) { walks_[d].make_groups(rules); });
    finish();
    report_.groups = watch.seconds();
    report_.walked_groups = walks_.front().groups();
  }

  /// A first round by the opening angle, on every device for all groups.
  void find_accelerations(DeviceTreeSources& sources, float eps2) {
    walk(sources, OpeningCriterion::angle, options_.bootstrap_angle, eps2, true);
    on_all([&](std::size_t d) { walks_[d].take_accelerations(); });
  }

  void walk(DeviceTreeSources& sources, OpeningCriterion criterion, double accuracy, float eps2, bool everywhere) {
    const Stopwatch watch;
    const std::size_t n = walks_.front().groups(), devices = devices_.size();
    on_all([&](std::size_t d) {
      sources.on(d).set_reach(criterion, options_.order, accuracy);
      const std::size_t first = everywhere ? 0 : n * d / devices, end = everywhere ? n : n * (d + 1) / devices;
      walks_[d].walk(sources.on(d), criterion, options_.order, eps2, first, end);
    });
    on_all([&](std::size_t d) { walks_[d].read(answers_[d].sums, answers_[d].counts); });
    finish();
    for (std::size_t d = 0; d < (everywhere ? 1 : devices); ++d) {
      const auto& counts = answers_[d].counts;
      for (std::size_t g = 0; g < counts.size(); g += 3) {
        report_.body_pairs += counts[g];
        report_.cell_pairs += counts[g + 1];
        report_.checked_cells += counts[g + 2];
      }
    }
    // Every target has met itself.
    report_.body_pairs -= std::min<std::uint64_t>(report_.body_pairs, packed_.placed);
    report_.walk += watch.seconds();
  }

  void collect(const KernelUnits& units, const Wanted& wanted, const Results& results) {
    // A target is walked on one device; on others its sums are zero.
    std::vector<float>& sums = answers_.front().sums;
    for (std::size_t d = 1; d < answers_.size(); ++d)
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += answers_[d].sums[i];
    const double acceleration = units.mass / (units.length * units.length), potential = units.mass / units.length;
    for (std::size_t k = 0; k < packed_.size(); ++k) {
      const auto sum = [&](std::size_t c) { return static_cast<double>(sums[4 * k + c]); };
      if (wanted.acceleration) results.acceleration[k] = Vec3{sum(0), sum(1), sum(2)} * acceleration;
      if (wanted.potential) results.potential[k] = -sum(3) * potential;
    }
  }

  TreeOptions options_;
  std::vector<std::unique_ptr<TreeDevice>> devices_;
  std::vector<DeviceWalk> walks_;
  std::vector<Answer> answers_;
  PackedTargets packed_;
  TreeReport report_;
};

}  // namespace
}  // namespace tree

std::unique_ptr<TreeEngine> make_device_tree_engine(const TreeOptions& options,
                                                    std::vector<std::unique_ptr<device::Context>> contexts,
                                                    tree::WalkLayout layout) {
  check(options);
  if (options.ball == BallKind::smallest)
    throw InputError("tree.ball = smallest is made by engine.kind = cpu only; take ritter, which is nearly as small");
  return std::make_unique<tree::DeviceTreeEngine>(options, std::move(contexts), layout);
}

}  // namespace tucana
