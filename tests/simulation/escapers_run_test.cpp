// Stars that leave their cluster in whole runs: events, ledger, log, restarts.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "tests/io/io_test.h"
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

/// A cluster that is nearly as large as its Jacobi radius, 1.1.
Options dissolving(EscaperRule rule) {
  Options options = default_options(IntegratorKind::hermite4);
  options.gravity.softening = 0.05;
  options.model.n = 128;
  options.run.threads = 1;
  options.run.end_time = 6;
  options.output.interval = 0.5;
  options.output.snapshot_interval = 0;
  options.output.checkpoint_interval = 1;
  options.field.kind = FieldKind::point_mass;
  options.field.mass = 1e4;
  options.field.orbit_radius = 35;
  options.escapers.kind = rule;
  options.escapers.interval = 0.25;
  options.integrator.largest_step = 0x1p-5;  // of an orbit in 13 units
  return options;
}

void go(Run& run) {
  RunWatcher watcher;
  RunSignals signals;
  run.go(watcher, signals);
}

class EscapersRun : public IoTest {
 protected:
  fs::path made(const char* name, const Options& options) {
    const fs::path folder = folder_ / name;
    go(*Run::create(options, folder, {}));
    return folder;
  }
};

TEST_F(EscapersRun, RemovesThemWithEventsAndALedger) {
  const fs::path folder = made("removed", dissolving(EscaperRule::remove));
  const auto log = rows_of(folder / "log.jsonl"), events = rows_of(folder / "events.jsonl");
  const Json &first = log.front(), &last = log.back();
  EXPECT_LT(first["escapers"].get<int>(), 30) << "a Plummer sphere reaches far out";
  ASSERT_GT(last["escapers"].get<int>(), 30);
  EXPECT_EQ(last["n"].get<std::size_t>() + events.size(), 128u);
  EXPECT_LT(last["bound_mass"].get<double>(), 0.95 * first["bound_mass"].get<double>());
  EXPECT_LT(last["jacobi_radius"].get<double>(), first["jacobi_radius"].get<double>());
  EXPECT_LT(last["half_mass_radius"].get<double>(), last["jacobi_radius"].get<double>());
  EXPECT_GT(std::abs(last["energy_ledger_removal"].get<double>()), 0.02);
  EXPECT_LT(std::abs(last["energy_error"].get<double>()), 5e-6);
  for (const Json& event : events) {
    EXPECT_EQ(event["event"], "escaped");
    EXPECT_EQ(event["process"], "escapers");
    EXPECT_GT(event["distance"].get<double>(), 1.5 * last["jacobi_radius"].get<double>());
    EXPECT_GT(event["energy"].get<double>(), 0);
  }
}

TEST_F(EscapersRun, FollowsThemAndReportsEachOnce) {
  const fs::path folder = made("followed", dissolving(EscaperRule::follow));
  const auto log = rows_of(folder / "log.jsonl"), events = rows_of(folder / "events.jsonl");
  EXPECT_EQ(log.back()["n"], 128);
  std::set<std::int64_t> stars;
  for (const Json& event : events) EXPECT_TRUE(stars.insert(event["stars"][0].get<std::int64_t>()).second);
  EXPECT_GT(stars.size(), 10u);
  EXPECT_GT(log.back()["escapers"].get<std::size_t>(), 10u);
}

TEST_F(EscapersRun, GoesOnAfterARestartAsIfNothingHadHappened) {
  for (const EscaperRule rule : {EscaperRule::remove, EscaperRule::follow}) {
    const fs::path whole = made(rule == EscaperRule::remove ? "whole_r" : "whole_f", dissolving(rule));
    Options half = dissolving(rule);
    half.run.end_time = 3.25;
    const fs::path parts = made(rule == EscaperRule::remove ? "parts_r" : "parts_f", half);
    go(*Run::restart(parts, {.settings = {"run.end_time=6"}}));
    EXPECT_EQ(rows_of(parts / "events.jsonl"), rows_of(whole / "events.jsonl"));
    const Json a = rows_of(whole / "log.jsonl").back(), b = rows_of(parts / "log.jsonl").back();
    for (const char* key : {"energy", "bound_mass", "escapers", "cluster_centre", "n"})
      EXPECT_EQ(a[key], b[key]) << key;
  }
}

}  // namespace
}  // namespace tucana::test
