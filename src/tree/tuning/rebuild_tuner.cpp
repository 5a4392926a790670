#include "tucana/tree/tuning/rebuild_tuner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Samples kept of one tree; when there are more, neighbours are merged.
constexpr std::size_t most_samples = 64;
/// What a sample is worth for each tree that has been built since.
constexpr double fading = 0.5;
/// A walk this many times dearer than foretold, and than the walk before, was disturbed from outside: what was foretold
/// stands for it. Two in a row are believed.
constexpr double disturbed = 2;

bool usable(double x) { return std::isfinite(x) && x >= 0; }

}  // namespace

void RebuildTuner::Samples::add(const GrowthSample& sample) {
  if (size() == most_samples) {
    for (std::size_t i = 0; i < most_samples / 2; ++i) {
      const double a = weight[2 * i], b = weight[2 * i + 1];
      age[i] = (a * age[2 * i] + b * age[2 * i + 1]) / (a + b);
      value[i] = (a * value[2 * i] + b * value[2 * i + 1]) / (a + b);
      weight[i] = a + b;
    }
    for (std::vector<double>* column : {&age, &value, &weight}) column->resize(most_samples / 2);
  }
  age.push_back(sample.age), value.push_back(sample.value), weight.push_back(sample.weight);
}

void RebuildTuner::Samples::describe(Archive& archive, const char* name) {
  const Archive::Group group(archive, name);
  archive.field("age", age);
  archive.field("value", value);
  archive.field("weight", weight);
  if (value.size() != size() || weight.size() != size()) throw InputError("tree tuning: columns of different lengths");
}

/// The cost per size of a walk of this tree when it was new, as the known growth implies it.
double RebuildTuner::level() const {
  const Samples& now = trees_[0];
  double cost = 0, size = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    cost += now.weight[i] * now.value[i], size += now.weight[i] * fit_.growth(now.age[i]);
  }
  return size > 0 ? cost / size : 0;
}

void RebuildTuner::refit() {
  const double now = level();
  if (!(now > 0)) return;
  std::vector<GrowthSample> all;
  double worth = 1, scale = 1 / now;
  for (const Samples& tree : trees_) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      all.push_back({tree.age[i], tree.value[i] * scale, tree.weight[i] * worth});
    }
    worth *= fading, scale = 1;
  }
  // A fit that fails leaves the old one: what earlier trees told still holds as a guess.
  if (const GrowthFit fit = fit_growth(all); fit.model != GrowthModel::none) fit_ = fit;
}

bool RebuildTuner::due(double next_age) const {
  if (!built_) return true;
  if (walks_ == 0) return false;
  if (walks_ >= limits_.most_walks || build_cost_ <= 0) return true;
  const Samples& now = trees_[0];
  if (now.size() == 0 || fit_.model == GrowthModel::none) return false;
  const double age = std::isfinite(next_age) ? next_age : now.age.back();
  double excess = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    excess += now.weight[i] * (fit_.growth(age) - fit_.growth(now.age[i]));
  }
  return excess * level() >= build_cost_;
}

void RebuildTuner::built(double cost) {
  if (usable(cost)) build_cost_ = built_ ? fading * build_cost_ + (1 - fading) * cost : cost;
  built_ = true;
  walks_ = 0;
  if (trees_[0].size() == 0) return;
  if (const double now = level(); now > 0) {
    for (double& value : trees_[0].value) value /= now;
    std::rotate(trees_.begin(), trees_.end() - 1, trees_.end());
  }
  trees_[0] = {};
  // Nothing but new trees are left: what was known of growth is forgotten, and the next tree kept to learn it again.
  bool aged = false;
  for (const Samples& tree : trees_) {
    aged = aged || std::any_of(tree.age.begin(), tree.age.end(), [](double age) { return age > 0; });
  }
  if (!aged) fit_ = {};
}

double RebuildTuner::walked(const WalkCost& walk) {
  ++walks_;
  if (!usable(walk.cost) || !usable(walk.size) || walk.size == 0 || !usable(walk.age)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double value = walk.cost / walk.size;
  if (!std::isfinite(value)) return value;
  const double before = std::exchange(last_value_, value);
  if (trees_[0].size() > 2) {
    const double foretold = level() * fit_.growth(walk.age);
    if (value > disturbed * std::max(before, foretold)) value = foretold;
  }
  trees_[0].add({walk.age, value, walk.size});
  refit();
  return value / fit_.growth(walk.age);
}

void RebuildTuner::describe(Archive& archive) {
  trees_[0].describe(archive, "this_tree");
  trees_[1].describe(archive, "tree_before_1");
  trees_[2].describe(archive, "tree_before_2");
  trees_[3].describe(archive, "tree_before_3");
  {
    const Archive::Group group(archive, "fit");
    fit_.describe(archive);
  }
  archive.field("build_cost", build_cost_);
  archive.field("last_value", last_value_);
  archive.field("walks", walks_);
  archive.field("built", built_);
}

}  // namespace tucana
