// What follows from the choice of an integrator: defaults, and what does not go together.
#include <gtest/gtest.h>

#include <array>

#include "tests/simulation/complaint.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

TEST(CheckTogether, TheNeighbourSchemeRefusesWhatItDoesNotDo) {
  for (const std::string name : {"steps=shared", "iterations=2"}) {
    const std::array words{std::string("integrator.kind=ahmad_cohen"), "integrator." + name};
    const std::string said = complaint([&] { resolve_options({}, words); });
    EXPECT_NE(said.find("integrator." + name.substr(0, name.find('='))), std::string::npos) << said;
    const std::array plain{"integrator." + name};
    EXPECT_NO_THROW(resolve_options({}, plain));
  }
}

TEST(CheckTogether, TheLeapfrogRefusesWhatItDoesNotDo) {
  const auto said = [](const std::string& more) {
    const std::array words{std::string("integrator.kind=leapfrog"), std::string("gravity.softening=0.01"), more};
    return complaint([&] { resolve_options({}, words); });
  };
  EXPECT_NE(said("integrator.iterations=2").find("integrator.iterations"), std::string::npos);
  EXPECT_NE(said("integrator.velocity_limit=0.001").find("integrator.velocity_limit"), std::string::npos);
  EXPECT_NE(said("gravity.softening=0").find("needs gravity.softening > 0"), std::string::npos);
  const std::array fixed{std::string("integrator.kind=leapfrog"), std::string("integrator.steps=fixed")};
  EXPECT_NO_THROW(resolve_options({}, fixed));
}

TEST(CheckTogether, OnlyTheTreeSoftensComponents) {
  for (const std::string name : {"gravity.softening_halo", "gravity.softening_disc", "gravity.softening_bulge"}) {
    const std::array words{std::string("integrator.kind=leapfrog"), std::string("gravity.softening=0.01"),
                           name + "=0.05"};
    const std::string said = complaint([&] { resolve_options({}, words); });
    EXPECT_NE(said.find(name + " needs gravity.method = tree"), std::string::npos) << said;
  }
}

TEST(ResolveOptions, DefaultsSuitTheIntegrator) {
  const std::array sixth{std::string("integrator.kind=hermite6")};
  EXPECT_EQ(resolve_options({}, sixth).integrator.eta, 0.5);
  const std::array told{std::string("integrator.eta=0.1"), std::string("integrator.kind=hermite6")};
  EXPECT_EQ(resolve_options({}, told).integrator.eta, 0.1);
  const std::array second{std::string("integrator.kind=leapfrog"), std::string("gravity.softening=0.01")};
  EXPECT_EQ(resolve_options({}, second).integrator.eta, 0.025);
  const std::array neighbour{std::string("integrator.kind=ahmad_cohen")};
  EXPECT_EQ(resolve_options({}, neighbour).engine.precision, Precision::fp32);
  EXPECT_EQ(resolve_options({}, neighbour).integrator.eta, 0.04);
  EXPECT_EQ(resolve_options({}, {}).engine.precision, Precision::fp64);
  EXPECT_EQ(resolve_options({}, {}).integrator.eta, 0.02);
}

}  // namespace
}  // namespace tucana
