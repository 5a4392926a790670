#include "tucana/physics/stellar/tracks/zams.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tucana/core/error.h"

namespace tucana::stellar {
namespace {

// At 1 Msun and Z = 0.02 all powers are 1: sums of the first columns of tables 1 and 2 of Tout et al. 1996.
TEST(Zams, TheSunIsTheSumOfTheTables) {
  const Zams zams(Metallicity(0.02));
  EXPECT_NEAR(zams.luminosity(1),
              (0.39704170 + 8.52762600) / (0.00025546 + 1 + 5.43288900 + 5.56357900 + 0.78866060 + 0.00586685), 1e-14);
  EXPECT_NEAR(zams.radius(1),
              (1.71535900 + 6.59778800 + 10.08855000 + 1.01249500 + 0.07490166) /
                  (0.01077422 + 3.08223400 + 17.84778000 + 1 + 0.00022582),
              1e-14);
}

// At Z = 0.002 zeta is -1: alternating sums of the rows.
TEST(Zams, FollowsTheMetallicity) {
  const Zams zams(Metallicity(0.002));
  const double alpha = 0.39704170 + 0.32913574 + 0.34776688 - 0.37470851 + 0.09011915;
  const double beta = 8.52762600 + 24.41225973 + 56.43597107 - 37.06152575 + 5.45624060;
  const double gamma = 0.00025546 + 0.00123461 - 0.00023246 - 0.00045519 + 0.00016176;
  const double delta = 5.43288900 + 8.62157806 + 13.44202049 - 14.51584135 + 3.39793084;
  const double epsilon = 5.56357900 + 10.32345224 + 19.44322980 - 18.97361347 + 4.16903097;
  const double zeta = 0.78866060 + 2.90870942 + 6.54713531 - 4.05606657 + 0.53287322;
  const double eta = 0.00586685 + 0.01704237 + 0.03872348 - 0.02570041 + 0.00383376;
  EXPECT_NEAR(zams.luminosity(1), (alpha + beta) / (gamma + 1 + delta + epsilon + zeta + eta), 1e-13);
}

// Detailed models of Pols et al. 1998 (MNRAS 298, 525) at Z = 0.02, which the fit follows to some per cent.
TEST(Zams, LiesNearTheModels) {
  const Zams zams(Metallicity(0.02));
  EXPECT_NEAR(std::log10(zams.luminosity(0.5)), -1.42, 0.04);
  EXPECT_NEAR(std::log10(zams.luminosity(5)), 2.74, 0.04);
  EXPECT_NEAR(std::log10(zams.luminosity(20)), 4.64, 0.04);
  EXPECT_NEAR(std::log10(zams.radius(5)), 0.42, 0.03);
  EXPECT_NEAR(std::log10(zams.radius(20)), 0.75, 0.03);
}

TEST(Zams, LessMetalMakesSmallerAndBrighterStars) {
  const Zams rich(Metallicity(0.02)), poor(Metallicity(0.001));
  for (const double mass : {0.5, 1.0, 2.0, 5.0, 20.0, 60.0}) {
    EXPECT_GT(poor.luminosity(mass), rich.luminosity(mass)) << mass;
    EXPECT_LT(poor.radius(mass), rich.radius(mass)) << mass;
  }
}

TEST(Metallicity, RefusesWhatTheFitsDoNotCover) {
  EXPECT_NO_THROW(Metallicity(1e-4));
  EXPECT_NO_THROW(Metallicity(0.03));
  for (const double z :
       {0.99e-4, 0.0301, 0.0, -0.02, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(Metallicity{z}, InputError) << z;
}

// Section 4 of Hurley, Pols & Tout 2000 gives these masses for Z = 0.02.
TEST(Metallicity, HasTheCriticalMasses) {
  const Metallicity solar(0.02);
  EXPECT_DOUBLE_EQ(solar.hook_mass, 1.0185);
  EXPECT_DOUBLE_EQ(solar.helium_flash_mass, 1.995);
  EXPECT_NEAR(solar.first_giant_mass, 13.048, 0.001);
  EXPECT_DOUBLE_EQ(solar.hydrogen, 0.70);
}

}  // namespace
}  // namespace tucana::stellar
