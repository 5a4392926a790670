#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/core/stars.h"

namespace tucana::test {

/// A folder of its own for every test, empty at the start and gone at the end.
class IoTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("tucana_" + std::to_string(getpid()) + "_" + info->test_suite_name() + "_" + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  std::filesystem::path folder_;
};

inline std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_text_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Stars with numbers of all sizes; ids neither ascending nor dense.
inline StarsBuffer some_stars(std::size_t n) {
  StarsBuffer stars;
  stars.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    RandomStream random(7, RandomUse::test, i);
    stars.id[i] = static_cast<StarId>(3 * (n - i));
    stars.mass[i] = random.uniform() / static_cast<double>(n);
    stars.radius[i] = 1e-8 * random.uniform();
    stars.position[i] = 2 * random.uniform() * random.direction();
    stars.velocity[i] = random.uniform() * random.direction();
  }
  return stars;
}

/// The message of the InputError that `action` throws; "" and a failed test when it throws none. Messages are one line.
template <class Expected = InputError, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Expected& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find('\n'), text.npos) << text;
    return text;
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

}  // namespace tucana::test

/// The error line that `statement` throws must contain `part`.
#define EXPECT_INPUT_ERROR(statement, part) \
  EXPECT_PRED_FORMAT2(testing::IsSubstring, part, ::tucana::test::message_of([&] { statement; }))
