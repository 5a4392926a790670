#include "tucana/physics/galaxy/library_field.h"

#include <gtest/gtest.h>

#include "tests/simulation/complaint.h"
#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {
namespace {

const Vec3 place{12, -7, 3}, velocity{2, 5, -1}, pull{-0.5, 0.3, 0.1};

TEST(LibraryField, TheExampleIsPlummersSphere) {
  const auto field = load_library_field(EXAMPLE_FIELD);
  const auto formula = make_field({.kind = FieldKind::plummer, .mass = 1000, .radius = 10}, UnitScale{});
  const FieldValue own = field->at(0, place, velocity, pull), expected = formula->at(0, place, velocity, pull);
  EXPECT_LT(norm(own.acceleration - expected.acceleration), 1e-14 * norm(expected.acceleration));
  EXPECT_LT(norm(own.jerk - expected.jerk), 1e-10 * norm(expected.jerk)) << "by differences";
  EXPECT_LT(norm(own.snap - expected.snap), 1e-8 * norm(expected.snap));
  EXPECT_DOUBLE_EQ(field->potential(0, place), formula->potential(0, place));
  EXPECT_TRUE(field->is_static());
  const FieldValue centre = field->at(0, {}, {}, {});
  EXPECT_EQ(centre.acceleration, Vec3{});
  EXPECT_EQ(centre.jerk, Vec3{});
}

TEST(LibraryField, UsesTheDerivativesThatALibraryHas) {
  const auto field = load_library_field(USER_FIELD);
  const FieldValue value = field->at(1, place, velocity, pull);
  EXPECT_EQ(value.acceleration, -3.0 * place);
  EXPECT_EQ(value.jerk, -3.0 * velocity - place);
  EXPECT_EQ(value.snap, -3.0 * pull - 2.0 * velocity);
  EXPECT_FALSE(field->is_static());
}

TEST(LibraryField, SaysWhatIsWrong) {
  const std::string missing = complaint([] { load_library_field("/nowhere/field.so"); });
  EXPECT_NE(missing.find("/nowhere/field.so"), std::string::npos) << missing;
  EXPECT_EQ(missing.find('\n'), std::string::npos);
  const std::string other = complaint([] { load_library_field("libm.so.6"); });
  EXPECT_NE(other.find("field.library"), std::string::npos) << other;
}

}  // namespace
}  // namespace tucana::galaxy
