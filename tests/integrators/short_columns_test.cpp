#include "tucana/integrators/slots/short_columns.h"

#include <gtest/gtest.h>

#include <limits>

namespace tucana {
namespace {

TEST(ShortColumns, EqualMassesAreOne) {
  MassColumn column;
  for (const std::vector<double>& masses :
       {std::vector<double>{}, {0.5}, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.25}, {0, 1}, {1, 1}}) {
    column.assign(masses);
    EXPECT_EQ(column.size(), masses.size());
    EXPECT_EQ(column.all(), masses);
    for (std::size_t i = 0; i < masses.size(); ++i) EXPECT_EQ(column[i], masses[i]);
  }
  column.assign(std::vector<double>(1000, 0.5));
  EXPECT_LE(column.bytes(), 2 * sizeof(double));
}

TEST(ShortColumns, ConsecutiveNamesAreTheFirst) {
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  IdColumn column;
  for (const std::vector<std::int64_t>& numbers :
       {std::vector<std::int64_t>{}, {7}, {1, 2, 3}, {1, 2, 4}, {3, 2, 1}, {-1, 0, 1}, {last - 1, last}, {last, 1}}) {
    std::vector<StarId> ids;
    for (const std::int64_t number : numbers) ids.push_back(StarId{number});
    column.assign(ids);
    EXPECT_EQ(column.size(), ids.size());
    EXPECT_EQ(column.all(), ids);
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(column[i], ids[i]);
  }
}

}  // namespace
}  // namespace tucana
