#include "tucana/tree/device/device_tree_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/gravity/source_checks.h"
#include "tucana/tree/device/walk_measurement.h"
#include "tucana/tree/walk_exchange.h"

namespace tucana {
namespace tree {
namespace {

/// Few targets are divided into small groups, so that all compute units have some: the number of groups does not depend
/// on the device, since the bits depend on groups.
constexpr std::size_t least_groups = 256;

}  // namespace

DeviceTreeEngine::DeviceTreeEngine(const TreeOptions& options, std::vector<std::unique_ptr<device::Context>> contexts,
                                   WalkLayout layout, Decider& decider, Communicator& ranks)
    : options_(options), decider_(decider), ranks_(ranks) {
  for (auto& context : contexts) devices_.push_back(std::make_unique<TreeDevice>(std::move(context), layout));
  // On processors, where items of a group run one after the other, layouts differ little and take long to compile.
  TreeDevice& first = *devices_.front();
  if (layout.group == 0 && first.info().type != device::DeviceType::cpu) {
    const WalkLayout fastest = measure_layout(first, likely_layouts(first.info()), decider);
    for (std::size_t d = 1; d < devices_.size(); ++d) devices_[d]->set_layout(fastest);
  }
  for (const auto& device : devices_) walks_.emplace_back(*device);
  answers_.resize(devices_.size());
  const auto devices_of = row_of_each(ranks_, devices_.size());
  has_one_device_ = std::ranges::max(devices_of) == 1;
}

DeviceTreeEngine::~DeviceTreeEngine() {
  for (const auto& device : devices_) device->finish_quietly();
}

std::string DeviceTreeEngine::description() const {
  const auto& info = devices_.front()->info();
  const std::string times = devices() == 1 ? "" : fmt::format("{} x ", devices());
  return fmt::format("tree {} fp32 {}{}{}", name_of(info.api), times, info.name,
                     ranks_.is_alone() ? "" : fmt::format(" in {} ranks", ranks_.size()));
}

std::string DeviceTreeEngine::arithmetic_class() const {
  const auto& info = devices_.front()->info();
  const auto& layout = devices_.front()->layout();
  return fmt::format("tree {} fp32 {} {} walks {}/{}/{}/{}", name_of(info.api), info.name, info.driver, layout.group,
                     layout.body_list, layout.cell_list, layout.stack);
}

std::unique_ptr<SourceSet> DeviceTreeEngine::make_sources(Prediction) {
  return std::make_unique<DeviceTreeSources>(options_, devices_, decider_);
}

Pending DeviceTreeEngine::evaluate(SourceSet& set, Tick when, const Targets& targets, const PairLaw& law,
                                   const Wanted& wanted, const Results& results) {
  auto& sources = dynamic_cast<DeviceTreeSources&>(set);
  check_targets(targets, Precision::fp32);
  check_law(law, Precision::fp32);
  report_ = {};
  TUCANA_EXPECT(sources.holds(targets.slot));
  if (sources.body_count() == 0 || targets.size() == 0) {
    std::ranges::fill(results.acceleration, Vec3{});
    std::ranges::fill(results.potential, 0.0);
    return {};
  }
  const double size = static_cast<double>(targets.size()) / static_cast<double>(sources.body_count());
  prepare(sources, when, size, wanted.looking);
  packed_.pack(targets, law, sources.softened_each());
  make_groups(sources, packed_, packed_.placed);

  if (options_.criterion == OpeningCriterion::acceleration && !has_old_accelerations(targets))
    find_accelerations(sources);
  const TreeReport before = report_;
  walk(sources, options_.criterion, options_.accuracy, false);
  collect(sources.units(), wanted, results);
  if (results.interactions != nullptr) *results.interactions += report_.interactions();
  if (!wanted.looking) sources.tuning().walked(report_.walk_since(before, size, sources.age(when)));
  return {};
}

std::uint64_t DeviceTreeEngine::evaluate_there(DeviceTreeSources& sources, Tick when, const ResidentTargets& targets) {
  TUCANA_EXPECT(has_one_device() && targets.size > 0);
  report_ = {};
  const double size = static_cast<double>(targets.size) / static_cast<double>(sources.body_count());
  prepare(sources, when, size, false);
  make_groups(sources, targets, targets.size);
  walk(sources, options_.criterion, options_.accuracy, false);
  if (is_divided_) {
    std::vector<float>& sums = answers_.front().sums;
    walks_.front().read_sums(sums);
    finish();
    exchange(sums, ExchangePhase::force);
    walks_.front().write_sums(sums);
    finish();
  }
  sources.tuning().walked(report_.walk_since({}, size, sources.age(when)));
  return report_.interactions();
}

void DeviceTreeEngine::finish() {
  for (const auto& device : devices_) device->queue().finish();
}

/// A tree at this time: rebuilt if that pays.
void DeviceTreeEngine::prepare(DeviceTreeSources& sources, Tick when, double size, bool looking) {
  if (sources.build_due(when, size, looking)) {
    const auto seconds = sources.build(when);
    report_.keys = seconds.keys, report_.sort = seconds.sort, report_.link = seconds.link;
    sources.learn_build(report_.build_seconds(), looking);
  }
  Stopwatch watch;
  for (std::size_t d = 0; d < devices(); ++d) sources.on(d).predict(when, sources.units());
  finish();
  report_.predict = watch.lap();
  for (std::size_t d = 0; d < devices(); ++d) sources.on(d).sum_moments();
  finish();
  report_.moments = watch.lap();
  report_.cells = sources.on(0).cells();
}

/// For targets on the host or on the device.
template <class Targets>
void DeviceTreeEngine::make_groups(DeviceTreeSources& sources, const Targets& targets, std::size_t placed) {
  const Stopwatch watch;
  placed_ = placed;
  DeviceGroupRules rules{std::bit_floor(std::min(options_.group_bodies, devices_.front()->layout().group)),
                         sources.tuning().split_radius(), options_.ball, options_.fit_groups ? group_span : any_span};
  if (options_.fit_groups) rules.most = std::clamp<std::size_t>(std::bit_floor(placed / least_groups), 1, rules.most);
  for (std::size_t d = 0; d < devices(); ++d) walks_[d].take(targets, sources.on(d), sources.units());
  for (auto& walk : walks_) walk.make_groups(rules);
  finish();
  report_.groups = watch.seconds();
  report_.walked_groups = walks_.front().groups();
}

/// A first round by the opening angle, on every device for all groups.
void DeviceTreeEngine::find_accelerations(DeviceTreeSources& sources) {
  walk(sources, OpeningCriterion::angle, options_.bootstrap_angle, true);
  for (auto& walk : walks_) walk.take_accelerations();
}

void DeviceTreeEngine::walk(DeviceTreeSources& sources, OpeningCriterion criterion, double accuracy, bool everywhere) {
  const Stopwatch watch;
  const std::size_t n = walks_.front().groups();
  is_divided_ = !everywhere && GroupShares(n, ranks_).are_divided();
  const std::size_t ranks = is_divided_ ? static_cast<std::size_t>(ranks_.size()) : 1;
  const std::size_t rank = is_divided_ ? static_cast<std::size_t>(ranks_.rank()) : 0;
  const std::size_t own_first = n * rank / ranks, own = n * (rank + 1) / ranks - own_first;
  for (std::size_t d = 0; d < devices(); ++d) {
    sources.on(d).set_reach(criterion, options_.order, accuracy);
    const std::size_t first = own_first + (everywhere ? 0 : own * d / devices());
    const std::size_t end = own_first + (everywhere ? own : own * (d + 1) / devices());
    walks_[d].walk(sources.on(d), criterion, options_.order, first, end);
  }
  for (std::size_t d = 0; d < devices(); ++d) walks_[d].read_counts(answers_[d].counts);
  finish();
  for (std::size_t d = 0; d < (everywhere ? 1 : devices()); ++d) {
    const auto& counts = answers_[d].counts;
    for (std::size_t g = 0; g < counts.size(); g += 3) {
      report_.body_pairs += counts[g];
      report_.cell_pairs += counts[g + 1];
      report_.checked_cells += counts[g + 2];
    }
  }
  if (!is_divided_) subtract_selves();
  report_.walk += watch.seconds();
}

/// Every target has been counted with itself.
void DeviceTreeEngine::subtract_selves() { report_.body_pairs -= std::min<std::uint64_t>(report_.body_pairs, placed_); }

/// The sums and counts of the other ranks come to those of this one.
void DeviceTreeEngine::exchange(std::vector<float>& sums, ExchangePhase phase) {
  const Stopwatch watch;
  if (phase == ExchangePhase::force) ranks_.count_divided(report_.body_pairs + report_.cell_pairs);
  const SumsExchange::Counts others =
      exchange_.exchange(sums, {report_.body_pairs, report_.cell_pairs, report_.checked_cells}, phase);
  report_.body_pairs += others.body_pairs;
  report_.cell_pairs += others.cell_pairs;
  report_.checked_cells += others.checked_cells;
  subtract_selves();
  report_.walk += watch.seconds();
}

void DeviceTreeEngine::collect(const KernelUnits& units, const Wanted& wanted, const Results& results) {
  for (std::size_t d = 0; d < devices(); ++d) walks_[d].read_sums(answers_[d].sums);
  finish();
  // A target is walked on one device; on the others its sums are zero.
  std::vector<float>& sums = answers_.front().sums;
  for (std::size_t d = 1; d < answers_.size(); ++d)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += answers_[d].sums[i];
  if (is_divided_) exchange(sums, wanted.looking ? ExchangePhase::other : ExchangePhase::force);
  const double unit = acceleration_unit(units), potential_unit = units.mass / units.length;
  for (std::size_t k = 0; k < packed_.size(); ++k) {
    const auto sum = [&](std::size_t c) { return static_cast<double>(sums[4 * k + c]); };
    if (wanted.acceleration) results.acceleration[k] = Vec3{sum(0), sum(1), sum(2)} * unit;
    if (wanted.potential) results.potential[k] = -sum(3) * potential_unit;
  }
}

}  // namespace tree

std::unique_ptr<TreeEngine> make_device_tree_engine(const TreeOptions& options,
                                                    std::vector<std::unique_ptr<device::Context>> contexts,
                                                    tree::WalkLayout layout, Decider& decider, Communicator& ranks) {
  check(options);
  if (options.ball == BallKind::smallest)
    throw InputError("tree.ball = smallest is made by engine.kind = cpu only; take ritter, which is nearly as small");
  return std::make_unique<tree::DeviceTreeEngine>(options, std::move(contexts), layout, decider, ranks);
}

}  // namespace tucana
