#include "tucana/gravity/field/guiding_centre.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana {
namespace {

/// a = -x, so that orbits are ellipses about the origin with a period of 2 pi.
class Spring final : public ExternalField {
 public:
  FieldValue at(double, const Vec3& x, const Vec3& v, const Vec3& a) const override { return {-x, -v, -a}; }
  Vec3 acceleration(double, const Vec3& x) const override { return -x; }
  double potential(double, const Vec3& x) const override { return norm2(x) / 2; }
  std::string name() const override { return "spring"; }
};

const PhasePoint start{{3, 0, 1}, {0, 2, 0}};
PhasePoint exact(double t) {
  const double c = std::cos(t), s = std::sin(t);
  return {{3 * c, 2 * s, c}, {-3 * s, 2 * c, -s}};
}

TEST(GuidingCentre, FollowsItsOrbitAtAnyTime) {
  const Spring field;
  GuidingCentre centre(field, 40, start);
  for (const double t : {0.0, 1e-6, 0.3, 0.7, 5.0, 12.5, 100.0}) {
    const auto& found = centre.at(Tick::nearest(t));
    EXPECT_LT(norm(found.point.x - exact(t).x), 1e-12) << t;
    EXPECT_LT(norm(found.point.v - exact(t).v), 1e-12) << t;
    EXPECT_LT(norm(found.field.acceleration + exact(t).x), 1e-12) << t;
    EXPECT_LT(norm(found.field.jerk + exact(t).v), 1e-12) << t;
    EXPECT_LT(norm(found.field.snap - exact(t).x), 1e-12) << t;
  }
}

TEST(GuidingCentre, HasBitsThatDoNotDependOnWhenItWasAskedOrSaved) {
  const Spring field;
  GuidingCentre once(field, 0, start), often(field, 0, start), restored(field, 0, {});
  for (int k = 0; k < 100; ++k) often.at(Tick::nearest(0.037 * k));
  MemoryArchive archive;
  often.describe(archive);
  archive.rewind();
  restored.describe(archive);
  const Tick end = Tick::nearest(9.3);
  for (GuidingCentre* centre : {&often, &restored}) {
    EXPECT_EQ(centre->at(end).point.x, once.at(end).point.x);
    EXPECT_EQ(centre->at(end).point.v, once.at(end).point.v);
    EXPECT_EQ(centre->at(end).field.snap, once.at(end).field.snap);
  }
}

TEST(GuidingCentre, StarsComeBackToTheirPlaces) {
  const Spring field;
  GuidingCentre centre(field, 0, start);
  StarsBuffer stars;
  stars.resize(1);
  stars.position[0] = {4, 5, 6};
  stars.velocity[0] = {1, 2, 3};
  const Tick t = Tick::nearest(0.5);
  centre.enter(stars, t);
  EXPECT_LT(norm(stars.position[0] - (Vec3{4, 5, 6} - exact(0.5).x)), 1e-12);
  EXPECT_LT(norm(stars.velocity[0] - (Vec3{1, 2, 3} - exact(0.5).v)), 1e-12);
  centre.leave(stars, t);
  EXPECT_LT(norm(stars.position[0] - Vec3{4, 5, 6}), 1e-14);
}

}  // namespace
}  // namespace tucana
