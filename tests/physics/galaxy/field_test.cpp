// What every field has to fulfil: derivatives along an orbit, the gradient of the potential, Poisson's equation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/physics/galaxy/fields.h"
#include "tucana/physics/galaxy/field_sum.h"

namespace tucana::galaxy {
namespace {

/// Central differences of 6th order.
template <class F>
auto first_derivative(const F& f, double h) {
  return (1 / (60 * h)) * ((f(3 * h) - f(-3 * h)) - 9.0 * (f(2 * h) - f(-2 * h)) + 45.0 * (f(h) - f(-h)));
}
template <class F>
auto second_derivative(const F& f, double h) {
  const auto pair = [&](double d) { return f(d) + f(-d) - 2.0 * f(0.0); };
  return (1 / (180 * h * h)) * (2.0 * pair(3 * h) - 27.0 * pair(2 * h) + 270.0 * pair(h));
}

struct Body {
  Vec3 x, v, a;
  double scale;  ///< of its distance from the centre
};
/// Near the centre, at a scale radius, near the plane, far outside.
const Body bodies[] = {{{0.02, -0.01, 0.015}, {0.01, 0.03, -0.02}, {0.1, 0.02, -0.05}, 0.027},
                       {{0.8, -0.9, 0.5}, {0.7, 0.3, -0.4}, {-0.3, 0.5, 0.2}, 1.3},
                       {{1.5, 2.0, 0.001}, {-0.5, 0.6, 0.2}, {0.1, -0.4, 0.3}, 2.5},
                       {{9.0, -4.0, 12.0}, {3.0, 2.0, -1.0}, {0.5, 0.25, 1.0}, 15}};

class Field : public testing::TestWithParam<FieldCase> {
 protected:
  const std::unique_ptr<ExternalField> field_ = GetParam().make();
  const double time_ = 0.7;
};
INSTANTIATE_TEST_SUITE_P(Every, Field, testing::ValuesIn(all_fields()), testing::PrintToStringParamName());

TEST_P(Field, JerkAndSnapAreDerivativesAlongTheOrbit) {
  for (const Body& body : bodies) {
    const FieldValue found = field_->at(time_, body.x, body.v, body.a);
    const auto along = [&](double t) {
      return field_->acceleration(time_ + t, body.x + t * body.v + (t * t / 2) * body.a);
    };
    // A small part of the time in which the body, or the field, changes.
    const double h = 0.01 * std::min(0.6, body.scale / norm(body.v));
    const Vec3 jerk = first_derivative(along, h), snap = second_derivative(along, h);
    const double rate = norm(body.v) / body.scale + 1.7;
    EXPECT_LT(norm(found.acceleration - along(0)), 1e-14 * norm(along(0)));
    EXPECT_LT(norm(found.jerk - jerk), 1e-8 * (norm(jerk) + 0.1 * rate * norm(along(0)))) << body.scale;
    EXPECT_LT(norm(found.snap - snap), 1e-8 * (norm(snap) + 0.1 * rate * rate * norm(along(0)))) << body.scale;
    EXPECT_GT(norm(found.jerk), 0);
    EXPECT_GT(norm(found.snap), 0);
  }
}

TEST_P(Field, AccelerationIsTheGradientOfThePotential) {
  for (const Body& body : bodies) {
    const Vec3 a = field_->acceleration(time_, body.x);
    const auto slope = [&](const Vec3& direction) {
      return -first_derivative([&](double d) { return field_->potential(time_, body.x + d * direction); },
                               0.01 * body.scale);
    };
    // The potential of a body deep inside is much larger than what changes over its distance from the centre.
    const double rounding = 1e-14 * std::abs(field_->potential(time_, body.x)) / body.scale;
    EXPECT_LT(norm(a - Vec3{slope({1, 0, 0}), slope({0, 1, 0}), slope({0, 0, 1})}), 1e-8 * norm(a) + rounding)
        << body.scale;
  }
}

TEST_P(Field, ObeysPoissonsEquation) {
  if (!GetParam().density) return;
  for (const Body& body : bodies) {
    const double h = 0.01 * std::min(body.scale, std::abs(body.x.z) + 0.4);
    const auto slope = [&](const Vec3& direction) {
      return first_derivative([&](double d) { return field_->acceleration(time_, body.x + d * direction); }, h);
    };
    const double divergence = slope({1, 0, 0}).x + slope({0, 1, 0}).y + slope({0, 0, 1}).z;
    const double density = -divergence / (4 * std::numbers::pi);
    // Of a mean density within the orbit.
    const double typical = norm(field_->acceleration(time_, body.x)) / body.scale;
    EXPECT_NEAR(density, GetParam().density(body.x), 1e-8 * typical) << body.scale;
  }
}

TEST(FieldSum, IsTheSumOfItsParts) {
  const FieldOptions one{.kind = FieldKind::plummer, .mass = 2}, two{.kind = FieldKind::nfw, .mass = 3, .radius = 4};
  const auto sum = make_sum(std::vector{one, two}, {});
  const auto first = make_field(one, {}), second = make_field(two, {});
  const Body& body = bodies[1];
  const FieldValue found = sum->at(0, body.x, body.v, body.a), a = first->at(0, body.x, body.v, body.a),
                   b = second->at(0, body.x, body.v, body.a);
  EXPECT_EQ(found.acceleration, a.acceleration + b.acceleration);
  EXPECT_EQ(found.jerk, a.jerk + b.jerk);
  EXPECT_EQ(found.snap, a.snap + b.snap);
  EXPECT_EQ(sum->potential(0, body.x), first->potential(0, body.x) + second->potential(0, body.x));
  EXPECT_EQ(sum->name(), "plummer + nfw");
  EXPECT_TRUE(sum->is_static());
  EXPECT_FALSE(make_sum(std::vector{one, {.kind = FieldKind::tide}}, {})->is_static());
}

// A star at the very centre is pulled nowhere; a point mass has no finite force there.
TEST(Field, IsFiniteInTheCentreUnlessItIsAPoint) {
  for (const FieldCase& c : all_fields()) {
    const FieldValue found = c.make()->at(0, {}, {1, 0, 0}, {});
    const bool finite = is_finite(found.acceleration) && is_finite(found.jerk) && is_finite(found.snap);
    EXPECT_EQ(finite, c.name != "point_mass") << c.name;
    EXPECT_TRUE(!finite || found.acceleration == Vec3{}) << c.name;
  }
}

}  // namespace
}  // namespace tucana::galaxy
