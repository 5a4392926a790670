// What is known of the scheme: its order, that equal steps can be retraced, and its equations written down again.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/models/plummer.h"

namespace tucana {
namespace {

TEST(Leapfrog, EqualStepsCanBeRetraced) {
  const StarsBuffer start = random_cloud(12, 1);
  LeapfrogRun there(fixed_leapfrog(0x1p-6, 0.05)), back(fixed_leapfrog(0x1p-6, 0.05));
  there.integrator.start(start.view());
  there.step_to(2);
  StarsBuffer turned = there.stars_at(2);
  EXPECT_GT(largest_shift(turned, start), 0.5);
  for (Vec3& v : turned.velocity) v = -v;
  back.integrator.start(turned.view());
  back.step_to(2);
  EXPECT_LT(largest_shift(back.stars_at(2), start), 1e-11);
}

// The error of a symplectic scheme comes and goes with the orbit; it does not grow.
TEST(Leapfrog, EqualStepsLetTheEnergySwingButNotDrift) {
  const StarsBuffer start = kepler_pair(0.5);
  LeapfrogRun run(fixed_leapfrog(0x1p-8));
  run.integrator.start(start.view());
  const auto swing_to = [&](double end) {
    double largest = 0;
    while (run.integrator.next() <= Tick::nearest(end)) {
      run.integrator.step();
      const StarsBuffer now = run.stars_at(run.integrator.now().units());
      largest = std::max(largest, std::abs(energy_of(now) / energy_of(start) - 1));
    }
    return largest;
  };
  const double early = swing_to(4);
  run.step_to(60);
  const double late = swing_to(64);
  EXPECT_GT(early, 1e-5);
  EXPECT_LT(late, 1.05 * early);
}

/// Bodies whose steps differ by several powers of two: a pair, one around it, one far out.
StarsBuffer small_system() {
  return stars_of({1, 0.5, 0.1, 0.01}, {{0.1, 0, 0}, {-0.2, 0, 0}, {0, 1.5, 0.2}, {-6, 0, 1}},
                  {{0, 0.6, 0}, {0, -1.2, 0.1}, {-0.9, 0, 0.1}, {0, 0.4, 0}});
}

TEST(Leapfrog, BlockStepsHaveTheSecondOrderToo) {
  const StarsBuffer start = small_system();
  const double end = 2;
  HermiteOptions exact = hermite_options(6);
  exact.steps = StepRule::fixed;
  exact.fixed_step = 0x1p-11;
  exact.law.eps2 = 0.01;
  HermiteRun truth(6, exact);
  truth.integrator.start(start.view());
  truth.step_to(end);
  std::vector<double> error;
  // A quarter of eta halves every step that the criterion asks for.
  for (int halvings = 0; halvings < 4; ++halvings) {
    LeapfrogOptions options = softened(0.1);
    options.eta = 0.01 * std::pow(0.25, halvings);
    options.largest_step = 0.125 * std::pow(0.5, halvings);
    LeapfrogRun run(options);
    run.integrator.start(start.view());
    run.step_to(end);
    error.push_back(largest_shift(run.stars_at(end), truth.stars_at(end)));
    EXPECT_LT(run.integrator.counts().steps, 3 * run.integrator.counts().blocks) << "not all step together";
  }
  EXPECT_LT(error[0], 0.1);
  const double order = std::log2(error[0] / error[3]) / 3;
  EXPECT_GT(order, 1.85) << error[0] << " " << error[3];
  EXPECT_LT(order, 2.4) << error[0] << " " << error[3];
}

/// Eqs. 15 to 17 of Miki & Umemura (2017) with the rules of block steps, as plainly as can be.
class PlainBlocks {
 public:
  PlainBlocks(const StarsBuffer& stars, double eta, double softening, double largest)
      : stars_(stars), eta_(eta), softening_(softening), largest_(largest) {
    for (std::size_t i = 0; i < stars.size(); ++i) {
      time_.push_back(0);
      acceleration_.push_back(pull(i, stars.position));
      step_.push_back(power_of_two(i));
    }
  }
  double next() const {
    double first = time_[0] + step_[0];
    for (std::size_t i = 1; i < time_.size(); ++i) first = std::min(first, time_[i] + step_[i]);
    return first;
  }
  void step() {
    const double t = next();
    std::vector<Vec3> predicted;
    for (std::size_t j = 0; j < time_.size(); ++j) predicted.push_back(place(j, t));
    for (std::size_t i = 0; i < time_.size(); ++i) {
      if (time_[i] + step_[i] != t) continue;
      const Vec3 half_way = stars_.velocity[i] + step_[i] / 2 * acceleration_[i];
      acceleration_[i] = pull(i, predicted);
      stars_.position[i] = predicted[i];
      stars_.velocity[i] = half_way + step_[i] / 2 * acceleration_[i];
      time_[i] = t;
      const double wanted = power_of_two(i);
      const bool may_double = std::fmod(t, 2 * step_[i]) == 0;
      step_[i] = wanted <= step_[i] ? wanted : may_double ? 2 * step_[i] : step_[i];
    }
  }
  const StarsBuffer& stars() const { return stars_; }

