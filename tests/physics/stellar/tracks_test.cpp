#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tucana/physics/stellar/sse_provider.h"
#include "tucana/physics/stellar/tracks/giant.h"
#include "tucana/physics/stellar/tracks/landmarks.h"
#include "tucana/physics/stellar/tracks/main_sequence.h"
#include "tucana/physics/stellar/tracks/small_envelope.h"

namespace tucana::stellar {
namespace {

constexpr double metallicities[] = {1e-4, 0.001, 0.004, 0.02, 0.03};
constexpr double masses[] = {0.3, 0.5, 0.8, 1, 1.5, 1.9, 2.2, 3, 5, 7, 8, 10, 12, 13, 15, 20, 25, 40};

EvolutionOptions without_winds() {
  EvolutionOptions options;
  options.winds.kind = WindKind::off;
  return options;
}

// Equation 4 with the first column of the table for a1 to a5: at 1 Msun and Z = 0.02 all powers are 1.
TEST(Tracks, TheSunsTimesAreThoseOfThePaper) {
  const TrackCoefficients solar(0.02);
  const double to_giant_branch = (1593.890 + 2706.708 + 146.6143 + 1) / (0.04141960 + 0.3426349);
  EXPECT_NEAR(solar.main_sequence.time_to_giant_branch(1), to_giant_branch, 1e-9);
  // Without a hook x = 0.95.
  EXPECT_NEAR(solar.main_sequence.lifetime(1), 0.95 * to_giant_branch, 1e-9);
  const Landmarks sun(solar, 1);
  EXPECT_TRUE(sun.flashes);
  EXPECT_GT(sun.ignition, sun.gap_end);
  EXPECT_NEAR(sun.agb_start, 12457, 1);
}

TEST(Tracks, MainSequencesBeginAndEndAtTheirFits) {
  for (const double z : metallicities) {
    const TrackCoefficients t(z);
    for (const double mass : masses) {
      const Structure first = main_sequence(t, mass, 0), last = main_sequence(t, mass, 1);
      EXPECT_NEAR(first.luminosity, t.zams.luminosity(mass), 1e-12 * first.luminosity);
      EXPECT_NEAR(last.luminosity, t.main_sequence.terminal_luminosity(mass), 1e-12 * last.luminosity);
      EXPECT_NEAR(last.radius, t.main_sequence.terminal_radius(mass), 1e-12 * last.radius);
    }
  }
}

// The fits of low and of higher masses are made to meet; a gap would show as a jump from one mass to the next.
TEST(Tracks, LandmarksAreContinuousInMass) {
  for (const double z : metallicities) {
    const TrackCoefficients t(z);
    for (const double mass : {t.metallicity.helium_flash_mass, t.metallicity.first_giant_mass}) {
      const Landmarks below(t, mass * (1 - 1e-9)), above(t, mass * (1 + 1e-9));
      EXPECT_NEAR(below.ignition_luminosity / above.ignition_luminosity, 1, 1e-6) << z << " " << mass;
      EXPECT_NEAR(below.agb_luminosity / above.agb_luminosity, 1, 1e-6) << z << " " << mass;
      EXPECT_NEAR(below.ignition_core / above.ignition_core, 1, 1e-6) << z << " " << mass;
      EXPECT_NEAR(below.burning_time / above.burning_time, 1, 1e-5) << z << " " << mass;
    }
    const Landmarks below(t, t.metallicity.helium_flash_mass * (1 - 1e-9));
    const Landmarks above(t, t.metallicity.helium_flash_mass * (1 + 1e-9));
    EXPECT_NEAR(below.burning_luminosity / above.burning_luminosity, 1, 1e-6) << z;
  }
}

TEST(Tracks, SurfacesAreContinuousWhereThePhaseChanges) {
  const SseProvider provider(without_winds());
  for (const double z : metallicities) {
    for (const double mass : masses) {
      StarState star = provider.birth(mass, z);
      provider.advance(star, 1e6, [&](const TypeChange& change) {
        const Star &before = change.before, &after = change.after;
        // A flash takes the star to the horizontal branch; remnants are stars of another kind.
        const bool flash = after.type == StellarType::core_helium_burning &&
                           before.track_mass <= provider.tracks(z).metallicity.helium_flash_mass;
        if (flash || is_remnant(after.type)) return;
        const std::string what =
            "Z " + std::to_string(z) + ", " + std::to_string(mass) + " Msun, to " + std::string(name_of(after.type));
        EXPECT_NEAR(after.luminosity / before.luminosity, 1, 1e-8) << what;
        // The correction for a small envelope starts with the gap, where a massive star has a core at once
        // (section 6.3), and refers to another bare core once the shells have met.
        const double jump = after.type == StellarType::hertzsprung_gap && mass > 12 ? 0.05
                            : after.type == StellarType::pulsing_agb                ? 0.01
                                                                                    : 1e-8;
        EXPECT_NEAR(after.radius / before.radius, 1, jump) << what;
      });
    }
  }
}

TEST(Tracks, CoresNeverShrinkButForTheDredgeUp) {
  const SseProvider provider(without_winds());
  for (const double z : metallicities) {
    for (const double mass : masses) {
      StarState star = provider.birth(mass, z);
      Star last = star.now;
      while (!is_remnant(star.now.type) && provider.next_update(star) < 1e6) {
        provider.advance(star, provider.next_update(star));
        // The second dredge-up mixes part of the helium core into the envelope, and a naked helium star has no core.
        const bool mixed = last.type == StellarType::early_agb && star.now.type == StellarType::pulsing_agb;
        if (!mixed && !is_naked_helium(star.now.type) && !is_remnant(star.now.type)) {
          EXPECT_GE(star.now.core_mass, last.core_mass * (1 - 1e-12)) << z << " " << mass << " " << star.now.age;
        }
        EXPECT_GE(star.now.co_core_mass, last.co_core_mass * (1 - 1e-12) - (is_remnant(star.now.type) ? 1e3 : 0));
        last = star.now;
      }
    }
  }
}

TEST(SmallEnvelope, LeadsToTheBareCore) {
  const Structure giant{1000, 100, 0.5, 0, 0};
  const BareCore bare{10, 0.01, 0.05};
  EXPECT_EQ(with_small_envelope(giant, bare, 1, 1).radius, 100);
  EXPECT_NEAR(with_small_envelope(giant, bare, 1, 0).radius, 0.01, 1e-15);
  EXPECT_NEAR(with_small_envelope(giant, bare, 1, 0).luminosity, 10, 1e-12);
  double last = 0.01;
  for (const double mu : {1e-4, 1e-3, 0.01, 0.1, 0.5, 0.999}) {
    const double radius = with_small_envelope(giant, bare, 1, mu).radius;
    EXPECT_GE(radius, last) << mu;
    last = radius;
  }
  EXPECT_NEAR(last, 100, 0.1);
}

TEST(HeliumStar, RadiiOfGapAndMainSequenceMeet) {
  for (const double mass : {0.5, 1.0, 3.0, 10.0}) {
    const helium_star::ShellBurning burning(mass);
    const Structure first = helium_star::shell_burning(burning, mass, burning.start);
    const Structure last = helium_star::main_sequence(mass, mass, 1);
    EXPECT_NEAR(first.luminosity / last.luminosity, 1, 1e-10) << mass;
    EXPECT_NEAR(first.radius / last.radius, 1, 1e-10) << mass;
  }
}

}  // namespace
}  // namespace tucana::stellar
