#include "tucana/core/enum_words.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tucana/core/stars.h"

namespace tucana {
namespace {

enum class Colour : std::uint8_t { red, green, blue };
enum class Sparse { some = 3, other = 17 };
enum class Forgotten { one, two };
enum class ValueTwice { one, two };
enum class WordTwice { one, two };
enum class Wordless { one };

}  // namespace

template <>
inline constexpr auto enum_words<Colour> =
    std::to_array<EnumWord<Colour>>({{Colour::blue, "blue"}, {Colour::red, "red"}, {Colour::green, "green"}});
template <>
inline constexpr auto enum_words<Sparse> = std::to_array<EnumWord<Sparse>>({{Sparse::some, "some"},
                                                                            {Sparse::other, "other"}});
template <>
inline constexpr auto enum_words<Forgotten> = std::to_array<EnumWord<Forgotten>>({{Forgotten::one, "one"}});
template <>
inline constexpr auto enum_words<ValueTwice> = std::to_array<EnumWord<ValueTwice>>({{ValueTwice::one, "one"},
                                                                                    {ValueTwice::one, "two"}});
template <>
inline constexpr auto enum_words<WordTwice> = std::to_array<EnumWord<WordTwice>>({{WordTwice::one, "one"},
                                                                                  {WordTwice::two, "one"}});

namespace {

TEST(EnumWords, AreTiedToValuesAndNotToTheirOrder) {
  EXPECT_EQ(word_of(Colour::red), "red");
  EXPECT_EQ(word_of(Colour::green), "green");
  EXPECT_EQ(word_of(Colour::blue), "blue");
  EXPECT_EQ(value_of_word<Colour>("green"), Colour::green);
  EXPECT_EQ(value_of_word<Colour>("Green"), std::nullopt);
  EXPECT_EQ(value_of_word<Colour>(""), std::nullopt);
  EXPECT_EQ(value_of_word<Sparse>("other"), Sparse::other);
  EXPECT_EQ(value_of_word<Family>(word_of(Family::bulge)), Family::bulge);
}

TEST(EnumWords, AreCheckedForGapsAndRepetitionsByTheCompiler) {
  EXPECT_TRUE(has_all_words<Colour>());
  EXPECT_TRUE(has_all_words<Sparse>());
  EXPECT_FALSE(has_all_words<Forgotten>());
  EXPECT_FALSE(has_all_words<ValueTwice>());
  EXPECT_FALSE(has_all_words<WordTwice>());
  EXPECT_FALSE(has_all_words<Wordless>());
}

}  // namespace
}  // namespace tucana
