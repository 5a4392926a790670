#include "tucana/physics/stellar/winds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tucana::stellar {
namespace {

WindOptions of(WindKind kind) {
  WindOptions options;
  options.kind = kind;
  return options;
}

/// A star with a large envelope at the points where the logarithms of Vink's formulae vanish.
WindSource massive(double temperature) { return {StellarType::main_sequence, 1e5, 10, temperature, 30, 0, 0.02}; }

TEST(Winds, AreOffForRemnantsAndWhenAsked) {
  for (const auto type : {StellarType::carbon_oxygen_white_dwarf, StellarType::neutron_star, StellarType::black_hole})
    EXPECT_EQ(wind_rate(of(WindKind::sse), {type, 1e5, 10, 3e4, 1, 1, 0.02}), 0);
  EXPECT_EQ(wind_rate(of(WindKind::off), massive(3e4)), 0);
}

TEST(Winds, VinkFollowsEquations24And25) {
  EXPECT_NEAR(std::log10(wind_rate(of(WindKind::vink), massive(40000))), -6.697 - 1.226 * std::log10(1.3), 1e-12);
  EXPECT_NEAR(std::log10(wind_rate(of(WindKind::vink), massive(20000))), -6.688 - 1.601 * std::log10(0.65), 1e-12);
}

TEST(Winds, VinkScalesWithMetallicityRelativeToTheSun) {
  WindSource poor = massive(40000);
  poor.metallicity = 0.002;
  const double rich_rate = wind_rate(of(WindKind::vink), massive(40000));
  EXPECT_NEAR(std::log10(wind_rate(of(WindKind::vink), poor) / rich_rate), -0.85, 1e-12);
  WindOptions today = of(WindKind::vink);
  today.solar_metallicity = 0.014;
  EXPECT_NEAR(std::log10(wind_rate(today, massive(40000)) / rich_rate), 0.85 * std::log10(0.02 / 0.014), 1e-12);
}

TEST(Winds, CoolMassiveStarsFollowNieuwenhuijzen) {
  const double expected = 9.6e-15 * std::pow(10, 0.81) * std::pow(1e5, 1.24) * std::pow(30, 0.16);
  EXPECT_NEAR(wind_rate(of(WindKind::vink), massive(9000)), expected, 1e-12 * expected);
  EXPECT_NEAR(wind_rate(of(WindKind::sse), massive(40000)), expected, 1e-12 * expected);
  WindSource faint = massive(9000);
  faint.luminosity = 3999;
  EXPECT_EQ(wind_rate(of(WindKind::sse), faint), 0);
}

TEST(Winds, GiantsFollowReimers) {
  const WindSource giant{StellarType::giant_branch, 1000, 100, 3900, 1, 0.4, 0.02};
  for (const auto kind : {WindKind::sse, WindKind::vink})
    EXPECT_NEAR(wind_rate(of(kind), giant), 0.5 * 4e-13 * 1e5, 1e-22);
}

TEST(Winds, AgbStarsReachTheSuperwind) {
  const WindSource pulsing{StellarType::pulsing_agb, 1e4, 400, 2900, 1, 0.6, 0.02};
  EXPECT_NEAR(wind_rate(of(WindKind::sse), pulsing), 1.36e-9 * 1e4, 1e-16);
  WindSource small = pulsing;
  small.radius = 150;
  const double period = std::pow(10, -2.07 + 1.94 * std::log10(150.0));
  EXPECT_NEAR(wind_rate(of(WindKind::sse), small),
              std::max(std::pow(10, -11.4 + 0.0125 * period), 0.5 * 4e-13 * 150 * 1e4), 1e-16);
}

TEST(Winds, WolfRayetStarsDependOnMetallicityInVinkOnly) {
  WindSource helium{StellarType::helium_main_sequence, 1e5, 1, 1e5, 10, 0, 0.002};
  EXPECT_NEAR(wind_rate(of(WindKind::sse), helium), 1e-13 * std::pow(1e5, 1.5), 1e-18);
  EXPECT_NEAR(wind_rate(of(WindKind::vink), helium), 1e-13 * std::pow(1e5, 1.5) * std::pow(0.1, 0.86), 1e-18);
}

TEST(Winds, LuminousBlueVariablesAreBeyondHumphreysAndDavidson) {
  WindSource star{StellarType::hertzsprung_gap, 1e6, 150, 15000, 60, 20, 0.02};
  EXPECT_NEAR(wind_rate(of(WindKind::vink), star), 1.5e-4, 1e-18);
  // 1e-5 R L^(1/2) = 1.5.
  const double extra = 0.1 * 0.125 * (1e6 / 6e5 - 1);
  const double with = wind_rate(of(WindKind::sse), star);
  star.radius = 99.999999;
  const double without = wind_rate(of(WindKind::sse), star);
  EXPECT_NEAR(with - without, extra, 0.01 * extra);
  EXPECT_LT(wind_rate(of(WindKind::vink), star), 1e-4);
}

}  // namespace
}  // namespace tucana::stellar
