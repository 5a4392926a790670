#pragma once

#include <algorithm>
#include <cstddef>

#include "tucana/core/workers.h"

namespace tucana {

/// f(0) ... f(n - 1), on all workers when there are enough indices to pay for waking them. The grain is some
/// ten microseconds of work of a predictor or corrector.
template <class F>
void for_each_index(Workers& workers, std::size_t n, const F& f) {
  constexpr std::size_t grain = 512;
  const auto range = [&](std::size_t unit, int) {
    const std::size_t end = std::min(n, (unit + 1) * grain);
    for (std::size_t i = unit * grain; i < end; ++i) f(i);
  };
  workers.run((n + grain - 1) / grain, range);
}

}  // namespace tucana
