#include "tucana/app/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tucana/app/number_list.h"
#include "tucana/app/progress_text.h"
#include "tucana/app/run_command.h"
#include "tucana/core/error.h"

namespace tucana::app {
namespace {

RunProgress at(double time, std::uint64_t steps, double seconds) { return {time, 10, -1.234e-8, steps, seconds, 1024}; }

TEST(ProgressBar, ShowsTimeErrorSpeedAndTimeLeft) {
  EXPECT_EQ(progress_bar(at(0, 0, 0), at(4.5, 900'000, 90), 79),
            "[##########..............]  45%  t 4.5/10  ETA 1:50  dE/E -1.2e-08  10k steps/s");
}

TEST(ProgressBar, FillsTheLineAndNeverMore) {
  for (int width = 0; width <= 80; ++width) {
    for (const double time : {0.0, 3.3333333, 9.999, 10.0}) {
      const std::string text = progress_bar(at(0, 0, 0), at(time, 12'345'678, 1e7), width);
      EXPECT_LE(text.size(), static_cast<std::size_t>(width)) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
  }
  EXPECT_EQ(progress_bar(at(0, 0, 0), at(5, 1, 1), 4), " 50%");
  EXPECT_EQ(progress_bar(at(0, 0, 0), at(5, 1, 1), 0), "");
  EXPECT_EQ(progress_bar(at(0, 0, 0), at(10, 5, 10), 80).substr(0, 5), "[####");
}

TEST(ProgressBar, CountsOnlyThisSession) {
  // Went on from t = 8: one unit in 60 s, one to go.
  const std::string text = progress_bar(at(8, 1'000'000, 0), at(9, 1'060'000, 60), 79);
  EXPECT_NE(text.find("ETA 1:00"), std::string::npos) << text;
  EXPECT_NE(text.find("  1k steps/s"), std::string::npos) << text;
  EXPECT_NE(text.find(" 90%"), std::string::npos) << text;
}

TEST(ProgressBar, DoesNotGuessAtTheBeginning) {
  EXPECT_NE(progress_bar(at(0, 0, 0), at(0, 0, 0), 79).find("ETA --"), std::string::npos);
  EXPECT_NE(progress_bar(at(0, 0, 0), at(0.001, 5, 0.01), 79).find("ETA --"), std::string::npos);
  // An end that has been reached already, and no time at all.
  EXPECT_NE(progress_bar(at(10, 0, 0), at(10, 0, 0), 79).find("100%"), std::string::npos);
  // An end that is no tick.
  EXPECT_NE(progress_bar(at(0, 0, 0), at(10 - 1e-9, 5, 10), 79).find("100%"), std::string::npos);
}

TEST(ProgressLine, StandsUnderItsHead) {
  const std::string line = progress_line(at(0, 0, 0), at(0.5, 123'456, 3725));
  EXPECT_EQ(line.size(), progress_head(at(0, 0, 0)).size());
  EXPECT_LE(line.size(), 80u);
  EXPECT_EQ(line, "         0.5   -1.2340e-08         123456         33      1:02:05  19:39:35");
}

TEST(ProgressLine, TellsTimesInMyrIfTheEndWasGivenSo) {
  RunProgress now = at(0.5, 123'456, 3725);
  now.myr_per_unit = 3;
  const std::string line = progress_line(at(0, 0, 0), now), head = progress_head(now);
  EXPECT_EQ(line, "         1.5   -1.2340e-08         123456         33      1:02:05  19:39:35");
  EXPECT_EQ(head.substr(0, 12), "   time, Myr");
  EXPECT_EQ(line.size(), head.size());
  const std::string bar = progress_bar(at(0, 0, 0), now, 79);
  EXPECT_NE(bar.find("t 1.5/30 Myr  "), std::string::npos) << bar;
}

/// What a watcher writes to a stream, all of it.
template <class Watch>
std::string written(TerminalProgress::Style style, const Watch& watch) {
  std::FILE* stream = std::tmpfile();
  {
    TerminalProgress progress(style, stream);
    watch(progress);
  }
  std::string text(static_cast<std::size_t>(std::ftell(stream)), ' ');
  std::rewind(stream);
  text.resize(std::fread(text.data(), 1, text.size(), stream));
  std::fclose(stream);
  return text;
}

TEST(TerminalProgress, RedrawsOneLineAndLeavesItBehind) {
  const std::string text = written(TerminalProgress::Style::bar, [](TerminalProgress& progress) {
    progress.began("1024 stars", at(0, 0, 0));
    progress.moved(at(5, 100, 1));
    progress.output(at(10, 200, 2));
  });
  EXPECT_EQ(text.substr(0, 12), "1024 stars\n\r");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 3) << "drawn three times";
  EXPECT_NE(text.find("100%"), std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 4), "\x1b[K\n") << "what comes next begins on a line of its own";
}

TEST(TerminalProgress, MessagesTakeThePlaceOfTheBar) {
  const std::string text = written(TerminalProgress::Style::bar, [](TerminalProgress& progress) {
    progress.began("1024 stars", at(0, 0, 0));
    progress.message("a note");
  });
  EXPECT_NE(text.find("\r\x1b[Ka note\n"), std::string::npos) << text;
}

TEST(TerminalProgress, WritesLinesWithoutControlCharactersOrNothing) {
  const auto watch = [](TerminalProgress& progress) {
    progress.began("1024 stars", at(0, 0, 0));
    progress.moved(at(5, 100, 1));
    progress.output(at(10, 200, 2));
  };
  const std::string lines = written(TerminalProgress::Style::lines, watch);
  EXPECT_EQ(lines.find_first_of("\r\x1b"), std::string::npos);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3) << "what, head, one output";
  EXPECT_EQ(written(TerminalProgress::Style::none, watch), "");
}

TEST(DurationText, GrowsWithTheDuration) {
  EXPECT_EQ(duration_text(-1), "0.0 s");
  EXPECT_EQ(duration_text(9.94), "9.9 s");
  EXPECT_EQ(duration_text(9.96), "10 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1:00");
  EXPECT_EQ(duration_text(3599), "59:59");
  EXPECT_EQ(duration_text(36000), "10:00:00");
  EXPECT_EQ(duration_text(5 * 86400 + 3 * 3600), "5 d 3 h");
  EXPECT_EQ(duration_text(1e300), "years");
}

TEST(NumberList, TakesPowersOfTen) {
  EXPECT_EQ(whole_numbers({"16", "1e4"}, "-n", 1, 100'000), (std::vector<long long>{16, 10'000}));
  EXPECT_THROW(whole_numbers({"1e6"}, "-n", 1, 100'000), InputError);
  EXPECT_THROW(whole_numbers({"many"}, "-n", 1, 100'000), InputError);
  EXPECT_THROW(finite_number("nan", "--to", 0), InputError);
}

}  // namespace
}  // namespace tucana::app
