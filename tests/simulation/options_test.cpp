#include "tucana/simulation/options/options.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <set>

#include "tests/simulation/complaint.h"
#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/simulation/options/option_table.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana {
namespace {

std::string complaint_about_file(std::string_view toml) {
  Options options;
  return complaint([&] { read_options_text(options, toml, "run.toml"); });
}
std::string complaint_about_setting(std::string_view setting) {
  Options options;
  return complaint([&] { set_option(options, setting); });
}
Options from_file(std::string_view toml) {
  Options options;
  read_options_text(options, toml, "run.toml");
  return options;
}

double other_number(const NumberRange& range) {
  for (const double number : {0.75, 1.75, 0.0625})
    if (range.contains(number)) return number;
  return range.high;
}

TEST(OptionTable, NamesEveryMemberOfOptionsOnce) {
  std::set<std::string> names;
  Options changed;
  for (const OptionEntry& entry : option_table()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_EQ(find_option(entry.name), &entry);
    EXPECT_FALSE(entry.help.empty()) << entry.name;
    // A default must be allowed; a setter must change its own member and no other.
    EXPECT_EQ(checked_value(entry, entry.initial, "here"), entry.initial);
    OptionValue other = entry.initial;
    if (auto* real = std::get_if<double>(&other)) *real = other_number(entry.range);
    if (auto* integer = std::get_if<std::int64_t>(&other)) *integer = 7;
    if (auto* text = std::get_if<std::string>(&other)) *text = entry.choices.empty() ? "other" : entry.choices.back();
    if (entry.type == OptionType::integers) other = std::vector<std::int64_t>{3, 0};
    if (other == entry.initial) continue;  // a choice of one word
    Options one;
    entry.set(one, other);
    ASSERT_EQ(differences(Options{}, one).size(), 1u) << entry.name;
    EXPECT_EQ(differences(Options{}, one).front().name, entry.name);
    EXPECT_EQ(entry.get(one), other);
    entry.set(changed, other);
  }
  EXPECT_EQ(names.size(), 141u) << "an option was added: is it in struct Options, docs/options.md and this count?";
  EXPECT_EQ(from_file(options_as_toml(changed)), changed);
}

TEST(OptionTable, GroupsStandTogetherAndAreKnown) {
  std::vector<std::string> order;
  for (const OptionEntry& entry : option_table()) {
    if (order.empty() || order.back() != entry.group()) order.emplace_back(entry.group());
  }
  ASSERT_EQ(order.size(), option_groups().size());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], option_groups()[i].name);
}

/// The option of an enum has every value of it, each under its word, and reads what it writes.
template <class Enum, class Member>
void expect_all_words(const char* name, Member member) {
  const OptionEntry& entry = *find_option(name);
  ASSERT_EQ(entry.choices.size(), enum_words<Enum>.size()) << name;
  for (const auto& [value, word] : enum_words<Enum>) {
    Options options, again;
    member(options) = value;
    EXPECT_EQ(entry.get(options), OptionValue(std::string(word))) << name;
    entry.set(again, std::string(word));
    EXPECT_EQ(member(again), value) << name << " = " << word;
    EXPECT_EQ(from_file(options_as_toml(options)), options) << name << " = " << word;
  }
}

TEST(OptionTable, EveryValueOfAnEnumHasAWordAndComesBack) {
  expect_all_words<ModelKind>(
      "model.kind", [](Options & o) -> auto& { return o.model.kind; });
  expect_all_words<ArithmeticRule>(
      "run.arithmetic", [](Options & o) -> auto& { return o.run.arithmetic; });
  expect_all_words<MpiUse>(
      "run.mpi", [](Options & o) -> auto& { return o.run.mpi; });
  expect_all_words<GravityMethod>(
      "gravity.method", [](Options & o) -> auto& { return o.gravity.method; });
  expect_all_words<OpeningCriterion>(
      "tree.criterion", [](Options & o) -> auto& { return o.tree.criterion; });
  expect_all_words<ExpansionOrder>(
      "tree.order", [](Options & o) -> auto& { return o.tree.order; });
  expect_all_words<TuningMode>(
      "tree.tuning", [](Options & o) -> auto& { return o.tree.tuning; });
  expect_all_words<BallKind>(
      "tree.ball", [](Options & o) -> auto& { return o.tree.ball; });
  expect_all_words<Precision>(
      "engine.precision", [](Options & o) -> auto& { return o.engine.precision; });
  expect_all_words<IntegratorKind>(
      "integrator.kind", [](Options & o) -> auto& { return o.integrator.kind; });
  expect_all_words<StepRule>(
      "integrator.steps", [](Options & o) -> auto& { return o.integrator.steps; });
  expect_all_words<SphereRule>(
      "integrator.neighbour_sphere", [](Options & o) -> auto& { return o.integrator.sphere_rule; });
  expect_all_words<ListRule>(
      "integrator.neighbour_test", [](Options & o) -> auto& { return o.integrator.list_rule; });
}

