#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tucana::testing_support {

/// The largest difference between the empirical and the given cumulative distribution (Kolmogorov & Smirnov).
template <class F>
double ks_statistic(std::vector<double> sample, F cumulative) {
  std::sort(sample.begin(), sample.end());
  double largest = 0;
  const auto n = static_cast<double>(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double expected = cumulative(sample[i]);
    largest = std::max({largest, std::abs(expected - static_cast<double>(i) / n),
                        std::abs(expected - static_cast<double>(i + 1) / n)});
  }
  return largest;
}
/// Exceeded by one seed in a hundred.
inline double ks_limit(std::size_t n) { return 1.63 / std::sqrt(static_cast<double>(n)); }

}  // namespace tucana::testing_support
