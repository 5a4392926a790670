#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tucana/tree/tuning/brent_minimiser.h"

namespace tucana {
namespace {

struct Found {
  double place;
  std::int64_t values;
};

Found minimise(const std::function<double(double)>& f, double low, double high, double start, double tolerance) {
  BrentMinimiser search(low, high, start, tolerance);
  while (!search.done()) {
    EXPECT_GE(search.ask(), low - 1e-12);
    EXPECT_LE(search.ask(), high + 1e-12);
    search.tell(f(search.ask()));
  }
  EXPECT_EQ(search.ask(), search.best());
  return {search.best(), search.values()};
}

TEST(BrentMinimiser, FindsMinimaInFewValues) {
  // A parabola takes the values that make it, and a few to be sure.
  const Found square = minimise([](double x) { return (x - 0.3) * (x - 0.3); }, -2, 5, 1, 1e-6);
  EXPECT_NEAR(square.place, 0.3, 2e-6);
  EXPECT_LE(square.values, 10);
  const Found cosine = minimise([](double x) { return std::cos(x); }, 1, 6, 2, 1e-7);
  EXPECT_NEAR(cosine.place, 3.14159265, 5e-7);
  EXPECT_LE(cosine.values, 16);
  // What a split radius does: too many groups on one side, too many pairs on the other; coarse tolerance.
  const Found split = minimise([](double x) { return std::exp(-x) + 0.1 * std::exp(2 * x); }, -3, 3, 0, 0.05);
  EXPECT_NEAR(split.place, std::log(5.0) / 3, 0.1);
  EXPECT_LE(split.values, 10);
}

TEST(BrentMinimiser, FallsBackToGoldenSections) {
  const Found kink = minimise([](double x) { return std::abs(x - 0.7); }, 0, 1, 0.5, 1e-6);
  EXPECT_NEAR(kink.place, 0.7, 3e-6);
  EXPECT_LE(kink.values, 60);
  const Found stairs = minimise([](double x) { return std::floor(std::abs(8 * x - 5)); }, 0, 1, 0.1, 1e-3);
  EXPECT_NEAR(stairs.place, 5.0 / 8, 0.126);
}

TEST(BrentMinimiser, EndsAtTheEdgeOfItsRange) {
  EXPECT_NEAR(minimise([](double x) { return x; }, 2, 4, 3, 1e-4).place, 2, 4e-4);
  EXPECT_NEAR(minimise([](double x) { return -x; }, 2, 4, 2, 1e-4).place, 4, 4e-4);
  EXPECT_EQ(minimise([](double x) { return x; }, 3, 3, 3, 1e-4).place, 3);
}

TEST(BrentMinimiser, EndsWhateverItIsTold) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double value : {nan, infinity, -infinity, 0.0}) {
    EXPECT_LE(minimise([&](double) { return value; }, 0, 1, 0.5, 0).values, 128) << value;
  }
  // Not a number beside a valley: the valley is found.
  const Found half = minimise([&](double x) { return x < 0.4 ? nan : (x - 0.8) * (x - 0.8); }, 0, 1, 0.5, 1e-4);
  EXPECT_NEAR(half.place, 0.8, 1e-3);
  BrentMinimiser none;
  EXPECT_TRUE(none.done());
  none.tell(1);
  EXPECT_EQ(none.values(), 0);
}

TEST(BrentMinimiser, GoesOnFromAnArchive) {
  const auto f = [](double x) { return std::cosh(x - 1.1) + 0.1 * x; };
  BrentMinimiser whole(-4, 4, 0, 1e-5), parts(-4, 4, 0, 1e-5);
  while (!whole.done()) {
    ASSERT_EQ(parts.ask(), whole.ask());
    whole.tell(f(whole.ask()));
    parts.tell(f(parts.ask()));
    MemoryArchive archive;
    parts.describe(archive);
    archive.rewind();
    parts = {};
    parts.describe(archive);
  }
  EXPECT_TRUE(parts.done());
  EXPECT_EQ(parts.best(), whole.best());
}

}  // namespace
}  // namespace tucana