TEST(OptionTable, HasEveryWordOfAChoice) {
  for (const OptionEntry& entry : option_table()) {
    for (const std::string& word : entry.choices) {
      Options options;
      entry.set(options, word);
      EXPECT_EQ(entry.get(options), OptionValue(word)) << entry.name;
    }
  }
}

TEST(ReadOptions, TakesTablesAndDottedKeys) {
  const Options options = from_file(
      "run.end_time = 2\n[model]\nkind = 'file'\nfile = \"a \\\"b\\\".hdf5\"\nn = 1e3\n"
      "[integrator]\nsteps = \"fixed\"\nstep = 0.25 # a comment\n[engine]\nprecision = \"two_float\"\n");
  EXPECT_EQ(options.run.end_time, 2);
  EXPECT_EQ(options.model.kind, ModelKind::file);
  EXPECT_EQ(options.model.file, "a \"b\".hdf5");
  EXPECT_EQ(options.model.n, 1000);
  EXPECT_EQ(options.integrator.steps, StepRule::fixed);
  EXPECT_EQ(options.integrator.fixed_step, 0.25);
  EXPECT_EQ(options.engine.precision, Precision::two_float);
  EXPECT_EQ(from_file(""), Options{});
  EXPECT_EQ(from_file("\xef\xbb\xbfmodel.file = 'ä' # ö...\r\n").model.file, "ä");
  EXPECT_EQ(from_file("model.file = 'a\\\\b\"ä'").model.file, "a\\\\b\"ä");
  EXPECT_EQ(from_file("model = { n = 3, file = \"\\\"ü\" }").model.file, "\"ü");
}

TEST(ReadOptions, ComplainsInOneLineThatHelps) {
  EXPECT_EQ(complaint_about_file("[integrator]\n\netta = 0.02\n"),
            "run.toml:3: integrator.etta is not an option; did you mean integrator.eta?");
  EXPECT_EQ(complaint_about_file("[integrator]\neta = -1\n"),
            "run.toml:2: integrator.eta = -1 is not > 0; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, "
            "0.025 for leapfrog)");
  EXPECT_EQ(complaint_about_file("integrator.eta = 1.5"),
            "run.toml:1: integrator.eta = 1.5 is not <= 1; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, "
            "0.025 for leapfrog)");
  EXPECT_EQ(complaint_about_file("integrator.eta = 'a'"),
            "run.toml:1: integrator.eta = \"a\" is not a number; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for "
            "hermite6, 0.025 for leapfrog)");
  EXPECT_EQ(complaint_about_file("integrator.eta = nan"),
            "run.toml:1: integrator.eta = nan is not finite; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, "
            "0.025 for leapfrog)");
  EXPECT_EQ(complaint_about_file("run.end_time = inf"), "run.toml:1: run.end_time = inf is not finite; typical is 10");
  EXPECT_EQ(complaint_about_file("integrator.eta = [1]"),
            "run.toml:1: integrator.eta is a list; it should be a real, as in integrator.eta = 0.02");
  EXPECT_EQ(complaint_about_file("[integrator.eta]"),
            "run.toml:1: integrator.eta is a table; it should be a real, as in integrator.eta = 0.02");
  EXPECT_EQ(complaint_about_file("model.n = 1979-05-27"),
            "run.toml:1: model.n is a date or a time; it should be an integer, as in model.n = 1024");
  EXPECT_EQ(complaint_about_file("model.n = 10.5"),
            "run.toml:1: model.n = 10.5 is not a whole number; typical is 1024");
  EXPECT_EQ(complaint_about_file("model.n = 0"), "run.toml:1: model.n = 0 is not >= 1; typical is 1024");
  EXPECT_EQ(complaint_about_file("model.kind = 'ring'"),
            "run.toml:1: model.kind = ring is not known; one of plummer, king, uniform, eff, fractal, hernquist, nfw, "
            "m31, file");
  EXPECT_EQ(complaint_about_file("model.kind = 3"),
            "run.toml:1: model.kind = 3 is not text in quotes; one of plummer, king, uniform, eff, fractal, hernquist, "
            "nfw, m31, file");
  EXPECT_EQ(complaint_about_file("output.snapshot_interval = -1"),
            "run.toml:1: output.snapshot_interval = -1 is not 0 or >= 1e-09; typical is 1");
  EXPECT_EQ(complaint_about_file("model = 3"),
            "run.toml:1: model is a group of options; write model.name, and see `tucana options` for the names");
  EXPECT_EQ(complaint_about_file("[integrtor]\neta = 1"),
            "run.toml:2: integrtor.eta is not an option; did you mean integrator.eta?");
  EXPECT_EQ(complaint_about_file("\n[weather]\nrain = true"),
            "run.toml:3: weather.rain is not an option; `tucana options --all` lists them all");
  EXPECT_EQ(complaint_about_file("[weather]"),
            "run.toml:1: weather is not an option; `tucana options --all` lists them all");
  EXPECT_EQ(complaint_about_file("model.file = \"a\\u0000b\""),
            "run.toml:1: model.file = \"a?b\" holds control characters or bytes that are not UTF-8; typical is "
            "cluster.hdf5");
}

