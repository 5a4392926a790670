#pragma once

#include <cstring>
#include <vector>

#include "tests/gravity/bodies.h"

namespace tucana::test {

template <class T>
bool same_columns(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// All columns and lists of two evaluations have the same bits.
void expect_same_bits(const TargetsAndResults& a, const TargetsAndResults& b);

}  // namespace tucana::test
