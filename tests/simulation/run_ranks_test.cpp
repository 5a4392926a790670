// Runs that several ranks compute together, which are threads here: their bits and files.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "bench/delaying_ranks.h"
#include "tests/core/thread_ranks.h"
#include "tests/io/io_test.h"
#include "tucana/io/snapshot.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/rank_checks.h"
#include "tucana/simulation/run.h"

namespace tucana::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The log without what clocks measure and without what is about ranks.
std::vector<Json> reproducible_log(const fs::path& folder) {
  std::ifstream file(folder / "log.jsonl");
  std::vector<Json> rows;
  for (std::string line; std::getline(file, line);) {
    const Json whole = Json::parse(line);
    Json row = Json::object();
    for (const auto& [key, value] : whole.items())
      if (!key.ends_with("_seconds") && key != "interactions_per_second" && !key.starts_with("rank")) row[key] = value;
    rows.push_back(row);
  }
  return rows;
}

Options options_of(IntegratorKind kind, GravityMethod method = GravityMethod::direct) {
  Options options = default_options(kind, method);
  options.model.n = 120;
  if (kind != IntegratorKind::hermite4) options.gravity.softening = 0.02;
  options.run.threads = 1;
  options.run.end_time = 0.25;
  options.run.rank_pairs = 1;
  options.output.interval = 0.0625;
  options.output.snapshot_interval = 0.125;
  options.output.checkpoint_interval = 0.125;
  return options;
}

void go(const std::unique_ptr<Run>& run) {
  RunWatcher watcher;
  RunSignals signals;
  EXPECT_EQ(run->go(watcher, signals).reason, StopReason::end_time);
}

class RunRanks : public IoTest {
 protected:
  void run_alone(const Options& options, const std::string& folder) {
    go(Run::create(options, file(folder), RunStart{}));
  }

  /// Returns the messages of rank 0.
  std::uint64_t run_in_ranks(int size, const Options& options, const std::string& folder) {
    std::atomic<int> done = 0;
    std::uint64_t messages = 0;
    ThreadRanks(size).run([&](Communicator& ranks) {
      RunStart start;
      start.ranks = &ranks;
      Options own = options;
      own.run.threads = 2;  // whatever their number
      go(Run::create(own, file(folder), start));
      if (ranks.is_first()) messages = ranks.counts().messages;
      ++done;
    });
    EXPECT_EQ(done, size);
    return messages;
  }

  void expect_same_files(const std::string& one, const std::string& other) {
    EXPECT_EQ(reproducible_log(file(one)), reproducible_log(file(other)));
    int snapshots = 0;
    for (const auto& entry : fs::directory_iterator(file(one))) {
      const std::string name = entry.path().filename().string();
      ASSERT_TRUE(fs::exists(file(other) / name)) << name;
      if (!name.starts_with("snapshot_")) continue;
      ++snapshots;
    }
    EXPECT_EQ(snapshots, 3);
  }

  /// Stars of the last snapshot.
  LoadedStars last_stars(const std::string& folder) { return read_snapshot(file(folder) / "snapshot_0002.hdf5"); }

  void expect_same_stars(const std::string& one, const std::string& other) {
    expect_same_files(one, other);
    EXPECT_TRUE(have_same_bits(last_stars(one), last_stars(other)));
  }

  static bool have_same_bits(const LoadedStars& a, const LoadedStars& b) {
    return a.stars.position == b.stars.position && a.stars.velocity == b.stars.velocity && a.stars.mass == b.stars.mass;
  }
};

TEST_F(RunRanks, GiveTheBitsOfOne) {
  int number = 0;
  for (const auto& options : {options_of(IntegratorKind::hermite4), options_of(IntegratorKind::hermite6),
                              options_of(IntegratorKind::ahmad_cohen), options_of(IntegratorKind::leapfrog)}) {
    const std::string name = "run" + std::to_string(++number);
    run_alone(options, name);
    for (const int size : {2, 3, 4}) {
      const std::string ranked = name + "_" + std::to_string(size);
      EXPECT_GT(run_in_ranks(size, options, ranked), 20) << "work was divided";
      expect_same_stars(name, ranked);
      EXPECT_EQ(Json::parse(read_text_file(file(ranked) / "summary.json"))["ranks"], size);
    }
    EXPECT_EQ(Json::parse(read_text_file(file(name) / "summary.json"))["ranks"], 1);
  }
  EXPECT_FALSE(have_same_bits(last_stars("run1"), last_stars("run2"))) << "a control";
  Options other_seed = options_of(IntegratorKind::hermite4);
  other_seed.model.seed = 2;
  run_in_ranks(2, other_seed, "other_seed");
  EXPECT_FALSE(have_same_bits(last_stars("run1"), last_stars("other_seed"))) << "a control";
}

