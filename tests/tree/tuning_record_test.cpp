#include "tucana/tree/tuning/tuning_record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana {
namespace {

TuningRecord some_record() {
  TuningRecord record{131072, 9000, {}, {}};
  RandomStream random(6, RandomUse::test, 0);
  std::int64_t evaluation = 0;
  for (int i = 0; i < 500; ++i) {
    record.built.push_back(evaluation);
    record.split_radius.push_back(std::ldexp(1 + random.uniform(), static_cast<int>(random.bits64() % 2000) - 1000));
    evaluation += 1 + static_cast<std::int64_t>(random.bits64() % 16);
  }
  record.split_radius[3] = std::numeric_limits<double>::denorm_min();
  record.split_radius[4] = std::numeric_limits<double>::max();
  record.split_radius[5] = 0.1;
  return record;
}

std::string why_not(std::string_view text) {
  try {
    tuning_record_from(text, "run.tuning");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TuningRecord, ComesBackFromItsText) {
  const TuningRecord record = some_record();
  EXPECT_EQ(tuning_record_from(to_text(record), "record"), record);
  const TuningRecord none{3, 0, {}, {}};
  EXPECT_EQ(tuning_record_from(to_text(none), "record"), none);
}

TEST(TuningRecord, IsWrittenAsSaid) {
  const TuningRecord record{131072, 230, {0, 17}, {0.25, 0.31}};
  EXPECT_EQ(to_text(record),
            "{\"tuning_record\":1,\"bodies\":131072,\"evaluations\":230,\"builds\":2}\n"
            "{\"evaluation\":0,\"split_radius\":0.25}\n{\"evaluation\":17,\"split_radius\":0.31}\n");
}

TEST(TuningRecord, IsReadWhateverTheSpaces) {
  const TuningRecord expected{7, 9, {0, 4}, {0.5, 1e-3}};
  EXPECT_EQ(
      tuning_record_from("\n { \"tuning_record\" : 1 , \"bodies\": 7, \"evaluations\":9, \"builds\" :2}\r\n\n"
                         "{\"evaluation\": 0, \"split_radius\": 5e-1}\n\t{\"evaluation\":4,\"split_radius\":0.001} ",
                         "record"),
      expected);
}

TEST(TuningRecord, SaysWhatIsWrongInOneLine) {
  const std::string head = "{\"tuning_record\":1,\"bodies\":7,\"evaluations\":9,\"builds\":1}\n";
  const std::string build = "{\"evaluation\":0,\"split_radius\":0.5}\n";
  EXPECT_EQ(why_not(head + build), "accepted");
  EXPECT_NE(why_not("").find("empty"), std::string::npos);
  EXPECT_NE(why_not(head + build + build).find("run.tuning:3: evaluations do not ascend"), std::string::npos);
  EXPECT_NE(why_not(head).find("0 builds where its head says 1"), std::string::npos);
  EXPECT_NE(why_not(build + head).find("run.tuning:1: is not a line"), std::string::npos);
  EXPECT_NE(why_not(head + "{\"evaluation\":10,\"split_radius\":1}").find("after the last"), std::string::npos);
  EXPECT_NE(why_not(head + "{\"evaluation\":0,\"split_radius\":-1}").find("run.tuning:2: split_radius is not > 0"),
            std::string::npos);
  EXPECT_NE(why_not(head + "{\"evaluation\":0,\"split_radius\":1} x").find("goes on"), std::string::npos);
  EXPECT_NE(why_not("{\"tuning_record\":2,\"bodies\":7}").find("another version"), std::string::npos);
  const std::string more[] = {head + "{\"evaluation\":0,\"split_radius\":inf}",
                              head + "{\"evaluation\":0,\"split_radius\":nan}",
                              head + "{\"evaluation\":0,\"split_radius\":1e999}",
                              head + "{\"evaluation\":99999999999999999999,\"split_radius\":1}",
                              head + "{\"evaluation\":-1,\"split_radius\":1}",
                              head + "{\"evaluation\":0}",
                              std::string("\0\0\0", 3),
                              "[run]\nmodel = 1\n",
                              "{\"tuning_record\":1,\"bodies\":-7,\"evaluations\":9,\"builds\":0}"};
  for (const std::string& text : more) {
    const std::string why = why_not(text);
    EXPECT_NE(why, "accepted") << text;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
}

TEST(TuningRecord, CutOrChangedAnywhereIsReadOrRefused) {
  const TuningRecord record{7, 9, {0, 4}, {0.5, 1e-3}};
  const std::string text = to_text(record);
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    EXPECT_NE(why_not(text.substr(0, i)), "accepted") << i;
    for (const char c : {'x', '9', '\n', '}', '\0', '-'}) {
      std::string changed = text;
      changed[i] = c;
      EXPECT_NE(why_not(changed), "");
    }
  }
}

}  // namespace
}  // namespace tucana
