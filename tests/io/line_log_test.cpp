#include "tucana/io/line_log.h"

#include "tests/io/io_test.h"

namespace tucana {
namespace {

using test::IoTest;

class LineLogTest : public IoTest {};

TEST_F(LineLogTest, ARestartCutsWhatCameAfterItsCheckpoint) {
  std::uint64_t remembered = 0;
  {
    LineLog log(file("log"), 0);
    log.append("one");
    log.sync();
    remembered = log.offset();
    log.append("two");
  }
  EXPECT_EQ(remembered, 4u);
  test::write_text_file(file("log"), test::read_text_file(file("log")) + "{torn");
  LineLog log(file("log"), remembered);
  EXPECT_EQ(log.offset(), 4u);
  EXPECT_EQ(log.missing(), 0u);
  log.append("2");
  EXPECT_EQ(log.offset(), 6u);
  EXPECT_EQ(test::read_text_file(file("log")), "one\n2\n");
}

TEST_F(LineLogTest, ANewRunBeginsEmpty) {
  test::write_text_file(file("log"), "of another run\n");
  LineLog log(file("log"), 0);
  EXPECT_EQ(test::read_text_file(file("log")), "");
}

TEST_F(LineLogTest, AShorterFileIsKeptUpToItsLastWholeLine) {
  test::write_text_file(file("log"), "one\ntw");
  LineLog log(file("log"), 100);
  EXPECT_EQ(log.offset(), 4u);
  EXPECT_EQ(log.missing(), 96u);
  log.append("two");
  EXPECT_EQ(test::read_text_file(file("log")), "one\ntwo\n");
}

TEST_F(LineLogTest, AFolderThatIsNotThereIsAFailure) { EXPECT_THROW(LineLog(file("no/log"), 0), FailureError); }

}  // namespace
}  // namespace tucana
