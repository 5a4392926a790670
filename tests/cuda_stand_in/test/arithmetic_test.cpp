// Kernels that NVRTC compiles for every architecture, against the same operations on this machine, bit for bit.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

class Arithmetic : public testing::TestWithParam<int> {
 protected:
  void load(const std::string& kernels) { ASSERT_EQ(session.load(compile(kernels, GetParam())), 0); }
  Session session;
  Numbers numbers;
};
INSTANTIATE_TEST_SUITE_P(For, Arithmetic, testing::Values(75, 80, 90, 120),
                         [](const auto& of) { return "sm_" + std::to_string(of.param); });

TEST_P(Arithmetic, AddsVectors) {
  load(R"(KERNEL(add)(GLOBAL const float* a, GLOBAL const float* b, GLOBAL float* c, int n) {
            int i = GLOBAL_ID;
            if (i < n) c[i] = a[i] + b[i];
          })");
  std::vector<float> a(1000), b(1000), c(1000);
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] = static_cast<float>(numbers.next());
    b[k] = static_cast<float>(numbers.next());
    c[k] = a[k] + b[k];
  }
  const Address out = session.allocate(4000);
  session.run("add", 8, 128, session.upload(a), session.upload(b), out, 1000);
  expect_same_bits(session.download<float>(out, 1000), c);
}

TEST_P(Arithmetic, ReducesThroughSharedMemory) {
  load(R"(KERNEL(reduce)(GLOBAL const double* a, GLOBAL double* sums) {
            LOCAL_ARRAY(double, tile, 256);
            tile[LOCAL_ID] = a[GLOBAL_ID];
            BARRIER();
            for (uint half = GROUP_SIZE / 2; half > 0; half /= 2) {
              if (LOCAL_ID < half) tile[LOCAL_ID] += tile[LOCAL_ID + half];
              BARRIER();
            }
            if (LOCAL_ID == 0) sums[GROUP_X] = tile[0];
          })");
  std::vector<double> a(1024), sums;
  for (double& x : a) x = numbers.next();
  for (std::size_t block = 0; block < 4; ++block) {
    std::vector<double> tile(a.begin() + 256 * static_cast<std::ptrdiff_t>(block),
                             a.begin() + 256 * static_cast<std::ptrdiff_t>(block + 1));
    for (std::size_t half = 128; half > 0; half /= 2)
      for (std::size_t k = 0; k < half; ++k) tile[k] += tile[k + half];
    sums.push_back(tile[0]);
  }
  const Address out = session.allocate(32);
  session.run("reduce", 4, 256, session.upload(a), out);
  expect_same_bits(session.download<double>(out, 4), sums);
}

TEST_P(Arithmetic, ComputesWithTicks) {
  load(
      R"(KERNEL(ticks)(GLOBAL const int64* t, GLOBAL float* f, GLOBAL double* d, GLOBAL int64* q, int64 now, int shift) {
            uint i = GLOBAL_ID;
            int64 dt = now - t[i];
            f[i] = (float)dt * 3.5527137e-15f;
            d[i] = (double)dt;
            q[i] = dt / 1000003 + (dt % 77) * (dt >> shift) + dt / t[i] + __mul64hi(dt, now) +
                   (int64)((uint64)dt % (uint64)now) + (int64)(float)dt;
          })");
  const std::int64_t now = (std::int64_t{1} << 48) + 12345;
  std::vector<std::int64_t> t(128), q;
  std::vector<float> f;
  std::vector<double> d;
  for (std::size_t k = 0; k < t.size(); ++k) {
    t[k] = static_cast<std::int64_t>(numbers.bits() >> (k % 40)) | 1;
    const auto dt = static_cast<std::int64_t>(static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(t[k]));
    const auto wrap = [](std::int64_t x) { return static_cast<std::uint64_t>(x); };
    f.push_back(static_cast<float>(dt) * 3.5527137e-15f);
    d.push_back(static_cast<double>(dt));
    const auto high = static_cast<std::int64_t>((__extension__ static_cast<__int128>(dt) * now) >> 64);
    const auto back = static_cast<float>(dt) >= 0x1p63f ? INT64_MAX : static_cast<std::int64_t>(static_cast<float>(dt));
    q.push_back(static_cast<std::int64_t>(wrap(dt / 1000003) + wrap(dt % 77) * wrap(dt >> 5) + wrap(dt / t[k]) +
                                          wrap(high) + wrap(dt) % wrap(now) + wrap(back)));
  }
  const Address fs = session.allocate(4 * t.size()), ds = session.allocate(8 * t.size()),
                qs = session.allocate(8 * t.size());
  session.run("ticks", 2, 64, session.upload(t), fs, ds, qs, now, 5);
  expect_same_bits(session.download<float>(fs, t.size()), f);
  expect_same_bits(session.download<double>(ds, t.size()), d);
  expect_same_bits(session.download<std::int64_t>(qs, t.size()), q);
}

