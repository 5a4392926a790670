#include "tucana/core/quantity.h"

#include <gtest/gtest.h>

#include <set>

namespace tucana {
namespace {

double one(Dimension dimension, const char* name, const UnitScale& scale = {}) {
  return in_code_units(1, *find_unit(dimension, name), scale);
}

TEST(Unit, HasItsSizeInTheSky) {
  EXPECT_NEAR(one(Dimension::length, "pc") / one(Dimension::length, "AU"), 206264.806247, 1e-6);
  EXPECT_NEAR(one(Dimension::length, "AU") / one(Dimension::length, "Rsun"), 215.032155, 1e-5);
  EXPECT_NEAR(one(Dimension::length, "pc") / one(Dimension::length, "km"), 3.0856775814913674e13, 1);
  EXPECT_DOUBLE_EQ(one(Dimension::time, "yr") / one(Dimension::time, "day"), 365.25);
  EXPECT_DOUBLE_EQ(one(Dimension::time, "Gyr") / one(Dimension::time, "kyr"), 1e6);
  // A unit of length in a unit of time is one of velocity: 1 km/s over a year of 365.25 * 86400 s.
  EXPECT_NEAR(one(Dimension::velocity, "km/s") / one(Dimension::velocity, "pc/Myr"),
              1e6 * 365.25 * 86400 * one(Dimension::length, "km") / one(Dimension::length, "pc"), 1e-12);
}

TEST(Unit, IsConvertedToThatOfTheRun) {
  const UnitScale scale{2, 1000};
  EXPECT_EQ(one(Dimension::length, "pc", scale), 0.5);
  EXPECT_EQ(one(Dimension::mass, "Msun", scale), 1e-3);
  // G = 1: time^2 = length^3 / mass, so that the product of velocity and time is the length.
  EXPECT_DOUBLE_EQ(one(Dimension::velocity, "pc/Myr", scale) * one(Dimension::time, "Myr", scale),
                   one(Dimension::length, "pc", scale));
  EXPECT_DOUBLE_EQ(1 / one(Dimension::velocity, "km/s", scale), scale.velocity_kms());
}

TEST(Unit, IsOfOneDimension) {
  EXPECT_EQ(find_unit(Dimension::time, "pc"), nullptr);
  EXPECT_EQ(find_unit(Dimension::length, "PC"), nullptr);
  EXPECT_EQ(find_unit(Dimension::none, ""), nullptr);
  EXPECT_EQ(unit_names(Dimension::mass), "Msun");
  EXPECT_EQ(unit_names(Dimension::none), "");
  std::set<std::string_view> names;
  for (const Unit& unit : known_units()) EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
}

}  // namespace
}  // namespace tucana
