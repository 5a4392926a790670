// Pair forces in the precisions that Tucana has, as NVRTC compiles them, bit for bit against this machine.
#include <cmath>

#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

constexpr std::uint32_t bodies = 128, tile = 64;

float inverse_root(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }

class Force : public testing::TestWithParam<int> {
 protected:
  void load(const std::string& kernels) { ASSERT_EQ(session.load(compile(kernels, GetParam())), 0); }
  Session session;
  Numbers numbers;
};
INSTANTIATE_TEST_SUITE_P(For, Force, testing::Values(75, 80, 90, 120),
                         [](const auto& of) { return "sm_" + std::to_string(of.param); });

const char* const two_float_kernel = R"(
  typedef struct { float4 high; float4 low; } Row;  // mass in high.w
  KERNEL(two_float)(GLOBAL const Row* RESTRICT rows, GLOBAL float4* RESTRICT force, uint n, float softening) {
    LOCAL_ARRAY(Row, tile, 64);
    uint i = GLOBAL_ID;
    Row me = rows[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f, potential = 0.0f;
    for (uint first = 0; first < n; first += 64) {
      tile[LOCAL_ID] = rows[first + LOCAL_ID];
      BARRIER();
      for (uint j = 0; j < 64; ++j) {
        float dx = (tile[j].high.x - me.high.x) + (tile[j].low.x - me.low.x);
        float dy = (tile[j].high.y - me.high.y) + (tile[j].low.y - me.low.y);
        float dz = (tile[j].high.z - me.high.z) + (tile[j].low.z - me.low.z);
        float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, softening)));
        float inverse = first + j == i ? 0.0f : rsqrtf(r2);
        float m = tile[j].high.w * inverse;
        float m3 = m * (inverse * inverse);
        ax = fmaf(m3, dx, ax);
        ay = fmaf(m3, dy, ay);
        az = fmaf(m3, dz, az);
        potential -= m;
      }
      BARRIER();
    }
    force[i] = make_float4(ax, ay, az, potential);
  })";

struct Row {
  float high[4], low[4];
};

std::vector<Row> random_rows(Numbers& numbers) {
  std::vector<Row> rows(bodies);
  for (Row& row : rows) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = numbers.next();
      row.high[k] = static_cast<float>(x);
      row.low[k] = static_cast<float>(x - static_cast<double>(row.high[k]));
    }
    row.high[3] = 1.0f / bodies;
    row.low[3] = 0.0f;
  }
  return rows;
}

std::vector<float> two_float_forces(const std::vector<Row>& rows, float softening) {
  std::vector<float> forces;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    float sum[4] = {0, 0, 0, 0};
    for (std::uint32_t j = 0; j < bodies; ++j) {
      float d[3];
      for (std::size_t k = 0; k < 3; ++k)
        d[k] = (rows[j].high[k] - rows[i].high[k]) + (rows[j].low[k] - rows[i].low[k]);
      const float r2 = std::fma(d[0], d[0], std::fma(d[1], d[1], std::fma(d[2], d[2], softening)));
      const float inverse = i == j ? 0.0f : inverse_root(r2);
      const float m = rows[j].high[3] * inverse;
      const float m3 = m * (inverse * inverse);
      for (std::size_t k = 0; k < 3; ++k) sum[k] = std::fma(m3, d[k], sum[k]);
      sum[3] -= m;
    }
    forces.insert(forces.end(), sum, sum + 4);
  }
  return forces;
}

TEST_P(Force, OfTwoFloatPositionsInTiles) {
  load(two_float_kernel);
  const std::vector<Row> rows = random_rows(numbers);
  const Address out = session.allocate(16 * bodies);
  session.run("two_float", bodies / tile, tile, session.upload(rows), out, bodies, 1e-4f);
  expect_same_bits(session.download<float>(out, 4 * bodies), two_float_forces(rows, 1e-4f));
}

TEST_P(Force, ChangesWhenAnInstructionDoes) {
  std::string ptx = compile(two_float_kernel, GetParam());
  const std::size_t place = ptx.find("add.rn.f32");
  ASSERT_NE(place, std::string::npos);
  ptx.replace(place, 3, "sub");
  ASSERT_EQ(session.load(ptx), 0);
  const std::vector<Row> rows = random_rows(numbers);
  const Address out = session.allocate(16 * bodies);
  session.run("two_float", bodies / tile, tile, session.upload(rows), out, bodies, 1e-4f);
  EXPECT_NE(session.download<float>(out, 4 * bodies), two_float_forces(rows, 1e-4f));
}

