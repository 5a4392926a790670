#include "tucana/tree/tuning/rebuild_tuner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Samples kept of this tree, and of an earlier one.
constexpr std::size_t most_samples = 128, most_earlier = 64;
/// Sizes from 1 down to 2^-15 by powers of two; larger and smaller ones go with the last.
constexpr std::size_t size_classes = 16;
/// The weight of a sample is multiplied by this for each tree that has been built since.
constexpr double fading = 0.5;
/// A walk that costs this many times more than predicted, and than the previous walk, was disturbed from outside: it is
/// replaced by the prediction. Two in a row are accepted.
constexpr double disturbed = 2;

bool usable(double x) { return std::isfinite(x) && x >= 0; }

std::uint8_t class_of(double size) {
  return static_cast<std::uint8_t>(std::clamp(-std::ilogb(size), 0, static_cast<int>(size_classes) - 1));
}

}  // namespace

RebuildTuner::RebuildTuner(RebuildLimits limits) : limits_(limits), class_cost_(size_classes, 1.0) {}

void RebuildTuner::Samples::add(const GrowthSample& sample, std::uint8_t its_class) {
  if (size() >= most_samples) thin_out(most_samples / 2);
  age.push_back(sample.age), value.push_back(sample.value), weight.push_back(sample.weight);
  size_class.push_back(its_class);
}

/// Keeps every second sample of each class, with the weight of both, until there are few enough.
void RebuildTuner::Samples::thin_out(std::size_t most) {
  // As many as there are classes always remain.
  while (size() > std::max(most, size_classes)) {
    std::array<std::size_t, size_classes> last{};
    std::array<bool, size_classes> open{};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      const std::uint8_t c = size_class[i];
      if (std::exchange(open[c], !open[c])) {
        weight[last[c]] += weight[i];
        continue;
      }
      last[c] = kept;
      age[kept] = age[i], value[kept] = value[i], weight[kept] = weight[i], size_class[kept] = c;
      ++kept;
    }
    for (std::vector<double>* column : {&age, &value, &weight}) column->resize(kept);
    size_class.resize(kept);
  }
}

void RebuildTuner::Samples::describe(Archive& archive, const char* name) {
  const Archive::Group group(archive, name);
  archive.field("age", age);
  archive.field("value", value);
  archive.field("weight", weight);
  archive.field("size_class", size_class);
  const bool right = value.size() == size() && weight.size() == size() && size_class.size() == size() &&
                     std::all_of(size_class.begin(), size_class.end(), [](auto c) { return c < size_classes; });
  if (!right) throw InputError("tree tuning: the samples of walks are damaged; start from an older checkpoint");
}

/// The cost per size of a walk of this tree when it was new, as the known growth and classes imply it.
double RebuildTuner::level() const {
  const Samples& now = trees_[0];
  double cost = 0, size = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    cost += now.weight[i] * now.value[i];
    size += now.weight[i] * class_cost_[now.size_class[i]] * fit_.growth(now.age[i]);
  }
  return size > 0 ? cost / size : 0;
}

/// Fits growth and classes alternately, each with the other as it was: from walk to walk this converges to the least
/// squares of both together.
void RebuildTuner::refit() {
  const double now = level();
  if (!(now > 0)) return;
  std::vector<GrowthSample> all;
  std::vector<std::uint8_t> classes;
  double worth = 1, scale = 1 / now;
  for (const Samples& tree : trees_) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      all.push_back({tree.age[i], tree.value[i] * scale, tree.weight[i] * worth});
      classes.push_back(tree.size_class[i]);
    }
    worth *= fading, scale = 1;
  }
  learn_classes(all, classes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double own = class_cost_[classes[i]];
    all[i].value /= own, all[i].weight *= own;
  }
  // If a fit fails the old one is kept: what earlier trees showed is still a good estimate.
  if (const GrowthFit fit = fit_growth(all); fit.model != GrowthModel::none) fit_ = fit;
}

void RebuildTuner::learn_classes(const std::vector<GrowthSample>& all, const std::vector<std::uint8_t>& classes) {
  std::array<double, size_classes> cost{}, size{};
  double total_cost = 0, total_size = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double grown = all[i].weight * fit_.growth(all[i].age);
    cost[classes[i]] += all[i].weight * all[i].value, size[classes[i]] += grown;
    total_cost += all[i].weight * all[i].value, total_size += grown;
  }
  for (std::size_t c = 0; c < size_classes; ++c) {
    if (size[c] > 0 && cost[c] > 0) class_cost_[c] = cost[c] / size[c] * (total_size / total_cost);
  }
}

bool RebuildTuner::due(double next_age, double next_size) const {
  if (!built_) return true;
  if (walks_ == 0) return false;
  if (walks_ >= limits_.most_walks || build_cost_ <= 0) return true;
  const Samples& now = trees_[0];
  if (now.size() == 0 || fit_.model == GrowthModel::none) return false;
  const double grown = fit_.growth(std::isfinite(next_age) ? next_age : now.age.back());
  double excess = 0, done = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double size = now.weight[i] * class_cost_[now.size_class[i]];
    excess += size * (grown - fit_.growth(now.age[i]));
    done += size;
  }
  if (usable(next_size) && next_size > 0) {
    const double usual = done / static_cast<double>(walks_);
    excess += (next_size * class_cost_[class_of(next_size)] - usual) * (grown - 1);
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
    trees_[0].thin_out(most_earlier);
    std::rotate(trees_.begin(), trees_.end() - 1, trees_.end());
  }
  trees_[0] = {};
  // Only new trees are left: the known growth is forgotten, and the next tree is kept longer to learn it again.
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
  const std::uint8_t its_class = class_of(walk.size);
  const double own = class_cost_[its_class];
  const double before = std::exchange(last_value_, value / own);
  if (trees_[0].size() > 2) {
    const double foretold = level() * fit_.growth(walk.age);
    if (value > disturbed * own * std::max(before, foretold)) value = own * foretold;
  }
  trees_[0].add({walk.age, value, walk.size}, its_class);
  refit();
  return value / (fit_.growth(walk.age) * class_cost_[its_class]);
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
  archive.field("class_cost", class_cost_);
  if (class_cost_.size() != size_classes) throw InputError("tree tuning: there are 16 classes of sizes");
  archive.field("build_cost", build_cost_);
  archive.field("last_value", last_value_);
  archive.field("walks", walks_);
  archive.field("built", built_);
  check_loaded(walks_ >= 0, "its tree has been walked less than never");
}

}  // namespace tucana
