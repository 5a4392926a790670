// Scan, radix sort and reduce against the standard library, in groups of a processor (1) and of a GPU.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "tests/device/device_test.h"
#include "tucana/core/random.h"
#include "tucana/device/radix_sort.h"
#include "tucana/device/reduce.h"
#include "tucana/device/scan.h"

namespace tucana::device {
namespace {

using test::buffer_of;
using test::first_device;
using test::values_of;

/// The stand-in of CUDA interprets every instruction of every thread.
const std::vector<std::size_t> lengths =
    test::api_under_test() == Api::cuda
        ? std::vector<std::size_t>{0, 1, 2, 257, 1023, 1024, 1025}
        : std::vector<std::size_t>{0,   1,    2,    3,    255,  256,   257,   511,   512,   513,
                                   999, 2047, 2048, 2049, 4097, 32767, 65536, 65537, 262145};

std::uint64_t bits(std::size_t i) {
  RandomStream random(11, RandomUse::test, i);
  return static_cast<std::uint64_t>(random.uniform() * 0x1p53) << 11 ^
         static_cast<std::uint64_t>(random.uniform() * 0x1p40);
}

class Primitives : public testing::TestWithParam<std::size_t> {
 protected:
  std::unique_ptr<Context> context_ = open_context(first_device());
  std::unique_ptr<Queue> queue_ = context_->make_queue();
};

TEST_P(Primitives, ScanIsThatOfTheStandardLibrary) {
  Scan scan(*context_, GetParam());
  for (const std::size_t n : lengths) {
    std::vector<std::uint32_t> numbers(n), expected(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint32_t>(bits(i) >> 40);
    std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 0u);
    const auto from = buffer_of(*context_, *queue_, numbers);
    const auto to = context_->allocate(from->bytes() + 4);
    queue_->fill(*to, 0, to->bytes(), 77);
    scan.exclusive(*queue_, *from, *to, n);
    auto got = values_of<std::uint32_t>(*queue_, *to, n + 1);
    EXPECT_EQ(got.back(), 77u) << n << ": written beyond the end";
    got.pop_back();
    EXPECT_TRUE(got == expected) << n;
    EXPECT_TRUE(values_of<std::uint32_t>(*queue_, *from, n) == numbers) << n;
    scan.exclusive(*queue_, *from, *from, n);
    EXPECT_TRUE(values_of<std::uint32_t>(*queue_, *from, n) == expected) << n << " in place";
  }
}

struct Item {
  std::uint64_t key;
  std::uint32_t value;
  auto operator<=>(const Item&) const = default;
};

void expect_sorted(Context& context, Queue& queue, RadixSort& sort, const std::vector<std::uint64_t>& keys,
                   int key_bits) {
  std::vector<std::uint32_t> values(keys.size());
  std::iota(values.begin(), values.end(), 0u);
  std::vector<Item> expected(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) expected[i] = {keys[i], values[i]};
  const std::uint64_t mask = key_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << key_bits) - 1;
  std::stable_sort(expected.begin(), expected.end(),
                   [&](const Item& a, const Item& b) { return (a.key & mask) < (b.key & mask); });
  const auto keys_there = buffer_of(context, queue, keys), values_there = buffer_of(context, queue, values);
  sort.sort(queue, *keys_there, *values_there, keys.size(), key_bits);
  const auto got_keys = values_of<std::uint64_t>(queue, *keys_there, keys.size());
  const auto got_values = values_of<std::uint32_t>(queue, *values_there, keys.size());
  std::vector<Item> got(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) got[i] = {got_keys[i], got_values[i]};
  EXPECT_TRUE(got == expected) << keys.size() << " keys, " << key_bits << " bits";
}

TEST_P(Primitives, SortIsThatOfTheStandardLibrary) {
  RadixSort sort(*context_, GetParam());
  for (const std::size_t n : lengths) {
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = bits(i);
    expect_sorted(*context_, *queue_, sort, keys, 64);
  }
}

TEST_P(Primitives, SortIsStable) {
  RadixSort sort(*context_, GetParam());
  const std::size_t n = test::api_under_test() == Api::cuda ? 600 : 10000;
  std::vector<std::uint64_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = bits(i) % 7 << 60 | bits(i) % 3;
  expect_sorted(*context_, *queue_, sort, keys, 64);
  std::fill(keys.begin(), keys.end(), ~std::uint64_t{0});
  expect_sorted(*context_, *queue_, sort, keys, 64);
}

TEST_P(Primitives, SortByFewerBitsLeavesTheRest) {
  RadixSort sort(*context_, GetParam());
  std::vector<std::uint64_t> keys(test::api_under_test() == Api::cuda ? 600 : 5000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = bits(i);
  for (const int key_bits : {0, 8, 24, 32, 40, 56}) expect_sorted(*context_, *queue_, sort, keys, key_bits);
}

INSTANTIATE_TEST_SUITE_P(GroupsOf, Primitives, testing::Values(1, 16, 256));

TEST(RadixSort, SortsAMillion) {
  const auto context = open_context(first_device());
  const auto queue = context->make_queue();
  RadixSort sort(*context);
  std::vector<std::uint64_t> keys(1000000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = bits(i);
  expect_sorted(*context, *queue, sort, keys, 64);
}

struct Pair {
  float high, low;
};

/// The documented shape, on the host.
template <class T, class Join>
T reduced(std::vector<T> values, T neutral, Join&& join) {
  do {
    const std::size_t leaves = std::max<std::size_t>((values.size() + 255) / 256, 1);
    values.resize(256 * leaves, neutral);
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      T* x = &values[256 * leaf];
      for (std::size_t half = 128; half > 0; half /= 2)
        for (std::size_t k = 0; k < half; ++k) x[k] = join(x[k], x[k + half]);
      values[leaf] = x[0];
    }
    values.resize(leaves);
  } while (values.size() > 1);
  return values.front();
}

class Reduces : public Primitives {
 protected:
  template <class T>
  T on_device(Reduce& reduce, const std::vector<T>& values) {
    const auto from = buffer_of(*context_, *queue_, values);
    const auto to = context_->allocate(sizeof(T));
    reduce.run(*queue_, *from, values.size(), *to);
    return values_of<T>(*queue_, *to, 1).front();
  }
};

TEST_P(Reduces, DoublesInTheDocumentedShape) {
  ASSERT_TRUE(context_->info().fp64);
  Reduce sum(*context_, Reduction::sum_of_doubles, GetParam());
  for (const std::size_t n : lengths) {
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = std::ldexp(static_cast<double>(bits(i)), static_cast<int>(i % 40)) - 1e20;
    const double expected = reduced(values, 0.0, [](double a, double b) { return a + b; });
    EXPECT_EQ(std::bit_cast<std::uint64_t>(on_device(sum, values)), std::bit_cast<std::uint64_t>(expected)) << n;
  }
}

TEST_P(Reduces, PairsAsWellAs47Bits) {
  Reduce sum(*context_, Reduction::sum_of_pairs, GetParam());
  Reduce other(*context_, Reduction::sum_of_pairs, 16);
  for (const std::size_t n : lengths) {
    std::vector<Pair> values(n);
    long double exact = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = std::ldexp(static_cast<double>(bits(i)) - 0x1p63, -60);
      const auto high = static_cast<float>(x);
      values[i] = {high, static_cast<float>(x - high)};
      exact += static_cast<long double>(values[i].high) + values[i].low;
      size += std::fabs(values[i].high);
    }
    const Pair got = on_device(sum, values), again = on_device(other, values);
    EXPECT_TRUE(got.high == again.high && got.low == again.low) << n << ": the size of groups changes bits";
    const long double error = std::fabs((static_cast<long double>(got.high) + got.low) - exact);
    EXPECT_LE(error, 0x1p-46L * size) << n;
    EXPECT_LE(std::fabs(got.low), std::ldexp(std::fabs(got.high), -23)) << n;
  }
}

TEST_P(Reduces, LeastAndGreatest) {
  Reduce least_of(*context_, Reduction::least_float, GetParam());
  Reduce greatest_of(*context_, Reduction::greatest_float, GetParam());
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const std::size_t n : lengths) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(bits(i)) * 0x1p-40f - 1e6f;
    const float least = n == 0 ? infinity : *std::min_element(values.begin(), values.end());
    const float greatest = n == 0 ? -infinity : *std::max_element(values.begin(), values.end());
    EXPECT_EQ(on_device(least_of, values), least) << n;
    EXPECT_EQ(on_device(greatest_of, values), greatest) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(GroupsOf, Reduces, testing::Values(1, 4, 256));

}  // namespace
}  // namespace tucana::device
