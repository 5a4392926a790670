#include <cmath>
#include <numbers>

#include "tests/io/io_test.h"
#include "tucana/io/ascii_stars.h"
#include "tucana/io/foreign/csv_stars.h"
#include "tucana/io/foreign/nemo_stars.h"
#include "tucana/io/foreign/petar_stars.h"
#include "tucana/io/foreign/star_format.h"
#include "tucana/io/read_stars.h"

namespace tucana {
namespace {

constexpr UnitScale scale{2.5, 1000};

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

LoadedStars read(const std::string& text, const ForeignOptions& options = {}) {
  return read_foreign_stars(bytes_of(text), "f", options);
}

/// Stars of total mass 1, as read_foreign_stars() makes them of astronomical ones.
StarsBuffer stars_of_mass_one() {
  StarsBuffer stars = test::some_stars(20);
  double total = 0;
  for (const double m : stars.mass) total += m;
  for (double& m : stars.mass) m /= total;
  stars.number_from_one();
  return stars;
}

class EveryFormat : public testing::TestWithParam<StarFormat> {};

TEST_P(EveryFormat, CodeUnitsKeepTheirBits) {
  const StarsBuffer stars = stars_of_mass_one();
  const std::string text = foreign_text(stars.view(), scale, 0.75, GetParam(), StarUnits::code);
  EXPECT_EQ(recognised_format(bytes_of(text), "f"), GetParam());
  const LoadedStars loaded = read(text);
  EXPECT_EQ(loaded.stars.mass, stars.mass);
  EXPECT_EQ(loaded.stars.position, stars.position);
  EXPECT_EQ(loaded.stars.velocity, stars.velocity);
  EXPECT_EQ(loaded.stars.id, stars.id);
  EXPECT_FALSE(loaded.units.has_value());
  if (GetParam() == StarFormat::petar || GetParam() == StarFormat::nemo) {
    EXPECT_EQ(loaded.time, 0.75);
  }
}

TEST_P(EveryFormat, AstronomicalUnitsComeBack) {
  const StarsBuffer stars = stars_of_mass_one();
  const std::string text = foreign_text(stars.view(), scale, 0.75, GetParam(), StarUnits::astronomical);
  const LoadedStars loaded = read(text, {.units = StarUnits::astronomical, .length_unit_pc = 2.5});
  ASSERT_TRUE(loaded.units.has_value());
  EXPECT_NEAR(loaded.units->mass_msun, 1000, 1e-9);
  EXPECT_EQ(loaded.units->length_pc, 2.5);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    EXPECT_NEAR(loaded.stars.mass[i], stars.mass[i], 1e-15);
    EXPECT_LT(norm(loaded.stars.position[i] - stars.position[i]), 1e-14);
    EXPECT_LT(norm(loaded.stars.velocity[i] - stars.velocity[i]), 1e-14);
  }
  if (GetParam() == StarFormat::petar || GetParam() == StarFormat::nemo) {
    EXPECT_NEAR(loaded.time, 0.75, 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat,
                         testing::Values(StarFormat::table, StarFormat::petar, StarFormat::nemo, StarFormat::csv));

TEST(Csv, ColumnsInAnyOrderWithUnits) {
  // Ten Msun 2000 AU from the origin at 1 pc/Myr, and twice the other one; a column that is not known.
  const LoadedStars loaded = read(
      "# a comment\n\n\"id\", name, vx [pc/Myr], vy (km/s), vz [km/s], x [AU], y [kpc], z [pc], m [Msun], radius "
      "[Rsun]\r\n"
      "7, Vega, 1, 0, 0, 2000, 0, 0, 10, 2\n\n9, Deneb, 0, 1, 0, 0, 0.001, 3, 30, 0\n");
  ASSERT_EQ(loaded.stars.size(), 2u);
  ASSERT_TRUE(loaded.units.has_value());
  EXPECT_EQ(loaded.units->mass_msun, 40);
  EXPECT_EQ(value(loaded.stars.id[1]), 9);
  EXPECT_EQ(loaded.stars.mass[0], 0.25);
  EXPECT_NEAR(loaded.stars.position[0].x, 2000 * std::numbers::pi / 648000, 1e-15);
  EXPECT_NEAR(loaded.stars.position[1].y, 1, 1e-15);
  const double speed = std::sqrt(4.300917270036279e-3 * 40);  // km/s
  EXPECT_NEAR(loaded.stars.velocity[0].x * speed, 0.9777922216807891, 1e-14);
  EXPECT_NEAR(loaded.stars.velocity[1].y * speed, 1, 1e-14);
  EXPECT_NEAR(loaded.stars.radius[0] / 4.509e-8, 1, 1e-3);  // two solar radii in pc
}

TEST(Csv, ComplaintsNameLineAndColumn) {
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy\n"), "f:1: there is no column vz; needed are mass,x,y,z,vx,vy,vz");
  EXPECT_INPUT_ERROR(read("m [Msun],x,y,z,vx,vy,vz\n"), "f:1: some columns have units and some have none");
  EXPECT_INPUT_ERROR(read("m [stone],x,y,z,vx,vy,vz\n"), "f:1: 'm': the unit 'stone' is not known; use Msun;");
  EXPECT_INPUT_ERROR(read("m [pc],x,y,z,vx,vy,vz\n"), "the unit 'pc' is not known");
  EXPECT_INPUT_ERROR(read("m [Msun,x,y,z,vx,vy,vz\n"), "a bracket does not end");
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy,vz,x\n"), "the column x occurs twice");
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy,vz\n1,2,3,4,5,6\n"), "f:2: 6 columns, but vz is column 7");
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy,vz\n1,2,3,4,5,6,seven\n"), "f:2: vz = 'seven' is not a number");
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy,vz\n-1,2,3,4,5,6,7\n"), "f:2: the mass -1 is negative");
  EXPECT_INPUT_ERROR(read("id,m,x,y,z,vx,vy,vz\n1.5,1,2,3,4,5,6,7\n"), "f:2: id = '1.5' is not a whole number");
  EXPECT_INPUT_ERROR(read("id,m,x,y,z,vx,vy,vz\n1,1,2,3,4,5,6,7\n1,1,2,3,4,5,6,7\n"), "the id 1 occurs more than once");
  EXPECT_INPUT_ERROR(read("m,x,y,z,vx,vy,vz\n"), "f: there are no stars in it");
}

TEST(Petar, ReadsWhatPetarInitWrites) {
  // With an external potential there are six more numbers in the first line, and another column.
  const std::string row = " 0 0 1 0 0 0 0 0 0 0 0 0 0\n";
  const LoadedStars loaded = read("3 2 1.5 8000 0 0 0 220 0\n1 2 3 4 5 6 7" + row + "8 9 10 11 12 13 14" + row);
  EXPECT_EQ(loaded.time, 1.5);
  EXPECT_EQ(loaded.stars.mass, (std::vector<double>{1, 8}));
  EXPECT_EQ(loaded.stars.velocity[1], (Vec3{12, 13, 14}));
  EXPECT_INPUT_ERROR(read("0 3 0\n1 2 3 4 5 6 7" + row), "f:1: 3 stars are announced, 1 are there");
  EXPECT_INPUT_ERROR(read("0 1 0\n1 2 3 4 5 x 7" + row), "f:2: vy = 'x' is not a number");
  EXPECT_INPUT_ERROR(read("1 2 3 4 5 6 7\n", {.format = StarFormat::petar}), "not the first line of a PeTar snapshot");
  EXPECT_INPUT_ERROR(read("0 1 0\n1 2 3\n", {.format = StarFormat::petar}),
                     "f:2: 3 columns where a star has 7 or more");
}

/// One item of a NEMO file of either byte order.
struct NemoWriter {
  bool swap = false;
  std::string bytes = {};

  template <class T>
  void number(T value) {
    std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
    if (swap) std::reverse(raw.begin(), raw.end());
    bytes += raw;
  }
  void head(const char* type, const char* tag, std::initializer_list<std::int32_t> dimensions = {}) {
    number(static_cast<std::uint16_t>(dimensions.size() == 0 ? 0x0992 : 0x0b92));
    bytes.append(type).push_back('\0');
    if (*type == ')') return;
    bytes.append(tag).push_back('\0');
    for (const std::int32_t d : dimensions) number(d);
    if (dimensions.size() > 0) number(std::int32_t{0});
  }
};

std::string nemo_file(bool swap, bool as_phase_space, std::int32_t announced = 2) {
  NemoWriter w{swap};
  w.head("c", "History", {6});
  w.bytes += std::string("mkplum", 6);
  w.head("(", "SnapShot");
  w.head("(", "Parameters");
  w.head("f", "Time");
  w.number(0.5F);
  w.head(")", "");
  w.head("(", "Particles");
  w.head("f", "Mass", {2});
  w.number(0.25F), w.number(0.75F);
  if (as_phase_space) {
    w.head("f", "PhaseSpace", {announced, 2, 3});
    for (const float x : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) w.number(x);
  } else {
    w.head("d", "Position", {announced, 3});
    for (const double x : {1, 2, 3, 7, 8, 9}) w.number(x);
    w.head("d", "Velocity", {announced, 3});
    for (const double x : {4, 5, 6, 10, 11, 12}) w.number(x);
  }
  w.head(")", "");
  w.head(")", "");
  return w.bytes;
}

TEST(Nemo, FloatsDoublesAndBothByteOrders) {
  for (const bool swap : {false, true}) {
    for (const bool phase : {false, true}) {
      const std::string file = nemo_file(swap, phase);
      EXPECT_EQ(recognised_format(bytes_of(file), "f"), StarFormat::nemo);
      const LoadedStars loaded = read(file);
      EXPECT_EQ(loaded.time, 0.5);
      EXPECT_EQ(loaded.stars.mass, (std::vector<double>{0.25, 0.75}));
      EXPECT_EQ(loaded.stars.position, (std::vector<Vec3>{{1, 2, 3}, {7, 8, 9}}));
      EXPECT_EQ(loaded.stars.velocity, (std::vector<Vec3>{{4, 5, 6}, {10, 11, 12}}));
    }
  }
}

TEST(Nemo, DamagedFilesAreRefusedInOneLine) {
  const std::string whole = nemo_file(false, true);
  // A file that ends anywhere before the end of the particles.
  for (std::size_t size = 1; size + 12 < whole.size(); ++size) {
    EXPECT_INPUT_ERROR(read(whole.substr(0, size), {.format = StarFormat::nemo}), "f: not a whole NEMO snapshot: ");
  }
  EXPECT_INPUT_ERROR(read(nemo_file(false, true, 3)), "cut off");
  EXPECT_INPUT_ERROR(read(nemo_file(false, true, 1)), "no item begins here");
  EXPECT_INPUT_ERROR(read(nemo_file(false, true, 0x7fffffff)), "cut off");
  EXPECT_INPUT_ERROR(read(nemo_file(false, false, -1)), "cut off");
  NemoWriter deep;
  for (int i = 0; i < 20; ++i) deep.head("(", "Set");
  EXPECT_INPUT_ERROR(read(deep.bytes), "nested too deeply");
  NemoWriter none;
  none.head("(", "SnapShot");
  none.head(")", "");
  EXPECT_INPUT_ERROR(read(none.bytes), "there is no set Particles");
}

TEST(Foreign, Nbody6InAstronomicalUnits) {
  // dat.10: Msun, pc, km/s.
  const LoadedStars loaded = read("1 0 0 0 0 0 0\n3 1 0 0 0 0.5 0\n", {.units = StarUnits::astronomical});
  EXPECT_EQ(loaded.units->mass_msun, 4);
  EXPECT_EQ(loaded.stars.mass, (std::vector<double>{0.25, 0.75}));
  EXPECT_NEAR(loaded.stars.velocity[1].y * loaded.units->velocity_kms(), 0.5, 1e-15);
  EXPECT_NEAR(loaded.units->velocity_kms(), std::sqrt(4.300917270036279e-3 * 4), 1e-15);
}

TEST(Foreign, ReadStarsTakesThemAll) {
  for (const auto format : {StarFormat::table, StarFormat::petar, StarFormat::nemo, StarFormat::csv}) {
    const std::string text = foreign_text(stars_of_mass_one().view(), scale, 0, format, StarUnits::code);
    EXPECT_EQ(read_stars(bytes_of(text), "f").stars.position, stars_of_mass_one().position);
  }
}

}  // namespace
}  // namespace tucana
