#include "tucana/io/read_stars.h"

#include <sys/stat.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/io/gadget_file.h"
#include "tests/io/io_test.h"
#include "tucana/io/snapshot.h"
#include "tucana/io/validate_stars.h"

namespace tucana {
namespace {

using test::GadgetFile;
using test::IoTest;

class ReadStars : public IoTest {};

TEST_F(ReadStars, FilesThatAreNoStars) {
  EXPECT_INPUT_ERROR(read_stars(file("missing")), "missing: No such file or directory");
  EXPECT_INPUT_ERROR(read_stars(folder_), "is a folder, not a file");
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_INPUT_ERROR(read_stars(file("pipe")), "is not a regular file");
  test::write_text_file(file("f"), "");
  EXPECT_INPUT_ERROR(read_stars(file("f")), "f: the file is empty");
  test::write_text_file(file("f"), "\x89PNG\r\n\x1a\n and so on");
  EXPECT_INPUT_ERROR(read_stars(file("f")), "neither an HDF5 snapshot nor lines of m x y z vx vy vz");
  test::write_text_file(file("f"), "# nothing but a comment\n");
  EXPECT_INPUT_ERROR(read_stars(file("f")), "there are no stars in it");
  test::write_text_file(file("f"), "0 1 2 3 4 5 6\n");
  EXPECT_INPUT_ERROR(read_stars(file("f")), "all masses are zero");
  test::write_text_file(file("f"), "\x89HDF\r\n\x1a\n");
  EXPECT_INPUT_ERROR(read_stars(file("f")), "f: not a whole HDF5 file (HDF5: ");
}

TEST_F(ReadStars, DamagedAndCutSnapshots) {
  write_snapshot(file("s"), test::some_stars(50).view(), {});
  const std::string whole = test::read_text_file(file("s"));
  for (const std::size_t size :
       {whole.size() - 1, whole.size() - 32, whole.size() - 33, whole.size() / 2, size_t{600}}) {
    test::write_text_file(file("cut"), whole.substr(0, size));
    if (size >= whole.size() - 32) {
      EXPECT_EQ(read_stars(file("cut")).stars.size(), 50u) << "a snapshot without its seal is a foreign one";
    } else {
      EXPECT_INPUT_ERROR(read_stars(file("cut")), "cannot read stars from " + file("cut").string());
    }
  }
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  test::write_text_file(file("cut"), flipped);
  EXPECT_INPUT_ERROR(read_stars(file("cut")), "its checksum is wrong");
}

TEST_F(ReadStars, StarsThatCannotBe) {
  const auto validate = [](auto&& change) {
    StarsBuffer stars = test::some_stars(3);
    change(stars);
    validate_stars(stars.view(), "here");
  };
  validate([](StarsBuffer& s) { s.mass[0] = 0; });  // a tracer is legal
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  EXPECT_INPUT_ERROR(validate([](StarsBuffer& s) { s.resize(0); }), "here: there are no stars");
  EXPECT_INPUT_ERROR(validate([&](StarsBuffer& s) { s.mass[1] = nan; }), "here: star 2 of 3 (id 6): the mass");
  EXPECT_INPUT_ERROR(validate([](StarsBuffer& s) { s.mass[1] = -1; }), "the mass -1 is negative");
  EXPECT_INPUT_ERROR(validate([&](StarsBuffer& s) { s.position[2].y = inf; }), "the position is not finite");
  EXPECT_INPUT_ERROR(validate([&](StarsBuffer& s) { s.velocity[2].z = nan; }), "the velocity is not finite");
  EXPECT_INPUT_ERROR(validate([](StarsBuffer& s) { s.radius[0] = -1; }), "the radius is not a number >= 0");
  EXPECT_INPUT_ERROR(validate([](StarsBuffer& s) { s.id[2] = s.id[0]; }), "the id 9 occurs more than once");
  EXPECT_INPUT_ERROR(validate([](StarsBuffer& s) { s.mass = {1e308, 1e308, 1e308}; }), "total mass is too large");
}

TEST_F(ReadStars, ForeignSnapshotInGadgetsUnits) {
  GadgetFile gadget;
  gadget.header(0.5);
  gadget.attribute("Header", "MassTable", std::array<double, 6>{0, 2.5, 0, 0, 0, 0});
  gadget.bodies(1, 2, 100);
  gadget.bodies(4, 3, 1000);
  gadget.masses(4, 3);
  gadget.write(file("g"));
  const LoadedStars loaded = read_stars(file("g"));
  ASSERT_EQ(loaded.stars.size(), 5u);
  EXPECT_EQ(loaded.stars.mass, (std::vector<double>{2.5, 2.5, 1, 2, 3}));
  EXPECT_EQ(value(loaded.stars.id[1]), 101);
  EXPECT_EQ(value(loaded.stars.id[2]), 1000);
  EXPECT_EQ(loaded.stars.position[4], (Vec3{6, 7, 8}));
  EXPECT_EQ(loaded.stars.family,
            (std::vector<Family>{Family::halo, Family::halo, Family::star, Family::star, Family::star}));
  // kpc and 1e10 Msun are the code units; velocities and times follow from G = 1.
  EXPECT_EQ(loaded.units->length_pc, 1e3);
  EXPECT_EQ(loaded.units->mass_msun, 1e10);
  const double kms = std::sqrt(UnitScale::gravity_constant * 1e10 / 1e3);
  EXPECT_DOUBLE_EQ(loaded.stars.velocity[4].y * kms, 7);
  EXPECT_DOUBLE_EQ(loaded.time, 0.5 * kms);
}

TEST_F(ReadStars, ForeignSnapshotWithUnitsOfItsOwn) {
  GadgetFile gadget;
  gadget.header(1);
  gadget.group("Units");
  gadget.attribute("Units", "Unit length in cgs (U_L)", std::array{3.0856775814913673e18});
  gadget.attribute("Units", "Unit mass in cgs (U_M)", std::array{1.3271244e26 / 6.67430e-8});
  gadget.attribute("Units", "Unit time in cgs (U_t)", std::array{2 * 3.0856775814913673e13});
  gadget.bodies(4, 3, 1);
  gadget.masses(4, 3);
  gadget.write(file("g"));
  const LoadedStars loaded = read_stars(file("g"));
  EXPECT_DOUBLE_EQ(loaded.units->length_pc, 1);
  EXPECT_DOUBLE_EQ(loaded.units->mass_msun, 1);
  EXPECT_DOUBLE_EQ(loaded.stars.velocity[2].x * std::sqrt(UnitScale::gravity_constant), 6 * 0.5);
}

TEST_F(ReadStars, ForeignSnapshotsThatAreRefused) {
  const auto read_after = [&](auto&& make) {
    GadgetFile gadget;
    make(gadget);
    gadget.write(file("g"));
    read_stars(file("g"));
  };
  EXPECT_INPUT_ERROR(read_after([](GadgetFile&) {}), "no /Header group");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) { g.header(0); }), "there are no stars in it");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) { g.header(0), g.bodies(4, 3, 1); }),
                     "PartType4 has neither Masses nor a MassTable entry");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) { g.header(0), g.bodies(0, 3, 1), g.masses(0, 3); }), "holds gas");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) { g.header(0), g.bodies(4, 3, 1), g.masses(4, 2); }),
                     "PartType4/Masses is 2 x 1, not 3 x 1");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) { g.header(0), g.bodies(4, 3, 1, false), g.masses(4, 3); }),
                     "PartType4 has no Velocities");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) {
                       g.header(0), g.bodies(1, 2, 7), g.masses(1, 2), g.bodies(4, 2, 8), g.masses(4, 2);
                     }),
                     "the id 8 occurs more than once");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) {
                       g.header(0), g.bodies(4, 3, 1), g.masses(4, 3);
                       g.attribute("Header", "HubbleParam", std::array{0.7});
                     }),
                     "it is cosmological");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) {
                       g.header(0);
                       g.attribute("Header", "NumFilesPerSnapshot", std::array{4.0});
                     }),
                     "one file of several");
  EXPECT_INPUT_ERROR(read_after([](GadgetFile& g) {
                       g.header(0), g.bodies(4, 3, 1), g.masses(4, 3);
                       g.attribute("Header", "NumPart_ThisFile", std::array<double, 6>{0, 0, 0, 0, 5, 0});
                     }),
                     "PartType4 holds 3 bodies, but the header says 5");
}

