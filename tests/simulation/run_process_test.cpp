// Processes in whole runs: their files, and what is left of a run that was killed.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/io/io_test.h"
#include "tests/simulation/some_processes.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/run.h"

namespace tucana::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::vector<Json> rows_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<Json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(Json::parse(line));
  return rows;
}

/// The log without what clocks measure.
std::vector<Json> reproducible_rows(const fs::path& path) {
  std::vector<Json> rows = rows_of(path);
  for (Json& row : rows) {
    std::vector<std::string> measured = {"interactions_per_second"};
    for (const auto& [key, value] : row.items())
      if (key.ends_with("_seconds")) measured.push_back(key);
    for (const std::string& key : measured) row.erase(key);
  }
  return rows;
}

Options eventful_options() {
  Options options = default_options(IntegratorKind::ahmad_cohen);
  options.engine.precision = Precision::fp64;
  options.gravity.softening = 0.02;
  options.model.n = 64;
  options.run.threads = 1;
  options.run.end_time = 1.3;
  options.output.interval = 0.1;
  options.output.snapshot_interval = 0.25;
  options.output.checkpoint_interval = 0.3;
  return options;
}

RunStart with(const std::function<void(Simulation&)>& prepare) {
  RunStart start;
  start.prepare = prepare;
  return start;
}

std::unique_ptr<Run> new_run(const Options& options, const fs::path& folder) {
  return Run::create(options, folder, with(add_eventful_life));
}

RunOutcome go(Run& run) {
  RunWatcher watcher;
  RunSignals signals;
  return run.go(watcher, signals);
}

/// Is killed at its k-th row of the log.
class Killer final : public RunWatcher {
 public:
  explicit Killer(int k) : rows_left_(k) {}
  void output(const RunProgress&) override {
    if (--rows_left_ == 0) ::raise(SIGKILL);
  }

 private:
  int rows_left_;
};

/// Behind the removal and a checkpoint, which does not know the latest events.
void run_and_be_killed(const Options& options, const fs::path& folder) {
  Killer killer(9);
  RunSignals signals;
  new_run(options, folder)->go(killer, signals);
}

std::unique_ptr<Run> plain_run(const Options& options, const fs::path& folder) {
  return Run::create(options, folder, {});
}

std::unique_ptr<Run> restarted(const fs::path& folder, const RunStart& start) { return Run::restart(folder, start); }

/// In tests, Run is a function of gtest: the functions above make and restart runs.
class ChangingRun : public IoTest {};

TEST_F(ChangingRun, WritesEventsAndLedger) {
  const RunOutcome outcome = go(*new_run(eventful_options(), folder_));
  EXPECT_EQ(outcome.reason, StopReason::end_time);
  const std::vector<Json> events = rows_of(folder_ / "events.jsonl");
  ASSERT_EQ(events.size(), 12U) << "five winds of two stars, a removal and a birth";
  EXPECT_EQ(events.front().dump().find(R"({"time":0.25,"process":"wind","event":"wind","stars":[3],"mass":0.0140)"), 0U)
      << events.front().dump();
  const std::vector<Json> log = rows_of(folder_ / "log.jsonl");
  EXPECT_EQ(log.front()["energy_ledger"], 0.0);
  EXPECT_EQ(log.front()["n"], 64);
  EXPECT_EQ(log[5]["n"], 63) << "between the removal and the birth";
  const Json& last = log.back();
  const double sum = last["energy_ledger_mass"].get<double>() + last["energy_ledger_removal"].get<double>() +
                     last["energy_ledger_addition"].get<double>();
  EXPECT_GT(std::abs(sum), 1e-3);
  EXPECT_NEAR(last["energy_ledger"].get<double>(), sum, 1e-15);
  EXPECT_NEAR(last["energy"].get<double>() + sum, log.front()["energy"].get<double>(), 1e-4);
  const Json summary = Json::parse(read_text_file(folder_ / "summary.json"));
  EXPECT_EQ(summary["energy_ledger"], last["energy_ledger"]);
  EXPECT_EQ(summary["energy_ledger_by_process"].size(), 3U);
  EXPECT_EQ(summary["n"], 64);
}

TEST_F(ChangingRun, GoesOnAfterAKillToTheSameBits) {
  const fs::path whole = folder_ / "whole", killed = folder_ / "killed";
  go(*new_run(eventful_options(), whole));
  EXPECT_EXIT(run_and_be_killed(eventful_options(), killed), testing::KilledBySignal(SIGKILL), "");
  ASSERT_FALSE(fs::exists(killed / "summary.json"));
  ASSERT_FALSE(read_text_file(killed / "events.jsonl").empty());
  std::ofstream(killed / "events.jsonl", std::ios::app) << "{\"half a li";
  go(*restarted(killed, with(add_eventful_life)));
  EXPECT_EQ(read_text_file(killed / "events.jsonl"), read_text_file(whole / "events.jsonl"));
  EXPECT_EQ(reproducible_rows(killed / "log.jsonl"), reproducible_rows(whole / "log.jsonl"));
  for (int k = 0; k < 6; ++k) {
    const std::string name = "snapshot_000" + std::to_string(k) + ".hdf5";
    ASSERT_TRUE(fs::exists(whole / name));
    EXPECT_EQ(read_text_file(killed / name), read_text_file(whole / name)) << name;
  }
}

TEST_F(ChangingRun, StartsAnewWithoutTheEventsOfARunThatWasKilledBeforeItsFirstCheckpoint) {
  Options without_checkpoints = eventful_options();
  without_checkpoints.output.checkpoint_interval = 0;
  without_checkpoints.output.checkpoint_wall_interval = 0;
  EXPECT_EXIT(run_and_be_killed(without_checkpoints, folder_), testing::KilledBySignal(SIGKILL), "");
  ASSERT_TRUE(fs::exists(folder_ / "events.jsonl"));
  const auto run =
      restarted(folder_, with([](Simulation& simulation) { simulation.add_process(birth(StarId{99}, 0)); }));
  const std::vector<Json> events = rows_of(folder_ / "events.jsonl");
  ASSERT_EQ(events.size(), 1U) << "that of the start, which came before the files were open";
  EXPECT_EQ(events[0]["event"], "born");
  EXPECT_EQ(events[0]["time"], 0.0);
}

TEST_F(ChangingRun, WithoutProcessesHasNoEvents) {
  Options options = eventful_options();
  options.run.end_time = 0.25;
  go(*plain_run(options, folder_));
  EXPECT_FALSE(fs::exists(folder_ / "events.jsonl"));
  EXPECT_EQ(rows_of(folder_ / "log.jsonl").back()["energy_ledger"], 0.0);
}

TEST_F(ChangingRun, SaysWhenItsEventsAreGone) {
  Options options = eventful_options();
  options.run.end_time = 0.5;
  go(*new_run(options, folder_));
  fs::remove(folder_ / "events.jsonl");
  RunStart longer = with(add_eventful_life);
  longer.settings = {"run.end_time=0.75"};
  const auto run = restarted(folder_, longer);
  ASSERT_FALSE(run->notes().empty());
  EXPECT_NE(run->notes().back().find("events.jsonl is gone"), std::string::npos) << run->notes().back();
}

}  // namespace
}  // namespace tucana::test
