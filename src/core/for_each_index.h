#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <vector>

#include "tucana/core/workers.h"

namespace tucana {

/// f(0) ... f(n - 1), on all workers when there are enough indices to pay for waking them. The grain should be some
/// ten microseconds of work: as it stands that of a predictor or corrector.
template <std::size_t grain = 512, class F>
void for_each_index(Workers& workers, std::size_t n, const F& f) {
  const auto range = [&](std::size_t unit, int) {
    const std::size_t end = std::min(n, (unit + 1) * grain);
    for (std::size_t i = unit * grain; i < end; ++i) f(i);
  };
  workers.run((n + grain - 1) / grain, range);
}

/// The lowest of the indices 0 ... n - 1 for which f is true, n where it is for none. f is asked for all of them.
template <std::size_t grain = 512, class F>
std::size_t first_index_where(Workers& workers, std::size_t n, const F& f) {
  std::atomic<std::size_t> first = n;
  for_each_index<grain>(workers, n, [&](std::size_t i) {
    if (!f(i)) return;
    std::size_t known = first;
    while (i < known && !first.compare_exchange_weak(known, i)) {
    }
  });
  return first;
}

/// 0 ... n - 1.
inline std::vector<std::size_t> all_indices(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace tucana
