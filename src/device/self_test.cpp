#include "tucana/device/self_test.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace tucana::kernels {
extern const std::string_view self_test;
}  // namespace tucana::kernels

namespace tucana::device {
namespace {

// The text of the kernel as C++. This library is compiled without contraction and relaxed mathematics.
namespace on_host {
using std::fabs;
using std::fma;
using uint = unsigned;
#define DEVICE inline
#define KERNEL(name) [[maybe_unused]] inline void name
#define GLOBAL
#define RESTRICT
#define GLOBAL_ID 0u
#include "tucana/device/kernels/self_test.kernel.h"
#undef DEVICE
#undef KERNEL
#undef GLOBAL
#undef RESTRICT
#undef GLOBAL_ID
}  // namespace on_host

constexpr std::size_t row_count = 64;
constexpr std::array<std::string_view, TEST_RESULTS> meaning = {"sum",
                                                                "error of a sum",
                                                                "error of a fast sum",
                                                                "product",
                                                                "error of a product",
                                                                "product plus a number",
                                                                "difference of products",
                                                                "high part of a moved place",
                                                                "low part of a moved place"};

/// Numbers of all signs and of sizes from 2^-12 to 2^12, with all bits in use.
std::vector<float> make_rows() {
  std::vector<float> rows;
  unsigned state = 12345;
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    const float mantissa = 1.0f + static_cast<float>(state >> 9) * 0x1p-23f;
    state = state * 1664525u + 1013904223u;
    return std::ldexp((state >> 31) != 0 ? -mantissa : mantissa, static_cast<int>((state >> 20) % 25u) - 12);
  };
  for (std::size_t i = 0; i < row_count; ++i) {
    const float a = next(), b = next(), c = next();
    // Half of the rows cancel, which shows what contraction makes of them.
    rows.insert(rows.end(), {a, b, i % 2 == 0 ? -(a * b) : c});
  }
  return rows;
}

}  // namespace

ProgramText self_test_program() { return {"self_test", std::string(kernels::self_test), {}, {}}; }

void test_arithmetic(Context& context, const ProgramText& text) {
  const auto program = context.build(text);
  const std::vector<float> rows = make_rows();
  std::vector<float> results(row_count * TEST_RESULTS);
  const auto on_device = context.allocate(rows.size() * sizeof(float));
  const auto results_there = context.allocate(results.size() * sizeof(float));
  const auto queue = context.make_queue();
  queue->write(*on_device, 0, std::as_bytes(std::span(rows)));
  queue->launch(program->kernel("self_test"), {row_count / 16, 1, 16},
                {*on_device, *results_there, static_cast<std::uint32_t>(row_count)});
  queue->read(*results_there, 0, std::as_writable_bytes(std::span(results)));
  queue->finish();

  for (std::size_t i = 0; i < row_count; ++i) {
    std::array<float, TEST_RESULTS> expected{};
    on_host::arithmetic_of(rows[3 * i], rows[3 * i + 1], rows[3 * i + 2], expected.data());
    for (std::size_t k = 0; k < TEST_RESULTS; ++k) {
      const float got = results[TEST_RESULTS * i + k];
      if (got == expected[k]) continue;
      throw DeviceError(fmt::format(
          "{}: its compiler breaks exact arithmetic: the {} is {:a} instead of {:a} for {:a}, {:a}, {:a} (driver: {}); "
          "use another driver or device",
          title_of(context.info()), meaning[k], got, expected[k], rows[3 * i], rows[3 * i + 1], rows[3 * i + 2],
          context.info().driver));
    }
  }
}

}  // namespace tucana::device