TEST_P(Arithmetic, IndexesArraysOnTheStack) {
  load(R"(KERNEL(stack)(GLOBAL const int* index, GLOBAL float* out) {
            float a[17];
            for (int k = 0; k < 17; ++k) a[k] = k * 0.5f + LOCAL_ID;
            for (int k = 0; k < 17; ++k) a[index[k]] += a[index[16 - k]] * 2.0f;
            out[GLOBAL_ID] = a[index[LOCAL_ID]];
          })");
  std::vector<int> index(17);
  for (int k = 0; k < 17; ++k) index[static_cast<std::size_t>(k)] = k * 5 % 17;
  std::vector<float> wanted;
  for (std::size_t id = 0; id < 17; ++id) {
    std::vector<float> a(17);
    for (std::size_t k = 0; k < 17; ++k) a[k] = static_cast<float>(k) * 0.5f + static_cast<float>(id);
    const auto at = [&](std::size_t k) -> float& { return a[static_cast<std::size_t>(index[k])]; };
    for (std::size_t k = 0; k < 17; ++k) at(k) += at(16 - k) * 2.0f;
    wanted.push_back(at(id));
  }
  const Address out = session.allocate(68);
  session.run("stack", 1, 17, session.upload(index), out);
  expect_same_bits(session.download<float>(out, 17), wanted);
}

TEST_P(Arithmetic, SortsByOneDigitStably) {
  load(R"(KERNEL(radix_step)(GLOBAL const uint64* keys, GLOBAL uint64* sorted, GLOBAL uint* histogram, int shift) {
            LOCAL_ARRAY(uint, counts, 16);
            LOCAL_ARRAY(uint, sums, 256);
            uint64 key = keys[LOCAL_ID];
            uint digit = (uint)(key >> shift) & 15u;
            if (LOCAL_ID < 16) counts[LOCAL_ID] = 0;
            BARRIER();
            ATOMIC_ADD(&counts[digit], 1u);
            BARRIER();
            uint place = 0;
            for (uint d = 0; d < 16; ++d) {
              uint mine = digit == d;
              sums[LOCAL_ID] = mine;
              BARRIER();
              for (uint step = 1; step < GROUP_SIZE; step *= 2) {
                uint add = LOCAL_ID >= step ? sums[LOCAL_ID - step] : 0u;
                BARRIER();
                sums[LOCAL_ID] += add;
                BARRIER();
              }
              if (mine) place += sums[LOCAL_ID] - 1;
              if (d < digit) place += counts[d];
              BARRIER();
            }
            sorted[place] = key;
            if (LOCAL_ID < 16) ATOMIC_ADD(&histogram[LOCAL_ID], counts[LOCAL_ID] * (uint)__popc(LOCAL_ID + 1));
          })");
  std::vector<std::uint64_t> keys(256);
  std::vector<std::uint32_t> histogram(16, 7), wanted_histogram(16, 7);
  for (std::uint64_t& key : keys) {
    key = numbers.bits();
    const auto digit = static_cast<std::uint32_t>(key >> 36U) & 15U;
    wanted_histogram[digit] += static_cast<std::uint32_t>(std::popcount(digit + 1));
  }
  std::vector<std::uint64_t> wanted = keys;
  std::stable_sort(wanted.begin(), wanted.end(), [](auto a, auto b) { return (a >> 36U & 15U) < (b >> 36U & 15U); });
  const Address sorted = session.allocate(8 * keys.size()), counts = session.upload(histogram);
  session.run("radix_step", 1, 256, session.upload(keys), sorted, counts, 36);
  expect_same_bits(session.download<std::uint64_t>(sorted, keys.size()), wanted);
  expect_same_bits(session.download<std::uint32_t>(counts, 16), wanted_histogram);
}