TEST_P(Force, InDoublePrecision) {
  load(R"(KERNEL(fp64)(GLOBAL const double* x, GLOBAL double* out, uint n, double softening) {
            uint i = GLOBAL_ID;
            double a = 0.0;
            for (uint j = 0; j < n; ++j) {
              double d = x[j] - x[i];
              double r2 = fma(d, d, softening);
              double r = sqrt(r2);
              a += d / (r2 * r);
            }
            out[i] = a;
          })");
  std::vector<double> x(bodies), wanted;
  for (double& value : x) value = numbers.next();
  for (std::uint32_t i = 0; i < bodies; ++i) {
    double a = 0.0;
    for (std::uint32_t j = 0; j < bodies; ++j) {
      const double d = x[j] - x[i], r2 = std::fma(d, d, 1e-4);
      a += d / (r2 * std::sqrt(r2));
    }
    wanted.push_back(a);
  }
  const Address out = session.allocate(8 * bodies);
  session.run("fp64", 2, 64, session.upload(x), out, bodies, 1e-4);
  expect_same_bits(session.download<double>(out, bodies), wanted);
}

TEST_P(Force, InFloatFloatArithmetic) {
  // Two-sum and two-product: one contraction or reordering would show. And no double on the device.
  const std::string ptx = compile(R"(
      DEVICE float2 two_sum(float a, float b) {
        float s = a + b, v = s - a;
        return make_float2(s, (a - (s - v)) + (b - v));
      }
      DEVICE float2 two_product(float a, float b) { float p = a * b; return make_float2(p, fmaf(a, b, -p)); }
      DEVICE float2 add(float2 a, float2 b) {
        float2 s = two_sum(a.x, b.x);
        return two_sum(s.x, s.y + (a.y + b.y));
      }
      DEVICE float2 multiply(float2 a, float2 b) {
        float2 p = two_product(a.x, b.x);
        return two_sum(p.x, p.y + (a.x * b.y + a.y * b.x));
      }
      KERNEL(extended)(GLOBAL const float2* x, GLOBAL float2* out, uint n, float softening) {
        uint i = GLOBAL_ID;
        float2 sum = make_float2(0.0f, 0.0f), me = make_float2(-x[i].x, -x[i].y);
        for (uint j = 0; j < n; ++j) {
          float2 d = add(x[j], me);
          float2 r2 = add(multiply(d, d), make_float2(softening, 0.0f));
          float y = rsqrtf(r2.x);
          float2 correction = add(make_float2(1.0f, 0.0f), multiply(r2, two_product(-y, y)));
          float2 inverse = add(make_float2(y, 0.0f), multiply(make_float2(0.5f * y, 0.0f), correction));
          sum = add(sum, multiply(d, inverse));
        }
        out[i] = sum;
      })",
                                  GetParam());
  EXPECT_EQ(ptx.find(".f64"), std::string::npos);
  ASSERT_EQ(session.load(ptx), 0);
  struct Pair {
    float x, y;
  };
  const auto two_sum = [](float a, float b) {
    const float s = a + b, v = s - a;
    return Pair{s, (a - (s - v)) + (b - v)};
  };
  const auto two_product = [](float a, float b) { return Pair{a * b, std::fma(a, b, -(a * b))}; };
  const auto add = [&](Pair a, Pair b) {
    const Pair s = two_sum(a.x, b.x);
    return two_sum(s.x, s.y + (a.y + b.y));
  };
  const auto multiply = [&](Pair a, Pair b) {
    const Pair p = two_product(a.x, b.x);
    return two_sum(p.x, p.y + (a.x * b.y + a.y * b.x));
  };
  std::vector<Pair> x(bodies);
  for (Pair& pair : x) {
    const double value = numbers.next();
    pair.x = static_cast<float>(value);
    pair.y = static_cast<float>(value - static_cast<double>(pair.x));
  }
  std::vector<float> wanted;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    Pair sum{0, 0};
    for (std::uint32_t j = 0; j < bodies; ++j) {
      const Pair d = add(x[j], {-x[i].x, -x[i].y}), r2 = add(multiply(d, d), {1e-4f, 0});
      const float y = inverse_root(r2.x);
      const Pair correction = add({1, 0}, multiply(r2, two_product(-y, y)));
      sum = add(sum, multiply(d, add({y, 0}, multiply({0.5f * y, 0}, correction))));
    }
    wanted.push_back(sum.x);
    wanted.push_back(sum.y);
  }
  const Address out = session.allocate(8 * bodies);
  session.run("extended", 2, 64, session.upload(x), out, bodies, 1e-4f);
  expect_same_bits(session.download<float>(out, 2 * bodies), wanted);
}

}  // namespace