TEST(ReadOptions, TakesListsOfWholeNumbersOrAll) {
  EXPECT_EQ(from_file("engine.devices = [2, 0, 0]").engine.devices, (std::vector<int>{2, 0, 0}));
  EXPECT_EQ(from_file("engine.devices = [\n 1, # one\n]").engine.devices, (std::vector<int>{1}));
  EXPECT_TRUE(from_file("engine.devices = \"all\"").engine.devices.empty());
  const auto about = [](const std::string& text) { return complaint_about_file("\nengine.devices = " + text); };
  const std::string neither = " is neither \"all\" nor a list of whole numbers; typical is [0, 1]";
  EXPECT_EQ(about("[]"), "run.toml:2: engine.devices = []" + neither);
  EXPECT_EQ(about("3"), "run.toml:2: engine.devices = 3" + neither);
  EXPECT_EQ(about("0.5"), "run.toml:2: engine.devices = 0.5" + neither);
  EXPECT_EQ(about("'some'"), "run.toml:2: engine.devices = \"some\"" + neither);
  EXPECT_EQ(about("true"), "run.toml:2: engine.devices = true" + neither);
  for (const char* list : {"[0.5]", "['a']", "[0, [1]]", "[{}]", "[1979-05-27]"}) {
    EXPECT_EQ(about(list), "run.toml:2: engine.devices holds something else than whole numbers; typical is [0, 1]");
  }
  EXPECT_EQ(about("[0, -1]"), "run.toml:2: engine.devices = -1 is not >= 0; typical is [0, 1]");
  EXPECT_EQ(about("[1024]"), "run.toml:2: engine.devices = 1024 is not <= 1023; typical is [0, 1]");
  EXPECT_EQ(about("{}"),
            "run.toml:2: engine.devices is a table; it should be a list of integers, as in engine.devices = \"all\"");
}

TEST(ReadOptions, NamesTheLineOfASyntaxError) {
  EXPECT_EQ(complaint_about_file("[integrator]\neta = 0.1\neta = 0.2\n"), "run.toml:3: eta is given twice");
  EXPECT_EQ(complaint_about_file("\n\neta == 2\n").find("run.toml:3: this is not TOML ("), 0u);
  EXPECT_EQ(complaint_about_file("\n\x89HDF\r\n"),
            "run.toml:2: there are bytes that are not UTF-8 text; is this an options file?");
  EXPECT_EQ(complaint_about_file("ä = 1"), "run.toml:1: only text in quotes may have letters beyond ASCII");
  EXPECT_EQ(complaint_about_file("a.b = \"\"\"x\"\"\""),
            "run.toml:1: text over several lines is of no use; quote it once");
  EXPECT_EQ(complaint_about_file("[model]\nfile =0\"ä\"").find("run.toml:2: this is not TOML"), 0u);
  EXPECT_EQ(complaint_about_file("a = \"never\nended").find("run.toml:"), 0u);
}

TEST(ReadOptions, ABadFileChangesNothing) {
  Options options;
  EXPECT_THROW(read_options_text(options, "model.n = 5\nrun.threads = -2\n", "run.toml"), InputError);
  EXPECT_EQ(options, Options{});
}

