// Highway wants its headers in this order.
// clang-format off
#include "tucana/gravity/cpu/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/fma_peak.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace tucana::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Twelve independent chains: more than latency times pipes of any processor known. Returns the operations done.
template <class T>
double multiply_add(std::size_t rounds, double* sink) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const V factor = hn::Set(d, static_cast<T>(0.999)), term = hn::Set(d, static_cast<T>(0.001));
  V a = hn::Iota(d, T{1}), b = hn::Iota(d, T{2}), c = hn::Iota(d, T{3}), e = hn::Iota(d, T{4});
  V f = hn::Iota(d, T{5}), g = hn::Iota(d, T{6}), h = hn::Iota(d, T{7}), i = hn::Iota(d, T{8});
  V j = hn::Iota(d, T{9}), k = hn::Iota(d, T{10}), l = hn::Iota(d, T{11}), m = hn::Iota(d, T{12});
  for (std::size_t r = 0; r < rounds; ++r) {
    a = hn::MulAdd(a, factor, term), b = hn::MulAdd(b, factor, term), c = hn::MulAdd(c, factor, term);
    e = hn::MulAdd(e, factor, term), f = hn::MulAdd(f, factor, term), g = hn::MulAdd(g, factor, term);
    h = hn::MulAdd(h, factor, term), i = hn::MulAdd(i, factor, term), j = hn::MulAdd(j, factor, term);
    k = hn::MulAdd(k, factor, term), l = hn::MulAdd(l, factor, term), m = hn::MulAdd(m, factor, term);
  }
  const V sum = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)));
  const V rest = hn::Add(hn::Add(j, k), hn::Add(l, m));
  *sink += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, hn::Add(sum, rest))));
  return 2.0 * 12 * static_cast<double>(rounds) * static_cast<double>(hn::Lanes(d));
}

double multiply_add_fp32(std::size_t rounds, double* sink) { return multiply_add<float>(rounds, sink); }
double multiply_add_fp64(std::size_t rounds, double* sink) { return multiply_add<double>(rounds, sink); }

}  // namespace tucana::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <fstream>
#include <string>
#include <vector>

#include "bench/fma_peak.h"
#include "tucana/core/stopwatch.h"
#include "tucana/gravity/make_engine.h"

namespace tucana::bench {
namespace {

using Loop = double (*)(std::size_t rounds, double* sink);

struct Loops {
  Loop fp32, fp64;
};

Loops best_loops() {
  const std::string level = supported_simd_levels().front();
#if HWY_ARCH_X86
  if (level == "AVX-512") return {N_AVX3::multiply_add_fp32, N_AVX3::multiply_add_fp64};
  if (level == "AVX2") return {N_AVX2::multiply_add_fp32, N_AVX2::multiply_add_fp64};
  return {N_SSE4::multiply_add_fp32, N_SSE4::multiply_add_fp64};
#else
  return {N_NEON::multiply_add_fp32, N_NEON::multiply_add_fp64};
#endif
}

/// Units are claimed, as in an evaluation: a worker that others keep busy takes fewer. About ten milliseconds.
double rate(Workers& workers, Loop loop) {
  constexpr std::size_t rounds = 10000, units_per_worker = 40;
  const std::size_t units = units_per_worker * static_cast<std::size_t>(workers.count());
  std::vector<double> operations(units), sinks(units);
  const Stopwatch watch;
  workers.run(units, [&](std::size_t u, int) { operations[u] = loop(rounds, &sinks[u]); });
  const double seconds = watch.seconds();
  double sum = 0;
  for (const double o : operations) sum += o;
  return sum / seconds;
}

}  // namespace

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

FmaPeak measure_fma_peak(Workers& workers) {
  const Loops loops = best_loops();
  return {rate(workers, loops.fp32), rate(workers, loops.fp64)};
}

}  // namespace tucana::bench
#endif