TEST_P(Arithmetic, CallsFunctionsAndReadsConstants) {
  load(R"(__constant__ float table[4] = {1.0f, 2.5f, -3.0f, 4.0f};
          __device__ int offset = 5;
          static __device__ __noinline__ float polynomial(float x, int k) {
            float s = 0;
            for (int i = 0; i < k; ++i) s = s * x + table[i & 3];
            return s;
          }
          KERNEL(calls)(GLOBAL float* a, int k) { a[GLOBAL_ID] = polynomial(a[GLOBAL_ID], k) + offset; })");
  std::vector<float> a(64), wanted;
  for (float& x : a) {
    x = static_cast<float>(numbers.next());
    float s = 0;
    const float table[] = {1.0f, 2.5f, -3.0f, 4.0f};
    for (std::size_t k = 0; k < 7; ++k) s = s * x + table[k & 3U];
    wanted.push_back(s + 5.0f);
  }
  const Address values = session.upload(a);
  session.run("calls", 2, 32, values, 7);
  expect_same_bits(session.download<float>(values, 64), wanted);
}

TEST_P(Arithmetic, AgreesWithTheMathsOfThisMachine) {
  load(
      R"(KERNEL(functions)(GLOBAL const float* f, GLOBAL const double* d, GLOBAL float* a, GLOBAL double* b, GLOBAL int* c) {
            uint i = GLOBAL_ID;
            float x = f[i];
            double y = d[i];
            a[i] = sqrtf(fabsf(x)) + x / 3.1f + fminf(x, 0.2f) - fmaxf(x, (float)y) + floorf(x * 9.0f) + rintf(x * 7.0f) +
                   copysignf(2.0f, x) + (float)y + 1.0f / x;
            b[i] = sqrt(fabs(y)) + y / 3.1 + fmin(y, 0.2) - fmax(y, (double)x) + ceil(y * 9.0) + trunc(y * 7.0) + fma(y, y, -y);
            c[i] = (int)(x * 1e10f) + (int)(y * 100.0) + __float2int_rn(x * 50.0f) + (x < 0.1f || isnan(x)) + __clz((int)i) +
                   __ffs((int)i) + (int)(uchar)(y * 200.0 + 201.0) + __brev(i) + __byte_perm(i, 77, 0x3254);
          })");
  std::vector<float> f(96), a;
  std::vector<double> d(96), b;
  std::vector<int> c;
  for (std::uint32_t i = 0; i < 96; ++i) {
    const float x = f[i] = static_cast<float>(numbers.next());
    const double y = d[i] = numbers.next();
    a.push_back(std::sqrt(std::fabs(x)) + x / 3.1f + std::fmin(x, 0.2f) - std::fmax(x, static_cast<float>(y)) +
                std::floor(x * 9.0f) + std::nearbyint(x * 7.0f) + std::copysign(2.0f, x) + static_cast<float>(y) +
                1.0f / x);
    b.push_back(std::sqrt(std::fabs(y)) + y / 3.1 + std::fmin(y, 0.2) - std::fmax(y, static_cast<double>(x)) +
                std::ceil(y * 9.0) + std::trunc(y * 7.0) + std::fma(y, y, -y));
    const float large = x * 1e10f;
    const int clamped = large >= 0x1p31f ? INT32_MAX : large < -0x1p31f ? INT32_MIN : static_cast<int>(large);
    std::uint32_t reversed = 0;
    for (std::uint32_t bit = 0; bit < 32; ++bit) reversed |= (i >> bit & 1U) << (31 - bit);
    // Selector 0x3254 of the bytes of {i, 77}: 4 (77), 5 (0), 2 and 3 (0, as i is small).
    const std::uint32_t permuted = 77;
    c.push_back(static_cast<int>(static_cast<std::uint32_t>(clamped) +
                                 static_cast<std::uint32_t>(static_cast<int>(y * 100.0)) +
                                 static_cast<std::uint32_t>(static_cast<int>(std::nearbyint(x * 50.0f))) +
                                 (x < 0.1f ? 1U : 0U) + static_cast<std::uint32_t>(std::countl_zero(i)) +
                                 (i == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(i)) + 1U) +
                                 (static_cast<std::uint32_t>(y * 200.0 + 201.0) & 255U) + reversed + permuted));
  }
  const Address as = session.allocate(4 * 96), bs = session.allocate(8 * 96), cs = session.allocate(4 * 96);
  session.run("functions", 3, 32, session.upload(f), session.upload(d), as, bs, cs);
  expect_same_bits(session.download<float>(as, 96), a);
  expect_same_bits(session.download<double>(bs, 96), b);
  expect_same_bits(session.download<int>(cs, 96), c);
}

}  // namespace
