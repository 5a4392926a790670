#include "tucana/physics/stellar/option_names.h"

#include <gtest/gtest.h>

#include "tucana/core/error.h"

namespace tucana::stellar {
namespace {

TEST(StellarOptions, AreSetByName) {
  StellarOptions options;
  set_option(options, "winds", "sse");
  set_option(options, "remnants", "eldridge_tout");
  set_option(options, "max_neutron_star", "2.5");
  set_option(options, "kicks", "hobbs");
  EXPECT_EQ(options.evolution.winds.kind, WindKind::sse);
  EXPECT_EQ(options.evolution.remnants.rule, RemnantRule::eldridge_tout);
  EXPECT_EQ(options.evolution.remnants.max_neutron_star, 2.5);
  EXPECT_EQ(options.kicks.rule, KickRule::hobbs);
}

TEST(StellarOptions, HaveTheDefaultsOfThePages) {
  const StellarOptions options;
  EXPECT_EQ(options.evolution.winds.kind, WindKind::vink);
  EXPECT_EQ(options.evolution.remnants.rule, RemnantRule::delayed);
  EXPECT_EQ(options.evolution.remnants.pair_instability, PairInstability::marchant);
  EXPECT_EQ(options.kicks.rule, KickRule::disberg_mandel);
}

TEST(StellarOptions, RefuseWhatDoesNotExist) {
  StellarOptions options;
  EXPECT_THROW(set_option(options, "wind", "sse"), InputError);
  EXPECT_THROW(set_option(options, "winds", "none"), InputError);
  EXPECT_THROW(set_option(options, "max_neutron_star", "heavy"), InputError);
  EXPECT_THROW(set_option(options, "max_neutron_star", "1.0"), InputError);
  EXPECT_THROW(set_option(options, "max_neutron_star", "2x"), InputError);
  EXPECT_THROW(set_option(options, "reimers", "nan"), InputError);
}

}  // namespace
}  // namespace tucana::stellar
