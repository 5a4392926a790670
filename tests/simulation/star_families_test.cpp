#include "tucana/simulation/star_families.h"

#include <gtest/gtest.h>

#include <limits>

namespace tucana {
namespace {

StarsBuffer bodies(std::vector<std::int64_t> ids, std::vector<Family> families) {
  StarsBuffer stars;
  stars.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) stars.id[i] = static_cast<StarId>(ids[i]);
  stars.family = std::move(families);
  return stars;
}

TEST(StarFamilies, AreFoundByIdInAnyOrderAndAfterARestart) {
  using enum Family;
  const StarsBuffer stars = bodies({9, 1, 2, 3, 20, 4, 21}, {star, halo, halo, bulge, halo, bulge, star});
  StarFamilies families(stars.view());
  MemoryArchive archive;
  families.describe(archive);
  archive.rewind();
  StarFamilies loaded;
  loaded.describe(archive);
  StarsBuffer seen = bodies({4, 21, 3, 1, 20, 2, 9, 5, -1}, {});
  loaded.fill(seen);
  EXPECT_EQ(seen.family, (std::vector<Family>{bulge, star, bulge, halo, halo, halo, star, star, star}));
}

TEST(StarFamilies, OfStarsAloneMakeNoColumn) {
  const StarsBuffer stars = bodies({1, 2}, {Family::star, Family::star});
  StarsBuffer seen = bodies({1, 2}, {Family::halo, Family::halo});
  StarFamilies(stars.view()).fill(seen);
  EXPECT_TRUE(seen.family.empty());
}

TEST(StarFamilies, FollowStarsThatComeAndGo) {
  using enum Family;
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  StarFamilies families(bodies({1, 2, 3, 4, 5, largest}, {halo, halo, halo, halo, star, halo}).view());
  ChangeSet set;
  set.removed = {StarId{2}, StarId{5}, StarId{largest}};
  set.mergers = {{StarId{1}, StarId{4}, 1, 0}};
  set.added = bodies({2, 5, 6, 4}, {bulge, halo, star, star});
  families.apply(set);
  const auto family = [&](std::int64_t id) { return families.of(static_cast<StarId>(id)); };
  EXPECT_EQ(family(1), halo);
  EXPECT_EQ(family(2), bulge);
  EXPECT_EQ(family(3), halo);
  EXPECT_EQ(family(4), star);
  EXPECT_EQ(family(5), halo);
  EXPECT_EQ(family(6), star);
  EXPECT_EQ(family(largest), star);
  set = {};
  set.removed = {StarId{1}, StarId{2}, StarId{3}, StarId{5}};
  families.apply(set);
  EXPECT_TRUE(families.all_stars());
  set = {};
  set.added = bodies({7}, {});
  families.apply(set);
  EXPECT_TRUE(families.all_stars()) << "those without a family are stars";
}

}  // namespace
}  // namespace tucana
