#include "tucana/app/terminal_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tucana::app {
namespace {

TEST(FitText, LeavesWhatFitsAndWhatGoesToNoTerminal) {
  const std::string text = "one line\n\n  two  columns \nlast";
  EXPECT_EQ(fit_text(text, 80), text);
  const std::string longer = fmt::format("{:x>500} y", "");
  EXPECT_EQ(fit_text(longer, 0), longer);
  EXPECT_EQ(fit_text("", 10), "");
}

TEST(FitText, BreaksAtSpaces) {
  EXPECT_EQ(fit_text("tucana: error: something is wrong\n", 20), "tucana: error:\n  something is wrong\n");
  EXPECT_EQ(fit_text("12345 789", 8), "12345\n  789");
  EXPECT_EQ(fit_text("12345 78", 8), "12345 78");
}

TEST(FitText, KeepsLongWordsWhole) {
  EXPECT_EQ(fit_text("a /a/path/that/is/longer/than/a/line b", 12), "a\n  /a/path/that/is/longer/than/a/line\n  b");
}

TEST(FitText, ContinuesTheSecondColumnBelowItself) {
  EXPECT_EQ(fit_text("  --set KEY=VALUE   set one option of the run; may be repeated", 50),
            "  --set KEY=VALUE   set one option of the run; may\n                    be repeated");
  // Where that would leave less than 24 columns, it goes to the left.
  EXPECT_EQ(fit_text("  --set KEY=VALUE   set one option of the run", 30),
            "  --set KEY=VALUE   set one\n    option of the run");
}

TEST(FitText, CountsLettersNotBytes) {
  EXPECT_EQ(fit_text("\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc", 7), "\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc");
}

}  // namespace
}  // namespace tucana::app
