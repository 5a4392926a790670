#pragma once

#include <cstdint>
#include <span>

#include "tucana/core/archive.h"

namespace tucana {

/// One walk of a tree: the age of the tree, the cost of the walk relative to its size, and the weight of the sample.
struct GrowthSample {
  double age = 0, value = 0, weight = 1;
};

/// How the cost of a walk grows with the age s of the tree: the three models of Miki & Umemura (2017).
enum class GrowthModel : std::uint8_t {
  none,       ///< not known: too few samples
  linear,     ///< t1 + p s          eq. (9)
  power_law,  ///< t1 exp(p s)       eq. (20), r = exp(p); the paper's name for it
  parabolic,  ///< t1 + p s + q s^2  eq. (26), p = b, q = a
};

struct GrowthFit {
  GrowthModel model = GrowthModel::none;
  double t1 = 1, p = 0, q = 0;
  /// Reduced chi-square, eq. (14) with weights; zero for a perfect fit.
  double chi2 = 0;

  double value(double age) const;
  /// The cost at an age over that of a new tree; 1 when the model is not known.
  double growth(double age) const { return model == GrowthModel::none ? 1 : value(age) / t1; }
  void describe(Archive& archive);
};

/// Least squares of one model. `none` when the samples do not determine it (degrees of freedom below one, ages all
/// the same) or when the fitted cost of a new tree is not positive.
GrowthFit fit_growth(GrowthModel model, std::span<const GrowthSample> samples);

/// The model with the smallest reduced chi-square; the simpler one where they are equal to rounding.
GrowthFit fit_growth(std::span<const GrowthSample> samples);

}  // namespace tucana
