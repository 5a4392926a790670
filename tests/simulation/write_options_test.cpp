#include "tucana/simulation/options/write_options.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <regex>
#include <set>

#include "tucana/core/random.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana {
namespace {

Options from_file(std::string_view toml) {
  Options options;
  read_options_text(options, toml, "run.toml");
  return options;
}

/// The names of options that stand at the beginning of lines, in their order.
std::vector<std::string> names_in(const std::string& text, const std::string& before, const std::string& after) {
  std::vector<std::string> names;
  const std::regex line(before + "([a-z]+\\.[a-z0-9_]+)" + after, std::regex::multiline);
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

std::vector<std::string> names_of(bool (*wanted)(const OptionEntry&)) {
  std::vector<std::string> names;
  for (const OptionEntry& entry : option_table())
    if (wanted(entry)) names.push_back(entry.name);
  return names;
}

TEST(UsedToml, ReadsBackToTheSameBits) {
  EXPECT_EQ(from_file(options_as_toml(Options{})), Options{});
  RandomStream random(11, RandomUse::test, 0);
  for (int round = 0; round < 2000; ++round) {
    Options options;
    options.model.kind = ModelKind::file;
    for (int i = 0; i < 8; ++i) options.model.file += static_cast<char>(0x20 + random.bits64() % 0x5f);
    options.model.file += "ä€𝄞";
    options.model.seed = static_cast<std::int64_t>(random.bits64() >> 1);
    options.integrator.eta = std::ldexp(random.uniform(), -static_cast<int>(random.bits64() % 1070)) + 0x1p-1074;
    options.gravity.softening = random.uniform() * 1e9;
    options.units.mass_msun = std::exp(40 * random.uniform());
    for (auto n = random.bits64() % 4; n > 0; --n) {
      options.engine.devices.push_back(static_cast<int>(random.bits64() % 1024));
    }
    const Options read = from_file(options_as_toml(options));
    ASSERT_EQ(read, options) << options_as_toml(options);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read.integrator.eta), std::bit_cast<std::uint64_t>(options.integrator.eta));
  }
}

/// The names of used.toml, up to and from the line that begins the rest.
std::pair<std::vector<std::string>, std::vector<std::string>> parts_of(const std::string& used) {
  const std::size_t rest = used.find("\n# All other options");
  EXPECT_NE(rest, std::string::npos);
  return {names_in(used.substr(0, rest), "^", " = "), names_in(used.substr(rest), "^", " = ")};
}

TEST(UsedToml, BeginsWithTheChoicesOfTheRunAndIsComplete) {
  const auto [none, all] = parts_of(options_as_toml(Options{}));
  EXPECT_EQ(none, std::vector<std::string>{});
  EXPECT_EQ(all, names_of([](const OptionEntry&) { return true; }));

  Options options = default_options(IntegratorKind::leapfrog, GravityMethod::tree);
  options.model.n = 77;
  options.tree.leaf_bodies = 8;
  options.integrator.eta = 0.02;
  const auto [chosen, others] = parts_of(options_as_toml(options));
  EXPECT_EQ(chosen, (std::vector<std::string>{"model.n", "gravity.method", "tree.leaf_bodies", "integrator.kind",
                                              "integrator.eta"}));
  EXPECT_EQ(chosen.size() + others.size(), option_table().size());
  std::set<std::string> names(chosen.begin(), chosen.end());
  names.insert(others.begin(), others.end());
  EXPECT_EQ(names.size(), option_table().size());
  EXPECT_EQ(from_file(options_as_toml(options)), options);

  // What follows from the integrator is no choice.
  const auto [sixth, rest] = parts_of(options_as_toml(default_options(IntegratorKind::hermite6)));
  EXPECT_EQ(sixth, std::vector<std::string>{"integrator.kind"});
}

TEST(UsedToml, OfOlderRunsWithTablesIsRead) {
  EXPECT_EQ(from_file("[model]  # the stars\nn = 5  # integer\n[run]\nend_time = 2.0\n").model.n, 5);
}

TEST(OptionLists, LeaveOutWhatIsForExpertsUnlessAskedForAll) {
  const auto usual = names_of([](const OptionEntry& entry) { return !entry.expert; });
  const auto all = names_of([](const OptionEntry&) { return true; });
  EXPECT_LT(usual.size(), all.size());
  for (const char* name : {"tree.ball", "tree.leaf_bodies", "tree.group_bodies", "tree.split_radius",
                           "integrator.neighbour_sphere", "integrator.neighbour_test", "integrator.velocity_limit"})
    EXPECT_TRUE(find_option(name)->expert) << name;
  for (const char* name : {"model.n", "run.end_time", "integrator.eta", "tree.accuracy", "engine.kind"})
    EXPECT_FALSE(find_option(name)->expert) << name;
  const auto listed = [](OptionListing listing) {
    const auto text = names_in(options_as_text(listing), "^  ", " = ");
    EXPECT_EQ(names_in(options_as_json(listing), "\"name\": \"", "\""), text);
    EXPECT_EQ(names_in(options_as_markdown(listing), "^\\| `", "`"), text);
    return text;
  };
  EXPECT_EQ(listed(OptionListing::without_expert), usual);
  EXPECT_EQ(listed(OptionListing::all), all);
  const std::string text = options_as_text(OptionListing::without_expert);
  for (const OptionEntry& entry : option_table())
    EXPECT_TRUE(!entry.expert || text.find(entry.name) == std::string::npos) << entry.name << " is mentioned";
}

TEST(OptionLists, FitEightyColumns) {
  const std::string text = options_as_text(OptionListing::all);
  std::size_t line = 0;
  while (line < text.size()) {
    const std::size_t end = text.find('\n', line);
    EXPECT_LE(end - line, 80u) << text.substr(line, end - line);
    line = end + 1;
  }
}

}  // namespace
}  // namespace tucana
