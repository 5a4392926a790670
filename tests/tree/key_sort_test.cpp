#include "tucana/tree/key_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "tucana/core/random.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana::tree {
namespace {

constexpr std::uint64_t key_mask = (std::uint64_t{1} << 63) - 1;

std::uint64_t random_key(std::size_t i) { return RandomStream(3, RandomUse::test, i).bits64() & key_mask; }

using Keys = std::function<std::uint64_t(std::size_t i, std::size_t n)>;

void expect_sorted(const char* name, std::size_t n, const Keys& key, Workers& workers) {
  std::vector<KeyedBody> bodies(n), spare;
  for (std::size_t i = 0; i < n; ++i) bodies[i] = {key(i, n), static_cast<std::uint32_t>(i)};
  auto wanted = bodies;
  std::stable_sort(wanted.begin(), wanted.end(), [](const KeyedBody& a, const KeyedBody& b) { return a.key < b.key; });
  sort_by_key(bodies, spare, workers);
  ASSERT_EQ(bodies.size(), n);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(bodies[i].key, wanted[i].key) << name << ' ' << n << " at " << i;
    ASSERT_EQ(bodies[i].body, wanted[i].body) << name << ' ' << n << " at " << i;
  }
}

/// Around the numbers at which the sort goes another way: 48 and 2048.
TEST(KeySort, IsAStableSortOfUglyKeys) {
  const std::pair<const char*, Keys> shapes[] = {
      {"random", [](std::size_t i, std::size_t) { return random_key(i); }},
      {"equal", [](std::size_t, std::size_t) { return std::uint64_t{0x123456789abcdef}; }},
      {"ascending", [](std::size_t i, std::size_t n) { return key_mask / n * i; }},
      {"descending", [](std::size_t i, std::size_t n) { return key_mask / n * (n - i); }},
      {"few values", [](std::size_t i, std::size_t) { return random_key(i % 3); }},
      {"all but one equal", [](std::size_t i, std::size_t n) { return i == n / 2 ? 0 : key_mask; }},
      {"lowest bits only", [](std::size_t i, std::size_t) { return random_key(i) & 255; }},
      {"lowest bits above a common prefix",
       [](std::size_t i, std::size_t) { return (random_key(i) & 0x1fffff) | 0x7a5 * (std::uint64_t{1} << 52); }},
      {"highest bits only", [](std::size_t i, std::size_t) { return random_key(i) >> 52 << 52; }},
      {"one bit each", [](std::size_t i, std::size_t) { return std::uint64_t{1} << i * 7 % 63; }}};
  ThreadPool three(3);
  SerialWorkers one;
  for (const auto& [name, key] : shapes)
    for (const std::size_t n : {0, 1, 2, 3, 47, 48, 49, 300, 2047, 2048, 2049, 10000, 50000}) {
      expect_sorted(name, n, key, one);
      if (n > 2000) expect_sorted(name, n, key, three);
    }
}

}  // namespace
}  // namespace tucana::tree
