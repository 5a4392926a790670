#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <vector>

#include "tucana/core/workers.h"

namespace tucana {

/// f(0) ... f(n - 1), on all workers when there are enough indices to pay for waking them. The grain should be about
/// ten microseconds of work; the default suits a predictor or corrector.
template <std::size_t grain = 512, class F>
void for_each_index(Workers& workers, std::size_t n, const F& f) {
  const auto range = [&](std::size_t unit, int) {
    const std::size_t end = std::min(n, (unit + 1) * grain);
    for (std::size_t i = unit * grain; i < end; ++i) f(i);
  };
  workers.run((n + grain - 1) / grain, range);
}

/// The same for several passes over the same rows: each worker has its own part of the indices, the same in every pass,
/// and takes grains from the parts of others when it has finished, so that rows seldom move from the cache of one
/// processor to that of another. f(i, worker).
template <std::size_t grain, class F>
void for_each_index_of_worker(Workers& workers, std::size_t n, const F& f) {
  constexpr std::size_t most_homes = 64;
  const std::size_t homes = std::min<std::size_t>(static_cast<std::size_t>(workers.count()), most_homes);
  if (n <= grain || homes == 1) {
    // The calling thread is worker 0, unless this is inside another region.
    workers.run(1, [&](std::size_t, int worker) {
      for (std::size_t i = 0; i < n; ++i) f(i, worker);
    });
    return;
  }
  struct alignas(64) Home {
    std::atomic<std::size_t> next = 0;
  };
  std::array<Home, most_homes> home;
  const auto begin_of = [&](std::size_t h) { return n * h / homes; };
  workers.run(homes, [&](std::size_t, int worker) {
    for (std::size_t k = 0; k < homes; ++k) {
      const std::size_t h = (static_cast<std::size_t>(worker) + k) % homes, end = begin_of(h + 1);
      for (;;) {
        const std::size_t first = begin_of(h) + grain * home[h].next.fetch_add(1, std::memory_order_relaxed);
        if (first >= end) break;
        for (std::size_t i = first; i < std::min(end, first + grain); ++i) f(i, worker);
      }
    }
  });
}

/// The same where f does not need the number of the worker: f(i).
template <std::size_t grain, class F>
void for_each_index_with_affinity(Workers& workers, std::size_t n, const F& f) {
  for_each_index_of_worker<grain>(workers, n, [&f](std::size_t i, int) { f(i); });
}

/// The lowest of the indices 0 ... n - 1 for which f is true, n if there is none. f is evaluated for all of them.
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