TEST(ReadOptions, DeepKeysDoNotExhaustTheStack) {
  std::string deep = "a";
  for (int i = 0; i < 300'000; ++i) deep += ".a";
  EXPECT_EQ(complaint_about_file(deep + " = 1"),
            "run.toml:1: there are too many names in names; is this an options file?");
  EXPECT_NE(complaint_about_file(deep.substr(0, 8001) + " = 1"), "");
  EXPECT_NE(complaint_about_file("model.n = " + std::string(100'000, '[')), "");
}

TEST(ReadOptions, ReportsFilesThatCannotBeRead) {
  Options options;
  EXPECT_EQ(complaint([&] { read_options_file(options, "/nowhere/run.toml"); }),
            "/nowhere/run.toml: No such file or directory");
  EXPECT_EQ(complaint([&] { read_options_file(options, "/"); }), "/: is a folder, not an options file");
  const std::string path = testing::TempDir() + "tucana_options_large.toml";
  std::ofstream(path) << std::string((1 << 20) + 1, '#');
  EXPECT_EQ(complaint([&] { read_options_file(options, path); }),
            path + ": is longer than 1 MB; this is not an options file");
  std::ofstream(path) << "run.end_time = 3\nmodel.m = 3\n";
  EXPECT_EQ(complaint([&] { read_options_file(options, path); }),
            path + ":2: model.m is not an option; did you mean model.n?");
}

TEST(SetOption, TakesListsWithAndWithoutBrackets) {
  const auto devices = [](const char* setting) {
    Options options;
    options.engine.devices = {9};
    set_option(options, setting);
    return options.engine.devices;
  };
  using List = std::vector<int>;
  EXPECT_EQ(devices("engine.devices=0"), List{0});
  EXPECT_EQ(devices("engine.devices=0,1,1"), (List{0, 1, 1}));
  EXPECT_EQ(devices("engine.devices=[ 2 , 3 ]"), (List{2, 3}));
  EXPECT_EQ(devices("engine.devices=all"), List{});
  EXPECT_EQ(devices("engine.devices=\"all\""), List{});
  for (const char* bad : {"", "[]", "[0", "0,", "0,,1", "a", "[0.5]", "[\"a\"]", "99999999999999999999"}) {
    const std::string setting = std::string("engine.devices=") + bad;
    EXPECT_EQ(complaint_about_setting(setting).find("--set " + setting + ": engine.devices = "), 0u) << bad;
  }
}

TEST(SetOption, NeedsNoQuotes) {
  Options options;
  for (const char* setting : {"model.kind=file", "model.file=a=b c.hdf5", "model.n=+1e3", "integrator.eta=1e-2",
                              "gravity.softening=-0.0", "engine.simd=\"AVX2\""}) {
    set_option(options, setting);
  }
  EXPECT_EQ(options.model.kind, ModelKind::file);
  EXPECT_EQ(options.model.file, "a=b c.hdf5");
  EXPECT_EQ(options.model.n, 1000);
  EXPECT_EQ(options.integrator.eta, 0.01);
  EXPECT_FALSE(std::signbit(options.gravity.softening));
  EXPECT_EQ(options.engine.simd, "AVX2");
}

TEST(SetOption, ComplainsWithTheSetting) {
  EXPECT_EQ(complaint_about_setting("integrator.eta=-1"),
            "--set integrator.eta=-1: integrator.eta = -1 is not > 0; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for "
            "hermite6, 0.025 for "
            "leapfrog)");
  EXPECT_EQ(complaint_about_setting("integrator.eta=0"),
            "--set integrator.eta=0: integrator.eta = 0 is not > 0; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for "
            "hermite6, 0.025 for leapfrog)");
  EXPECT_EQ(complaint_about_setting("integrator.eta=1"), "");
  EXPECT_EQ(complaint_about_setting("run.end_time=0"), "");
  EXPECT_EQ(complaint_about_setting("run.end_time=-4e9"), "");
  EXPECT_EQ(complaint_about_setting("output.snapshot_interval=0"), "");
  EXPECT_NE(complaint_about_setting("output.interval=0"), "");
  EXPECT_EQ(complaint_about_setting("eta=1"),
            "--set eta=1: eta is not an option; did you mean integrator.eta or fewbody.eta?");
  EXPECT_EQ(complaint_about_setting("kind=cpu"),
            "--set kind=cpu: kind is not an option; did you mean model.kind or engine.kind or integrator.kind "
            "or fewbody.kind or field.kind or escapers.kind or stellar.kind?");
  EXPECT_EQ(complaint_about_setting("run.eta=1"),
            "--set run.eta=1: run.eta is not an option; did you mean integrator.eta or fewbody.eta?");
  EXPECT_EQ(complaint_about_setting("integrator.eta"),
            "--set integrator.eta: is not key=value, as in --set integrator.eta=0.01");
  EXPECT_EQ(complaint_about_setting("model.n=12x"),
            "--set model.n=12x: model.n = 12x is not a whole number; typical is 1024");
  EXPECT_EQ(complaint_about_setting("model.n="), "--set model.n=: model.n =  is not a whole number; typical is 1024");
  EXPECT_NE(complaint_about_setting("model.n=99999999999999999999"), "");
  EXPECT_NE(complaint_about_setting("model.n=nan"), "");
  EXPECT_NE(complaint_about_setting("integrator.eta=nan"), "");
  EXPECT_NE(complaint_about_setting("run.end_time=1e999"), "");
  EXPECT_NE(complaint_about_setting("run.end_time=5e9"), "");
  EXPECT_NE(complaint_about_setting("model.file=a\xff"), "");
}

TEST(OptionValue, BooleansAndOpenUpperEnds) {
  OptionEntry flag;
  flag.name = "a.flag";
  flag.type = OptionType::boolean;
  EXPECT_EQ(parse_value(flag, "true", "here"), OptionValue(true));
  EXPECT_EQ(complaint([&] { parse_value(flag, "yes", "here"); }), "here: a.flag = yes is neither true nor false");
  EXPECT_EQ(complaint([&] { checked_value(flag, std::int64_t{1}, "here"); }),
            "here: a.flag = 1 is neither true nor false");
  OptionEntry fraction;
  fraction.name = "a.fraction";
  fraction.type = OptionType::real;
  fraction.range = {.low = 0, .high = 1, .high_open = true};
  EXPECT_EQ(range_text(fraction), ">= 0, < 1");
  EXPECT_EQ(complaint([&] { parse_value(fraction, "1", "here"); }), "here: a.fraction = 1 is not < 1");
  EXPECT_EQ(std::get<double>(parse_value(fraction, "0.5", "here")), 0.5);
}

TEST(CheckTogether, FileAndKindBelongTogether) {
  const std::array no_name{std::string("model.kind=file")};
  EXPECT_EQ(complaint([&] { resolve_options({}, no_name); }),
            "model.kind = file needs model.file: name the snapshot or table to start from");
  const std::array no_kind{std::string("model.file=a.hdf5")};
  EXPECT_EQ(complaint([&] { resolve_options({}, no_kind); }),
            "model.file = a.hdf5 is given but model.kind is plummer; set model.kind = file, or leave model.file out");
}

TEST(ResolveOptions, SettingsWinOverTheFile) {
  const std::string path = testing::TempDir() + "tucana_options_resolve.toml";
  std::ofstream(path) << "model.n = 100\nmodel.seed = 5\n";
  const std::array settings{std::string("model.n=200"), std::string("model.n=300")};
  const Options options = resolve_options(path, settings);
  EXPECT_EQ(options.model.n, 300);
  EXPECT_EQ(options.model.seed, 5);
}

TEST(ChangeAtRestart, AllowsOnlyWhatIsMarked) {
  Options stored;
  stored.model.n = 77;
  const std::array good{std::string("run.end_time=20"), std::string("integrator.eta=0.01"), std::string("model.n=77")};
  const auto changes = differences(stored, change_at_restart(stored, good, {}));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].name, "run.end_time");
  EXPECT_EQ(changes[0].from, "10");
  EXPECT_EQ(changes[0].to, "20");
  const std::array bad{std::string("run.end_time=20"), std::string("model.n=78")};
  const std::string message = complaint([&] { change_at_restart(stored, bad, {}); });
  EXPECT_EQ(message.find("--set model.n=78: model.n (now 77) cannot change at a restart; these can: run.end_time, "),
            0u)
      << message;
  EXPECT_NE(message.find(", integrator.eta"), std::string::npos);
  EXPECT_EQ(message.find("integrator.kind"), std::string::npos);
  EXPECT_EQ(message.find("tree.order"), std::string::npos) << "an option for experts";
}

TEST(PlainText, RefusesWhatTomlCannotHold) {
  EXPECT_TRUE(is_plain_text("plain ä€𝄞 \" \\"));
  for (const char* bad : {"\n", "\x7f", "\xff", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3",
                          "\xf8\x88\x80\x80\x80", "\x80", "\xf0\x80\x80\x80"}) {
    EXPECT_FALSE(is_plain_text(bad)) << for_message(bad);
  }
  EXPECT_EQ(for_message("a\nb\xff"), "a?b?");
  EXPECT_EQ(for_message(std::string(200, 'x')), std::string(100, 'x') + "...");
}

TEST(NearestName, FindsTypingErrorsOnly) {
  const std::vector<std::string> names{"run", "init", "info", "options"};
  EXPECT_EQ(nearest_name("rnu", names), "run");
  EXPECT_EQ(nearest_name("optoins", names), "options");
  EXPECT_EQ(nearest_name("inf", names), "info");
  EXPECT_EQ(nearest_name("weather", names), "");
  EXPECT_EQ(nearest_name("", names), "");
}

}  // namespace
}  // namespace tucana