/// Close pairs, of which those that are perturbed are divided.
TEST_F(RunRanks, GiveTheBitsOfOneWithPairs) {
  for (const auto kind : {IntegratorKind::hermite4, IntegratorKind::ahmad_cohen}) {
    Options options = options_of(kind);
    options.gravity.softening = 0;
    options.model.systems = 100;
    options.model.binary_fraction = 0.3;
    options.model.smallest_axis = 1e-3;
    options.model.largest_axis = 1e-2;
    options.model.shortest_period = 1e-12;
    const std::string name(kind == IntegratorKind::hermite4 ? "hermite4" : "ahmad_cohen");
    run_alone(options, name);
    const auto alone_summary = Json::parse(read_text_file(file(name) / "summary.json"));
    EXPECT_GT(alone_summary["inner_steps"], 1000) << "some are perturbed";
    for (const int size : {2, 3, 4}) {
      const std::string ranked = name + "_" + std::to_string(size);
      run_in_ranks(size, options, ranked);
      expect_same_stars(name, ranked);
      const auto summary = Json::parse(read_text_file(file(ranked) / "summary.json"));
      EXPECT_EQ(summary["ranks"], size);
      EXPECT_EQ(summary["inner_steps"], alone_summary["inner_steps"]);
      EXPECT_GT(summary["subsystem_communication_seconds"], 0) << "subsystems were divided";
    }
    options.model.seed = 2;
    run_in_ranks(2, options, name + "_other_seed");
    EXPECT_FALSE(have_same_bits(last_stars(name), last_stars(name + "_other_seed"))) << "a control";
  }
}

TEST_F(RunRanks, GiveTheBitsOfOneOnTheTree) {
  Options options = options_of(IntegratorKind::leapfrog, GravityMethod::tree);
  options.model.n = 700;
  run_alone(options, "alone");
  for (const int size : {2, 3, 4}) {
    const std::string ranked = "ranks" + std::to_string(size);
    EXPECT_GT(run_in_ranks(size, options, ranked), 4) << "walks were divided";
    expect_same_stars("alone", ranked);
    EXPECT_EQ(Json::parse(read_text_file(file(ranked) / "summary.json"))["ranks"], size);
  }
  options.model.seed = 2;
  run_in_ranks(2, options, "other_seed");
  EXPECT_FALSE(have_same_bits(last_stars("alone"), last_stars("other_seed"))) << "a control";
}

/// Bodies that stay in the memory of devices, each rank having devices of its own; one of four has no leaf.
TEST_F(RunRanks, GiveTheBitsOfOneOnDevices) {
  Options hermite6 = options_of(IntegratorKind::hermite6);
  hermite6.model.n = 600;
  hermite6.integrator.steps = StepRule::fixed;
  hermite6.integrator.fixed_step = 0x1p-5;
  hermite6.engine.kind = "opencl";
  Options extended = hermite6;
  extended.engine.precision = Precision::extended;
  Options tree = options_of(IntegratorKind::leapfrog, GravityMethod::tree);
  tree.model.n = 1500;
  tree.integrator.steps = StepRule::fixed;
  tree.integrator.fixed_step = 0x1p-5;
  tree.engine.kind = "opencl";
  Options many_devices = tree;
  many_devices.engine.devices = {0, 0, 0};  // one rank has two, the other one
  int number = 0;
  for (const auto& [options, sizes] : {std::pair{hermite6, std::vector{2, 4}}, std::pair{extended, std::vector{3}},
                                       std::pair{tree, std::vector{2, 3}}, std::pair{many_devices, std::vector{2}}}) {
    const std::string name = "run" + std::to_string(++number);
    run_alone(options, name);
    for (const int size : sizes) {
      const std::string ranked = name + "_" + std::to_string(size);
      run_in_ranks(size, options, ranked);
      expect_same_stars(name, ranked);
      const auto summary = Json::parse(read_text_file(file(ranked) / "summary.json"));
      EXPECT_EQ(summary["ranks"], size);
      EXPECT_GT(summary["force_communication_seconds"], 0) << "forces were divided";
    }
  }
  Options other_seed = hermite6;
  other_seed.model.seed = 2;
  run_in_ranks(2, other_seed, "other_seed");
  EXPECT_FALSE(have_same_bits(last_stars("run1"), last_stars("other_seed"))) << "a control";
}

