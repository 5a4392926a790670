#include "tucana/simulation/star_families.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tucana