 private:
  Vec3 place(std::size_t j, double t) const {
    const double d = t - time_[j];
    return stars_.position[j] + d * (stars_.velocity[j] + d / 2 * acceleration_[j]);
  }
  Vec3 pull(std::size_t i, const std::vector<Vec3>& at) const {
    Vec3 sum;
    for (std::size_t j = 0; j < at.size(); ++j) {
      if (j == i) continue;
      const Vec3 r = at[j] - at[i];
      sum += stars_.mass[j] / std::pow(norm2(r) + softening_ * softening_, 1.5) * r;
    }
    return sum;
  }
  double power_of_two(std::size_t i) const {
    const double wanted = std::sqrt(2 * eta_ * softening_ / norm(acceleration_[i]));
    return std::min(largest_, std::exp2(std::floor(std::log2(wanted))));
  }

  StarsBuffer stars_;
  double eta_, softening_, largest_;
  std::vector<double> time_, step_;
  std::vector<Vec3> acceleration_;
};

TEST(Leapfrog, DoesWhatItsEquationsSay) {
  for (const StarsBuffer& start : {small_system(), random_cloud(30, 2)}) {
    LeapfrogOptions options = softened(0.05);
    options.largest_step = 0x1p-4;
    LeapfrogRun run(options);
    PlainBlocks plain(start, options.eta, 0.05, options.largest_step);
    run.integrator.start(start.view());
    for (int block = 0; block < 200; ++block) {
      ASSERT_EQ(run.integrator.next().units(), plain.next()) << block;
      run.integrator.step();
      plain.step();
    }
    const auto& bodies = run.integrator.bodies();
    for (std::size_t i = 0; i < start.size(); ++i) {
      EXPECT_LT(norm(bodies.x[i] - plain.stars().position[i]), 1e-12);
      EXPECT_LT(norm(bodies.v[i] - plain.stars().velocity[i]), 1e-11);
    }
    EXPECT_GT(run.integrator.schedule().longest(), run.integrator.schedule().shortest());
  }
}

TEST(Leapfrog, KeepsTheEnergyOfAPlummerSphere) {
  const double softening = 1.0 / 32, eps2 = softening * softening;
  std::vector<double> error;
  for (const double eta : {0.025, 0.025 / 4}) {
    LeapfrogOptions options = softened(softening);
    options.eta = eta;
    LeapfrogRun run(options);
    const StarsBuffer start = make_plummer({.n = 1024}, *run.engine);
    run.integrator.start(start.view());
    run.step_to(4);
    error.push_back(std::abs(energy_of(run.stars_at(4), eps2) / energy_of(start, eps2) - 1));
  }
  EXPECT_LT(error[0], 1e-3);
  EXPECT_LT(error[1], error[0] / 2);
}

TEST(Leapfrog, RadiiComeBackWhetherKeptOrNot) {
  StarsBuffer stars = random_cloud(5, 1);
  LeapfrogRun points(softened(0.1)), spheres(softened(0.1));
  points.integrator.start(stars.view());
  EXPECT_EQ(points.stars_at(0).radius, stars.radius);
  EXPECT_EQ(points.integrator.bodies().slots.radius(0), 0);
  stars.radius = {0, 1, 2, 3, 4};
  spheres.integrator.start(stars.view());
  EXPECT_EQ(spheres.stars_at(0).radius, stars.radius);
}

}  // namespace
}  // namespace tucana