/// As between hosts. What is worth dividing is measured, and differs from delay to delay; bits do not.
TEST_F(RunRanks, GiveTheBitsOfOneOverASlowNetwork) {
  Options options = options_of(IntegratorKind::ahmad_cohen);
  options.run.rank_pairs = 0;
  run_alone(options, "alone");
  for (const double delay : {0.0, 50e-6, 1e-3}) {
    const std::string folder = "delay" + std::to_string(1e6 * delay);
    std::atomic<int> done = 0;
    ThreadRanks(2).run([&](Communicator& fast) {
      bench::DelayingRanks ranks(fast, delay);
      RunStart start;
      start.ranks = &ranks;
      go(Run::create(options, file(folder), start));
      ++done;
    });
    EXPECT_EQ(done, 2);
    expect_same_stars("alone", folder);
    EXPECT_EQ(Json::parse(read_text_file(file(folder) / "summary.json"))["ranks"], 2);
  }
}

TEST_F(RunRanks, RestartOnAnotherNumber) {
  Options options = options_of(IntegratorKind::ahmad_cohen);
  run_alone(options, "whole");
  options.run.end_time = 0.125;
  run_in_ranks(2, options, "parts");
  ThreadRanks(3).run([&](Communicator& ranks) {
    RunStart start;
    start.ranks = &ranks;
    start.settings = {"run.end_time=0.25"};
    go(Run::restart(file("parts"), start));
  });
  EXPECT_TRUE(have_same_bits(last_stars("whole"), last_stars("parts")));
  EXPECT_EQ(Json::parse(read_text_file(file("parts") / "summary.json"))["ranks"], 3);
}

TEST_F(RunRanks, OneWrites) {
  const Options options = options_of(IntegratorKind::hermite4);
  ThreadRanks(2).run([&](Communicator& ranks) {
    RunStart start;
    start.ranks = &ranks;
    go(Run::create(options, file("of_rank_" + std::to_string(ranks.rank())), start));
  });
  EXPECT_TRUE(fs::exists(file("of_rank_0")));
  EXPECT_FALSE(fs::exists(file("of_rank_1")));
}

TEST_F(RunRanks, WithOtherOptionsAreRefused) {
  std::atomic<int> refused = 0;
  ThreadRanks(3).run([&](Communicator& ranks) {
    Options options = options_of(IntegratorKind::hermite4);
    if (ranks.rank() == 2) options.model.seed = 7;  // one option more that is not at its default
    RunStart start;
    start.ranks = &ranks;
    try {
      Run::create(options, file("mixed"), start);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what())
                    .find("rank 2 on host2 has other options than rank 0: [model.seed = 7] where "
                          "that has [model.seed = 1]"),
                std::string::npos)
          << error.what();
      ++refused;
    }
  });
  EXPECT_EQ(refused, 3);
  EXPECT_FALSE(fs::exists(file("mixed"))) << "nothing is left behind";
}

/// What a program compares at its start beside the options.
TEST_F(RunRanks, OfAnotherBuildOrArithmeticAreRefused) {
  for (const auto& [what, own, other] : {std::array{"build", "tucana 0.1.0, gcc 12.2", "tucana 0.2.0, gcc 12.2"},
                                         std::array{"arithmetic", "cpu fp64 AVX-512", "cpu fp64 AVX2"}}) {
    std::atomic<int> refused = 0;
    ThreadRanks(3).run([&, what = what, own = own, other = other](Communicator& ranks) {
      EXPECT_NO_THROW(expect_same_in_ranks(ranks, what, own));
      try {
        expect_same_in_ranks(ranks, what, ranks.rank() == 1 ? other : own);
      } catch (const InputError& error) {
        const std::string wanted = std::string("rank 1 on host1 has other ") + what + " than rank 0: [" + other +
                                   "] where that has [" + own + "]";
        EXPECT_NE(std::string(error.what()).find(wanted), std::string::npos) << error.what();
        ++refused;
      }
    });
    EXPECT_EQ(refused, 3);
  }
}

TEST_F(RunRanks, InAnotherStateAreNoticed) {
  std::atomic<int> noticed = 0;
  ThreadRanks(2).run([&](Communicator& ranks) {
    Options options = options_of(IntegratorKind::hermite4);
    Simulation simulation(options);
    simulation.start();
    expect_same_state(ranks, simulation);
    if (ranks.rank() == 1) {
      const StarId star = simulation.stars_at(Tick{0})->id[5];
      ChangeSet push;
      push.kicks.push_back({star, {0x1p-40, 0, 0}});
      simulation.apply(push, "push");
    }
    try {
      expect_same_state(ranks, simulation);
    } catch (const FailureError& error) {
      EXPECT_EQ(std::string(error.what()).find("rank 1 on host1 has come to another state"), 0) << error.what();
      ++noticed;
    }
  });
  EXPECT_EQ(noticed, 2);
}

}  // namespace
}  // namespace tucana::test
