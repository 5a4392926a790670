#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tucana/core/workers.h"

namespace tucana::tree {

struct KeyedBody {
  std::uint64_t key;
  std::uint32_t body;
};

/// Sorts by key; equal keys keep their order. Radix sort from the top: first all bodies into 2048 parts, then each part
/// by itself in the caches of one worker. `spare` is memory of the same size.
void sort_by_key(std::vector<KeyedBody>& bodies, std::vector<KeyedBody>& spare, Workers& workers);

}  // namespace tucana::tree
