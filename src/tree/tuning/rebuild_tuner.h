#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/tree/tuning/growth_fit.h"

namespace tucana {

/// The cost of one walk of the tree.
struct WalkCost {
  /// In the unit in which the costs of builds are given: seconds, or counted work.
  double cost = 0;
  /// What the walk had to do, in any fixed unit: the active bodies over all bodies, or better what it would cost on a
  /// new tree. Costs are compared per size.
  double size = 1;
  /// How long ago the tree was built: in steps as in the paper, or in simulated time; 0 for the first walk.
  double age = 0;
};

struct RebuildLimits {
  /// A tree that has been walked this often is rebuilt, whatever the fit says.
  std::int64_t most_walks = 1024;
};

/// Decides when to rebuild a tree (Miki & Umemura 2017, section 2.6 and appendix C; docs/theory/tree_tuning.md).
///
/// A tree is kept while the next walk costs less, per size, than the mean since the build with the build included: that
/// is where the mean has its minimum. With w_i the sizes and g the fitted cost of a walk,
///   sum_i w_i (g(next age) - g(age_i)) >= t_make,
/// which is the condition of eqs. (12), (24) and (30), for whole steps, when all sizes are 1 and ages are steps. g is
/// fitted to the walks of this tree and, with decreasing weight, of the last few, with a separate level for each tree
/// and for each class of sizes (by powers of two): walks of few bodies cost more per body, and these bodies are in
/// dense regions.
class RebuildTuner {
 public:
  explicit RebuildTuner(RebuildLimits limits = {});

  /// Whether to rebuild before a walk of this size that would find the tree at this age. Before a walk larger than
  /// usual a rebuild happens a little earlier, before a smaller one later: work is best done on new trees. Size 0: not
  /// known.
  bool due(double next_age, double next_size = 0) const;
  /// A tree was built at this cost; the next walk is its first.
  void built(double cost);
  /// Takes the cost of a walk, and returns it per size, without the contributions of the age of the tree and the class
  /// of the size. Costs, sizes and ages that are not finite numbers >= 0 (sizes: > 0) are ignored and return NaN.
  double walked(const WalkCost& walk);

  const GrowthFit& fit() const { return fit_; }
  double build_cost() const { return build_cost_; }
  std::int64_t walks() const { return walks_; }
  void describe(Archive& archive);

 private:
  struct Samples {
    std::vector<double> age, value, weight;
    std::vector<std::uint8_t> size_class;
    std::size_t size() const { return age.size(); }
    void add(const GrowthSample& sample, std::uint8_t its_class);
    void thin_out(std::size_t most);
    void describe(Archive& archive, const char* name);
  };
  double level() const;
  void refit();
  void learn_classes(const std::vector<GrowthSample>& all, const std::vector<std::uint8_t>& classes);

  RebuildLimits limits_;
  /// The walks of this tree, cost per size; then those of earlier trees, over the level of their tree.
  std::array<Samples, 4> trees_;
  /// What a walk costs per size in each class, over what walks cost in the mean.
  std::vector<double> class_cost_;
  GrowthFit fit_;
  double build_cost_ = 0, last_value_ = 0;
  std::int64_t walks_ = 0;
  bool built_ = false;
};

}  // namespace tucana
