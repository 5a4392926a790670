#include "tucana/io/foreign/leading_pairs.h"

#include "tests/io/io_test.h"
#include "tucana/core/error.h"
#include "tucana/io/foreign/star_format.h"

namespace tucana {
namespace {

/// Two pairs and a single star, as in dat.10.
constexpr const char* table =
    "0.3 1 0 0 0 0.5 0\n"
    "0.1 1.01 0 0 0 5.5 0\n"
    "0.2 -1 0 0 0 0 0\n"
    "0.2 -1 0.02 0 4 0 0\n"
    "0.2 0 0 3 0 0 0\n";

LoadedStars read(std::size_t pairs) {
  return read_foreign_stars(std::as_bytes(std::span(std::string_view(table))), "dat.10", {.pairs = pairs});
}

std::string complaint_about(std::size_t pairs) {
  try {
    read(pairs);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(LeadingPairs, AreSystemsOfTheTable) {
  const StarsBuffer stars = read(2).stars;
  ASSERT_EQ(stars.systems.size(), 2U);
  const Stars view = stars.view();
  const auto members = view.members_of(view.systems[0]);
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[1].row, 1U);
  EXPECT_NEAR(members[0].position.x, -0.0025, 1e-15);
  EXPECT_NEAR(members[1].position.x, 0.0075, 1e-15);
  EXPECT_NEAR(members[1].velocity.y, 3.75, 1e-15);
  EXPECT_NEAR(view.systems[0].position.x, 1.0025, 1e-15);
  EXPECT_TRUE(read(0).stars.systems.empty());
}

TEST(LeadingPairs, MistakesAreToldInOneLine) {
  EXPECT_EQ(complaint_about(3), "dat.10: 3 pairs are asked for, and there are 5 stars");
  std::string apart = table;
  apart.replace(apart.find("5.5"), 3, "9.5");
  try {
    read_foreign_stars(std::as_bytes(std::span(apart)), "dat.10", {.pairs = 1});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "dat.10: the stars of pair 1, lines 1 and 2, are not bound to each other; check the number of pairs and "
              "the units of the file");
  }
}

TEST(LeadingPairs, GoFirstIntoATable) {
  StarsBuffer stars = read(0).stars;
  // Another order: the single star first, then one pair whose members are apart.
  std::swap(stars.mass[0], stars.mass[4]);
  std::swap(stars.position[0], stars.position[4]);
  std::swap(stars.velocity[0], stars.velocity[4]);
  stars.systems = {{.kind = SystemKind::pair, .first = 0, .count = 2, .position = {}, .velocity = {}}};
  stars.system_members = {{4, {}, {}}, {1, {}, {}}};
  EXPECT_EQ(put_pairs_first(stars), 1U);
  EXPECT_TRUE(stars.systems.empty());
  EXPECT_EQ(stars.mass, (std::vector<double>{0.3, 0.1, 0.2, 0.2, 0.2}));
  EXPECT_EQ(value(stars.id[0]), 5);
  EXPECT_EQ(value(stars.id[1]), 2);
  EXPECT_EQ(value(stars.id[2]), 1);
  mark_leading_pairs(stars, 1, "again");
  EXPECT_EQ(stars.systems.size(), 1U);
}

}  // namespace
}  // namespace tucana
