#include "tucana/io/ascii_stars.h"

#include "tests/io/io_test.h"
#include "tucana/io/read_stars.h"

namespace tucana {
namespace {

using test::IoTest;

class AsciiStars : public IoTest {};

StarsBuffer parse(const std::string& text) { return parse_ascii_stars(text, "stars.txt"); }

TEST_F(AsciiStars, RoundTripKeepsEveryBit) {
  const StarsBuffer stars = test::some_stars(100);
  write_ascii_stars(file("stars.txt"), stars.view());
  const LoadedStars loaded = read_stars(file("stars.txt"));
  EXPECT_EQ(loaded.stars.mass, stars.mass);
  EXPECT_EQ(loaded.stars.position, stars.position);
  EXPECT_EQ(loaded.stars.velocity, stars.velocity);
  EXPECT_EQ(value(loaded.stars.id[99]), 100);
  EXPECT_FALSE(loaded.units.has_value());
  EXPECT_EQ(loaded.time, 0);
}

TEST_F(AsciiStars, TakesCommentsBlankLinesAndManyKindsOfNumbers) {
  const StarsBuffer stars = parse(
      "\xEF\xBB\xBF# m x y z vx vy vz\r\n\r\n"
      "\t1 2 3 4 5 6 7  # the first\r\n"
      "   \n"
      "+.5 -1e-3 1.0D+01 1d0 0 -0 1E2");
  ASSERT_EQ(stars.size(), 2u);
  EXPECT_EQ(stars.mass, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(stars.position[1], (Vec3{-1e-3, 10, 1}));
  EXPECT_EQ(stars.velocity[0], (Vec3{5, 6, 7}));
  EXPECT_EQ(stars.radius, (std::vector<double>{0, 0}));
}

TEST_F(AsciiStars, ErrorsNameTheLine) {
  const std::string good = "1 0 0 0 0 0 0\n";
  EXPECT_INPUT_ERROR(parse(good + "1 2 3 4 5 6\n"), "stars.txt:2: 6 columns where 7 are expected");
  EXPECT_INPUT_ERROR(parse(good + "\n1 2 3 4 5 6 7 8\n"), "stars.txt:3: 8 columns");
  EXPECT_INPUT_ERROR(parse(good + "1 2 x 4 5 6 7\n"), "stars.txt:2: y = 'x' is not a number");
  EXPECT_INPUT_ERROR(parse("1 2 3 4 5 6 1.5.2"), "stars.txt:1: vz = '1.5.2' is not a number");
  EXPECT_INPUT_ERROR(parse("1 2 3 4 5 6 +-1"), "is not a number");
  EXPECT_INPUT_ERROR(parse("1 2 3 nan 5 6 7"), "stars.txt:1: z = 'nan' is not finite");
  EXPECT_INPUT_ERROR(parse("inf 2 3 4 5 6 7"), "m = 'inf' is not finite");
  EXPECT_INPUT_ERROR(parse("1 2 3 4 1e999 6 7"), "vx = '1e999' is beyond the range");
  EXPECT_INPUT_ERROR(parse(good + good + "-0.1 2 3 4 5 6 7"), "stars.txt:3: the mass '-0.1' is negative");
  EXPECT_INPUT_ERROR(parse("hello\x01, this is quite a long line without blanks:"), "m = 'hello?,' is not a number");
}

}  // namespace
}  // namespace tucana
