// Values with units: what is understood, what they mean, and what is said of the rest.
#include "tucana/simulation/options/quantities.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "tests/simulation/complaint.h"
#include "tucana/core/error.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/model_defaults.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/options/write_options.h"
#include "tucana/simulation/stored_options.h"

namespace tucana {
namespace {

/// 2 pc, 1000 Msun.
constexpr UnitScale scale{2, 1000};

Options with(const std::string& setting) {
  Options options;
  set_option(options, setting);
  convert_quantities(options, scale);
  return options;
}

std::string complaint_about(const std::string& setting) {
  return complaint([&] { with(setting); });
}

TEST(Quantities, AreConvertedByTheScaleOfTheRun) {
  EXPECT_EQ(with("gravity.softening=7.5 pc").gravity.softening, 3.75);
  EXPECT_EQ(with("gravity.softening=8 kpc").gravity.softening, 4000);
  EXPECT_DOUBLE_EQ(with("gravity.softening=206264.80624709636 AU").gravity.softening, 0.5);
  EXPECT_DOUBLE_EQ(with("run.end_time=3 Myr").run.end_time, 3 / scale.time_myr());
  EXPECT_DOUBLE_EQ(with("run.end_time=12 Gyr").run.end_time, 12000 / scale.time_myr());
  EXPECT_DOUBLE_EQ(with("output.interval=365.25 day").output.interval, 1e-6 / scale.time_myr());
  EXPECT_DOUBLE_EQ(with("run.end_time=-2.5e+2kyr").run.end_time, -0.25 / scale.time_myr());
  EXPECT_EQ(with("run.end_time=3").run.end_time, 3) << "a plain number is in units of the run";
}

TEST(Quantities, MayStandInQuotesAndWithoutSpaces) {
  const Options one = with("run.end_time=3 Myr");
  for (const char* setting : {"run.end_time=\"3 Myr\"", "run.end_time=3Myr", "run.end_time= +3  Myr "})
    EXPECT_EQ(with(setting).run.end_time, one.run.end_time) << setting;
  Options read;
  read_options_text(read, "[run]\nend_time = '3 Myr'\n", "run.toml");
  convert_quantities(read, scale);
  EXPECT_EQ(read, one);
}

TEST(Quantities, OfWrongUnitsAreRefusedInALineThatNamesTheRightOnes) {
  EXPECT_EQ(
      complaint_about("run.end_time=3 pc"),
      "--set run.end_time=3 pc: run.end_time = \"3 pc\": pc is not a unit of time; units of time are day, yr, kyr, "
      "Myr, Gyr");
  EXPECT_EQ(
      complaint_about("gravity.softening=3 parsec"),
      "--set gravity.softening=3 parsec: gravity.softening = \"3 parsec\": parsec is not a unit of length; units of "
      "length are km, Rsun, AU, pc, kpc, Mpc");
  EXPECT_EQ(
      complaint_about("run.end_time=soon"),
      "--set run.end_time=soon: run.end_time = \"soon\" is neither a number nor one with a unit; units of time are "
      "day, yr, kyr, Myr, Gyr");
  EXPECT_EQ(
      complaint_about("run.end_time=\"3\""),
      "--set run.end_time=\"3\": run.end_time = \"3\" has no unit; units of time are day, yr, kyr, Myr, Gyr; a number "
      "without quotes is in time units");
  for (const char* bad : {"", "Myr", "nan Myr", "inf Myr", "1e999 Myr", "3 Myr Myr", "3\tMyr", "3 Myr\n"})
    EXPECT_NE(complaint_about(std::string("run.end_time=") + bad).find("units of time are day"), std::string::npos)
        << bad;
  EXPECT_EQ(complaint_about("integrator.eta=3 Myr")
                .find("--set integrator.eta=3 Myr: integrator.eta = 3 Myr is not a number"),
            0u);
  Options options;
  EXPECT_EQ(
      complaint([&] { read_options_text(options, "\noutput.interval = '3 lightyears'", "run.toml"); }),
      "run.toml:2: output.interval = \"3 lightyears\": lightyears is not a unit of time; units of time are day, yr, "
      "kyr, Myr, Gyr");
}

TEST(Quantities, OutOfRangeAreRefusedWhereTheyWereGiven) {
  const std::string said = complaint_about("output.interval=-1 Myr");
  EXPECT_EQ(said.find("--set output.interval=-1 Myr: output.interval = \"-1 Myr\" is -0."), 0u) << said;
  EXPECT_NE(said.find(" time units, which is not >= 1e-09; typical is 0.5"), std::string::npos) << said;
  EXPECT_NE(complaint_about("run.end_time=1e300 Gyr"), "");
  EXPECT_NE(complaint_about("run.end_time=1e308 Gyr").find("finite"), std::string::npos);
}

TEST(Quantities, LaterValuesReplaceEarlierOnes) {
  Options options;
  for (const char* setting : {"run.end_time=3 Myr", "run.end_time=5"}) set_option(options, setting);
  convert_quantities(options, scale);
  EXPECT_EQ(options.run.end_time, 5);
  EXPECT_TRUE(options.written.empty());
  for (const char* setting : {"run.end_time=5", "run.end_time=3 Myr"}) set_option(options, setting);
  convert_quantities(options, scale);
  EXPECT_DOUBLE_EQ(options.run.end_time, 3 / scale.time_myr());
}

TEST(Quantities, StayAsWrittenInUsedTomlBesideTheirNumbers) {
  const Options options = with("gravity.softening=7.5 pc");
  const std::string used = options_as_toml(options);
  EXPECT_NE(used.find("\ngravity.softening = \"7.5 pc\"  # = 3.75 length units; real, in length units"),
            std::string::npos);
  EXPECT_LT(used.find("gravity.softening = "), used.find("# All other options")) << "a choice of the run";
  Options again;
  read_options_text(again, used, "used.toml");
  EXPECT_NE(again.gravity.softening, 3.75) << "not yet converted";
  convert_quantities(again, scale);
  EXPECT_EQ(again, options);
}

TEST(ResolveOptions, ConvertsQuantitiesInTheUnitsOfTheModel) {
  const auto end_time = [](std::vector<std::string> settings) {
    settings.emplace_back("run.end_time=100 Myr");
    return resolve_options({}, settings, model_defaults).run.end_time;
  };
  const UnitScale cluster{1, 500}, galaxy{1000, 1e10}, pair{1, 0.5};
  EXPECT_DOUBLE_EQ(end_time({"model.n=500"}), 100 / cluster.time_myr());
  EXPECT_DOUBLE_EQ((end_time({"units.length_pc=2", "units.mass_msun=1000"})), 100 / scale.time_myr());
  EXPECT_DOUBLE_EQ(end_time({"model.kind=m31"}), 100 / galaxy.time_myr());
  const std::string table = testing::TempDir() + "tucana_quantities.txt";
  std::ofstream(table) << "2 -1 0 0 0 -0.5 0\n2 1 0 0 0 0.5 0\n";
  EXPECT_DOUBLE_EQ((end_time({"model.kind=file", "model.file=" + table})), 100 / pair.time_myr());
}

TEST(ResolveOptions, NeedsTheUnitOfMassForMoreThanLengths) {
  const std::array length{std::string("gravity.softening=0.5 pc"), std::string("units.length_pc=2")};
  EXPECT_EQ(resolve_options({}, length).gravity.softening, 0.25);
  const std::array time{std::string("run.end_time=3 Myr")};
  EXPECT_EQ(complaint([&] { resolve_options({}, time); }),
            "values with units need units.mass_msun here; set it, or give plain numbers");
}

TEST(MassUnitAhead, IsThatOfTheStars) {
  ThreadPool workers(1);
  const auto engine = make_engine({}, workers);
  for (const ModelKind kind : {ModelKind::plummer, ModelKind::king, ModelKind::hernquist, ModelKind::nfw}) {
    Options options;
    options.model.kind = kind;
    options.model.n = 300;
    const double ahead = mass_unit_ahead(options.model);
    EXPECT_NEAR(make_initial_stars(options, *engine, workers).units.mass_msun, ahead, 1e-12 * ahead) << word_of(kind);
  }
}

TEST(StoredOptions, HaveTheNumbersOfTheirRun) {
  const std::array settings{std::string("model.n=300"), std::string("run.end_time=3 Myr"),
                            std::string("integrator.largest_step=0.01 Myr")};
  const Options options = resolve_options({}, settings, model_defaults);
  const Options stored = stored_options(options_as_toml(options), "used.toml");
  EXPECT_EQ(stored, options);
  EXPECT_EQ(stored.run.end_time, options.run.end_time) << "bit for bit";
  const std::array later{std::string("run.end_time=6 Myr")};
  const Options changed = change_at_restart(stored, later, scale_of_run(stored));
  EXPECT_EQ(changed.run.end_time, 2 * options.run.end_time);
  const auto changes = differences(stored, changed);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_NE(changes[0].from.find(" (3 Myr)"), std::string::npos) << changes[0].from;
  EXPECT_NE(changes[0].to.find(" (6 Myr)"), std::string::npos) << changes[0].to;
}

}  // namespace
}  // namespace tucana
