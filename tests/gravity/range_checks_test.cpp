// Numbers that floats cannot hold are refused, by engines and before a run; those that they can hold are not.
#include "tucana/gravity/range_checks.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"

namespace tucana {
namespace {

std::string complaint(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
}

/// Four stars of some mass at some distances and velocities.
StarsBuffer four(double mass, double place, double velocity) {
  StarsBuffer stars;
  stars.resize(4);
  stars.number_from_one();
  stars.mass = {mass, 2 * mass, mass, 3 * mass};
  stars.position = {{place, 0, 0}, {0, place, 0}, {0, 0, -place}, {-place, 0, place}};
  stars.velocity = {{0, velocity, 0}, {0, 0, velocity}, {velocity, 0, 0}, {0, 0, 0}};
  return stars;
}

std::string complaint_about(const StarsBuffer& stars, Precision precision, double eps2 = 0) {
  return complaint([&] { check_range(stars.view(), {eps2}, precision); });
}

constexpr Precision floats[] = {Precision::fp32, Precision::two_float, Precision::extended};

TEST(RangeChecks, OrdinaryStarsAreTaken) {
  for (const Precision precision : {Precision::fp64, Precision::fp32, Precision::two_float, Precision::extended}) {
    EXPECT_EQ(complaint_about(four(1, 1, 1), precision), "");
    EXPECT_EQ(complaint_about(four(1e-6, 100, 0.01), precision, 1e-8), "");
    EXPECT_EQ(complaint_about(four(1e-3, 1, 0), precision), "");      // at rest
    EXPECT_EQ(complaint_about(four(0, 1, 1), precision), "");         // tracers
    EXPECT_EQ(complaint_about(four(1, 1e-6, 1e3), precision), "");    // a hard binary in pc
    EXPECT_EQ(complaint_about(four(1e11, 1e5, 200), precision), "");  // a galaxy in pc, solar masses, km/s
  }
}

TEST(RangeChecks, NumbersThatVanishAreRefused) {
  for (const Precision precision : floats) {
    auto stars = four(1, 1, 1);
    stars.mass[2] = 1e-45;
    expect_in("star 3: its mass is 1e-45, below ", complaint_about(stars, precision));
    expect_in("use engine.precision = fp64, or other units, or 0 for a tracer", complaint_about(stars, precision));
    stars.mass[2] = 1e-39;  // a float has some bits of it
    expect_in("star 3: its mass is 1e-39, below ", complaint_about(stars, precision));
    expect_in("m/r^3 among the stars is", complaint_about(four(1e-3, 1e13, 1), precision));
    expect_in("m v/r^3 among the stars is", complaint_about(four(1, 1, 1e-42), precision));
    expect_in("the radius of the stars is 1.", complaint_about(four(1e-20, 1e-40, 1), precision));
    expect_in("the square of gravity.softening is 1e-45, below", complaint_about(four(1, 1, 1), precision, 1e-45));
  }
  EXPECT_EQ(complaint_about(four(1e-45, 1, 1e-42), Precision::fp64, 1e-45), "");
  EXPECT_EQ(complaint_about(four(1e-3, 1e13, 1), Precision::fp64), "");
}

TEST(RangeChecks, ForcesThatOverflowAreRefused) {
  for (const Precision precision : floats) {
    expect_in("m v/r^3 among the stars is", complaint_about(four(1e14, 1e-9, 1), precision));
  }
}

TEST(RangeChecks, EnginesRefuseMassesAndSofteningsThatVanish) {
  ThreadPool workers(1);
  for (const Precision precision : floats) {
    const auto engine = make_engine({"cpu", precision}, workers);
    const auto sources = engine->make_sources();
    sources->resize(1);
    const Slot slot = slot_at(0);
    const Vec3 zero;
    const Tick now;
    const auto one = [](const auto& value) { return std::span(&value, 1); };
    const auto write = [&](double mass) {
      return complaint([&] { sources->write(one(slot), {one(mass), one(zero), one(zero), {}, {}, one(now)}); });
    };
    expect_in("the mass of slot 0 is 1e-45, below ", write(1e-45));
    EXPECT_EQ(write(0), "");
    EXPECT_EQ(write(1e-30), "");
    std::vector<Vec3> acceleration(1), jerk(1);
    const Vec3 place{1, 0, 0};
    const auto evaluate = [&](double eps2) {
      return complaint([&] {
        Results results;
        results.acceleration = acceleration, results.jerk = jerk;
        engine->evaluate(*sources, now, {one(no_slot), one(place), one(zero), {}}, {eps2}, {}, results).wait();
      });
    };
    expect_in("the square of gravity.softening is 1e-45, below", evaluate(1e-45));
    EXPECT_EQ(evaluate(0), "");
  }
}

}  // namespace
}  // namespace tucana
