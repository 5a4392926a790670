// One star in each field, by the 6th-order scheme: it conserves energy, and around a point mass follows Kepler's orbit.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/physics/galaxy/fields.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/field/field_engine.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/integrators/hermite/make_hermite.h"

namespace tucana::galaxy {
namespace {

/// A star in a field, with the same step all the time.
struct Orbit {
  Orbit(const ExternalField& field, int order, double step, const PhasePoint& start)
      : engine(make_engine({.kind = "reference"}, workers), field.name(), workers) {
    engine.set_field(field, 0);
    HermiteOptions options;
    options.steps = StepRule::fixed;
    options.fixed_step = step;
    integrator = make_hermite(order, options, engine, workers);
    stars.resize(1);
    stars.number_from_one();
    stars.mass[0] = 1;
    stars.position[0] = start.x;
    stars.velocity[0] = start.v;
    integrator->start(stars.view());
  }
  PhasePoint at(double time) {
    while (integrator->next() <= Tick::nearest(time)) integrator->step();
    integrator->peek(Tick::nearest(time), stars);
    return {stars.position[0], stars.velocity[0]};
  }

  SerialWorkers workers;
  FieldEngine engine;
  std::unique_ptr<Integrator> integrator;
  StarsBuffer stars;
};

class FieldOrbit : public testing::TestWithParam<FieldCase> {};
INSTANTIATE_TEST_SUITE_P(Every, FieldOrbit, testing::ValuesIn(all_fields()), testing::PrintToStringParamName());

TEST_P(FieldOrbit, ConservesItsIntegral) {
  const auto field = GetParam().make();
  const PhasePoint start{{1.6, 0.2, 0.3}, {0.1, 0.9, 0.2}};
  const auto integral = [&](double time, const PhasePoint& at) {
    const double energy = norm2(at.v) / 2 + field->potential(time, at.x);
    if (field->is_static()) return energy;
    return energy - GetParam().options.angular_speed * cross(at.x, at.v).z;  // Jacobi's
  };
  Orbit orbit(*field, 6, 0x1p-9, start);
  const PhasePoint end = orbit.at(2);
  EXPECT_GT(norm(end.x - start.x), 0.1);
  const double first = integral(0, start);
  EXPECT_NEAR(integral(2, end), first, 1e-10 * std::max(std::abs(first), norm2(start.v) / 2));
}

// Apocentre at (1 + e), unit axis and period.
TEST(FieldOrbit, AroundAPointMassIsKeplersWithTheOrderOfTheScheme) {
  const double mu = 4 * std::numbers::pi * std::numbers::pi, e = 0.3;
  const auto field = make_field({.kind = FieldKind::point_mass, .mass = mu}, {});
  const PhasePoint start{{1 + e, 0, 0}, {0, std::sqrt(mu * (1 - e) / (1 + e)), 0}};
  for (const int order : {4, 6}) {
    const auto error = [&](double step) {
      Orbit orbit(*field, order, step, start);
      return norm(orbit.at(1).x - start.x);
    };
    const double step = order == 4 ? 0x1p-9 : 0x1p-8;
    const double coarse = error(step), fine = error(step / 2);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.5) << order;
    EXPECT_LT(fine, order == 4 ? 1e-6 : 1e-9) << order;
  }
}

// Times of evaluations that were off by part of a step would show in the order.
TEST(FieldOrbit, FollowsAFieldThatDependsOnTimeWithTheOrderOfTheScheme) {
  const auto field = make_field({.kind = FieldKind::tide, .angular_speed = 3, .epicyclic_ratio = 1.4}, {});
  const PhasePoint start{{1, 0.3, 0.2}, {0.2, 0.5, 0.1}};
  const auto end = [&](double step) { return Orbit(*field, 6, step, start).at(1).x; };
  const Vec3 exact = end(0x1p-9);
  const double coarse = norm(end(0x1p-5) - exact), fine = norm(end(0x1p-6) - exact);
  EXPECT_NEAR(std::log2(coarse / fine), 6, 0.6);
}

}  // namespace
}  // namespace tucana::galaxy