TEST_F(ReadStars, HeadersThatCountOtherBodies) {
  // Three bodies of PartType4, whatever the header says.
  const auto read_with = [&](const char* name, std::vector<double> values, int further_type = 4) {
    GadgetFile gadget;
    gadget.header(0);
    gadget.bodies(further_type, 3, 1);
    gadget.masses(further_type, 3);
    gadget.attribute("Header", name, values);
    gadget.write(file("g"));
    EXPECT_EQ(read_stars(file("g")).stars.size(), 3u);
  };
  const char *here = "NumPart_ThisFile", *in_all = "NumPart_Total";
  read_with(here, {0, 0, 0, 0, 3, 0});
  read_with(in_all, {0, 0, 0, 0, 3, 0});
  read_with(here, {0, 0, 0, 0, 3, 0, 0, 0});  // SWIFT has more types
  EXPECT_INPUT_ERROR(read_with(here, {0, 462, 0, 0, 3, 0}), "PartType1 holds 0 bodies, but the header says 462");
  EXPECT_INPUT_ERROR(read_with(here, {8, 0, 0, 0, 3, 0}), "PartType0 holds 0 bodies, but the header says 8");
  EXPECT_INPUT_ERROR(read_with(here, {0, 0, 0, 0, 0, 0}), "PartType4 holds 3 bodies, but the header says 0");
  EXPECT_INPUT_ERROR(read_with(here, {0, 0}), "PartType4 holds 3 bodies, but the header says 0");
  EXPECT_INPUT_ERROR(read_with(here, {0, 0, 0, 0, 3, 0, 7}), "bodies of PartType6, which Tucana does not know");
  EXPECT_INPUT_ERROR(read_with(here, {0, 0, 0, 0, 0, 0}, 6), "bodies of PartType6, which Tucana does not know");
  EXPECT_INPUT_ERROR(read_with(in_all, {0, 0, 0, 0, 9, 0}), "3 bodies, but the whole snapshot 9");
  EXPECT_INPUT_ERROR(read_with(in_all, {0, 5, 0, 0, 3, 0}), "PartType1 holds 0 bodies, but the whole snapshot 5");
}

}  // namespace
}  // namespace tucana
