#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

/// Bit for bit, so that -0 is not 0 and one NaN is not another.
template <class T>
void expect_same_bits(const std::vector<T>& got, const std::vector<T>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    ASSERT_EQ(std::memcmp(&got[k], &wanted[k], sizeof(T)), 0)
        << "element " << k << ": " << +got[k] << " instead of " << +wanted[k];
}

/// Numbers without a pattern, the same each time: between -1 and 1.
class Numbers {
 public:
  std::uint64_t bits() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ ^ (state_ >> 29U);
  }
  double next() { return static_cast<double>(static_cast<std::int64_t>(bits())) * 0x1p-63; }

 private:
  std::uint64_t state_ = 20240229;
};
