#include "tucana/simulation/galaxy_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tucana/core/error.h"

namespace tucana {
namespace {

std::string complaint_about(const std::string& text) {
  try {
    read_galaxy_text(text, "g.toml");
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  return "";
}

constexpr const char* good = R"(softening = 0.016
[[component]]
name = "dark"
profile = "nfw"
mass = 81.1
scale_radius = 7.63
cut_radius = 190
cut_width = 40

[[component]]
profile = "disc"
mass = 3.66
scale_radius = 5.4
scale_height = 0.6
family = "disc"
fraction = 0.25

[[component]]
profile = "hernquist"
mass = 3
scale_radius = 0.6
cut = "hard"
cut_radius = 20
bodies = 1e4

[[component]]
profile = "king"
mass = 0
scale_radius = 1
w0 = 5
bodies = 100
)";

TEST(GalaxyFile, ReadsComponentsInTheirOrder) {
  const GalaxyPlan plan = read_galaxy_text(good, "g.toml");
  EXPECT_EQ(plan.softening, 0.016);
  ASSERT_EQ(plan.components.size(), 4u);
  const Component &halo = plan.components[0], &disc = plan.components[1], &bulge = plan.components[2],
                  &king = plan.components[3];
  EXPECT_EQ(halo.name, "dark");
  EXPECT_EQ(halo.profile, ProfileKind::nfw);
  EXPECT_EQ(halo.family, Family::halo);
  EXPECT_EQ(halo.mass, 81.1);
  EXPECT_EQ(halo.cut, CutKind::smooth);
  EXPECT_EQ(halo.cut_radius, 190);
  EXPECT_EQ(halo.cut_width, 40);
  EXPECT_EQ(disc.family, Family::disc);
  EXPECT_EQ(disc.scale_height, 0.6);
  EXPECT_EQ(disc.fraction, 0.25);
  EXPECT_EQ(disc.toomre_q, 1.5);
  EXPECT_EQ(disc.name, "disc");
  EXPECT_EQ(bulge.cut, CutKind::hard);
  EXPECT_EQ(bulge.bodies, 10000u);
  EXPECT_EQ(bulge.family, Family::star);
  EXPECT_EQ(king.w0, 5);
}

TEST(GalaxyFile, ProfilesHaveFamiliesOfTheirOwn) {
  const auto family = [](const std::string& keys) {
    return read_galaxy_text("[[component]]\nmass = 1\nscale_radius = 1\n" + keys, "g.toml").components[0].family;
  };
  EXPECT_EQ(family("profile = \"nfw\"\ncut_radius = 9\n"), Family::halo);
  EXPECT_EQ(family("profile = \"disc\"\nscale_height = 0.1\n"), Family::disc);
  EXPECT_EQ(family("profile = \"hernquist\"\n"), Family::star);
  EXPECT_EQ(family("profile = \"hernquist\"\nfamily = \"bulge\"\n"), Family::bulge);
}

TEST(GalaxyFile, ComplainsInOneLineThatNamesTheLine) {
  const std::string sphere = "[[component]]\nprofile = \"hernquist\"\nscale_radius = 1\n";
  EXPECT_EQ(complaint_about("[[component]]\nprofile = \"nwf\"\n"), "g.toml:2: nwf is not a profile; did you mean nfw?");
  EXPECT_EQ(complaint_about("[[component]]\nprofile = \"pyramid\"\n"),
            "g.toml:2: pyramid is not a profile; there are nfw, hernquist, plummer, king, disc, eff");
  EXPECT_EQ(complaint_about(sphere + "mass = -1\n"), "g.toml:4: mass = -1 is not >= 0; typical is 10 (1e10 Msun)");
  EXPECT_EQ(complaint_about(sphere + "mass = \"big\"\n"),
            "g.toml:4: mass = \"big\" is not a number; typical is 10 (1e10 Msun)");
  EXPECT_EQ(complaint_about(sphere), "g.toml:1: the hernquist component has no mass; typical is 10 (1e10 Msun)");
  EXPECT_EQ(complaint_about(sphere + "mass = 1\nscale_hight = 1\n"),
            "g.toml:5: scale_hight is not a key of a component; did you mean scale_height?");
  EXPECT_EQ(complaint_about(sphere + "mass = 1\nw0 = 1\n"),
            "g.toml:5: w0 is no key of the profile hernquist; leave it out");
  EXPECT_EQ(complaint_about(sphere + "mass = [1]\n"), "g.toml:4: mass is a list; it should be a real");
  EXPECT_EQ(complaint_about("[[component]]\nmass = 1\n"),
            "g.toml:1: the component has no profile; one of nfw, hernquist, plummer, king, disc, eff");
  EXPECT_EQ(complaint_about("[[component]]\nprofile = \"nfw\"\nmass = 1\nscale_radius = 1\n"),
            "g.toml:1: the nfw component has no cut_radius; typical is 100 (kpc)");
  EXPECT_EQ(complaint_about(sphere + "mass = 1\ncut_radius = 0.01\n"),
            "g.toml:1: component hernquist: cut_radius = 0.01 is not between 0.1 and 1e5 scale radii");
  EXPECT_EQ(
      complaint_about(sphere + "mass = 0\n"),
      "g.toml:1: component hernquist: without mass its share of the bodies does not follow; give bodies or fraction");
  EXPECT_EQ(complaint_about("[component]\nprofile = \"nfw\"\n"),
            "g.toml:1: begin each component with [[component]], in two brackets");
  EXPECT_EQ(complaint_about("softning = 1\n"), "g.toml:1: softning is not known here; did you mean softening?");
  EXPECT_EQ(complaint_about(""), "g.toml: there is no component in it; begin each with [[component]]");
  EXPECT_NE(complaint_about("[[component]\n").find("g.toml:1: this is not TOML"), std::string::npos);
  EXPECT_NE(complaint_about(sphere + "mass = 1\nmass = 2\n").find("mass is given twice"), std::string::npos);
}

}  // namespace
}  // namespace tucana
