// Forces and potentials against those of galpy (Bovy 2015).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/physics/galaxy/fields.h"
#include "tests/physics/galaxy/galpy_table.h"

namespace tucana::galaxy {
namespace {

/// The table has units of 8 kpc and 220 km/s where these matter.
const UnitScale galpy_units{8000, 220.0 * 220 * 8000 / UnitScale::gravity_constant};

TEST(Galpy, HasTheSameForcesAndPotentials) {
  auto fields = all_fields();
  fields.push_back({"milky_way_2014", {.kind = FieldKind::milky_way_2014}});
  const GalpyRow* first = galpy_table;  // of the same field
  for (const GalpyRow& row : galpy_table) {
    if (std::string(row.field) != first->field) first = &row;
    const auto found = std::ranges::find(fields, row.field, &FieldCase::name);
    ASSERT_NE(found, fields.end()) << row.field;
    const auto field = make_field(found->options, galpy_units);
    EXPECT_LT(norm(field->acceleration(0, row.place) - row.acceleration), 1e-10 * norm(row.acceleration))
        << row.field << " at " << row.place.x;
    // Differences, because a logarithmic halo has no value at infinity to count from.
    EXPECT_NEAR(field->potential(0, row.place) - field->potential(0, first->place), row.potential - first->potential,
                1e-10 * (std::abs(row.potential) + std::abs(first->potential)))
        << row.field << " at " << row.place.x;
  }
}

}  // namespace
}  // namespace tucana::galaxy
