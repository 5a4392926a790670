#include "tucana/io/line_log.h"

#include <sys/stat.h>

#include "tests/io/io_test.h"

namespace tucana {
namespace {

using test::IoTest;

class LineLogTest : public IoTest {};

TEST_F(LineLogTest, ARestartCutsWhatCameAfterItsCheckpoint) {
  LogMark remembered;
  {
    LineLog log(file("log"), {});
    log.append("one");
    log.sync();
    remembered = log.mark();
    log.append("two");
  }
  EXPECT_EQ(remembered.offset, 4u);
  test::write_text_file(file("log"), test::read_text_file(file("log")) + "{torn");
  LineLog log(file("log"), remembered);
  EXPECT_EQ(log.mark(), remembered);
  EXPECT_EQ(log.problem(), "");
  log.append("2");
  EXPECT_EQ(log.mark().offset, 6u);
  EXPECT_EQ(log.mark(), LogMark{}.after("one\n2\n"));
  EXPECT_EQ(test::read_text_file(file("log")), "one\n2\n");
}

TEST_F(LineLogTest, ANewRunBeginsEmpty) {
  test::write_text_file(file("log"), "of another run\n");
  LineLog log(file("log"), {});
  EXPECT_EQ(test::read_text_file(file("log")), "");
  EXPECT_EQ(log.problem(), "");
}

TEST_F(LineLogTest, AShorterFileIsKeptUpToItsLastWholeLine) {
  test::write_text_file(file("log"), "one\ntw");
  LineLog log(file("log"), LogMark{}.after("one\ntwo\nthree\n"));
  EXPECT_EQ(log.mark(), LogMark{}.after("one\n"));
  EXPECT_NE(log.problem().find("10 of the 14 bytes that the checkpoint knows are missing"), std::string::npos)
      << log.problem();
  log.append("two");
  EXPECT_EQ(test::read_text_file(file("log")), "one\ntwo\n");
}

TEST_F(LineLogTest, AFileThatIsGoneIsToldOf) {
  LineLog log(file("log"), LogMark{}.after("one\n"));
  EXPECT_NE(log.problem().find("is gone"), std::string::npos) << log.problem();
  EXPECT_EQ(log.mark(), LogMark{});
}

TEST_F(LineLogTest, OtherLinesAreSetAsideAndNotCut) {
  const std::string others = "other\nlines, and more of them\n";
  for (const char* aside : {"log.other", "log.other-2"}) {
    test::write_text_file(file("log"), others);
    LineLog log(file("log"), LogMark{}.after("one\ntwo\n"));
    EXPECT_NE(log.problem().find(aside), std::string::npos) << log.problem();
    EXPECT_EQ(test::read_text_file(file(aside)), others);
    log.append("three");
    EXPECT_EQ(test::read_text_file(file("log")), "three\n");
  }
  // A digit that somebody changed by hand, in a file of the same length.
  test::write_text_file(file("log"), "one\ntvo\n");
  EXPECT_NE(LineLog(file("log"), LogMark{}.after("one\ntwo\n")).problem(), "");
}

TEST_F(LineLogTest, AFolderThatIsNotThereIsAFailure) { EXPECT_THROW(LineLog(file("no/log"), {}), FailureError); }

TEST_F(LineLogTest, DoesNotFollowLinksAndTakesNoPipes) {
  test::write_text_file(file("precious"), "mine\n");
  std::filesystem::create_symlink(file("precious"), file("log"));
  EXPECT_THROW(LineLog(file("log"), {}), FailureError);
  EXPECT_EQ(test::read_text_file(file("precious")), "mine\n");
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0666), 0);
  EXPECT_THROW(LineLog(file("pipe"), {}), FailureError);
}

}  // namespace
}  // namespace tucana
