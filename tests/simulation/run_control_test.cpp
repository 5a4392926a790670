#include "tucana/simulation/run_control.h"

#include <gtest/gtest.h>

#include "tests/core/told_decisions.h"

namespace tucana {
namespace {

struct Control : testing::Test {
  Control() {
    options.output.checkpoint_interval = 0.5;
    options.output.checkpoint_wall_interval = 0;
    options.run.wall_limit = 0;
    control.begin(watcher, signals);
  }
  Options options;
  RunFolder folder{"there is no such folder"};
  WallClock wall;
  RunWatcher watcher;
  RunSignals signals;
  RunControl control{options, folder, wall};
};

TEST_F(Control, CheckpointsAreDueUntilTheyAreWritten) {
  EXPECT_TRUE(control.decide(Tick{0}).checkpoint) << "the first one at the start";
  EXPECT_TRUE(control.decide(Tick{0}).checkpoint);
  control.checkpoint_begins();
  control.checkpoint_done(Tick{0});
  EXPECT_FALSE(control.decide(Tick::nearest(0.25)).checkpoint);
  EXPECT_TRUE(control.decide(Tick::nearest(0.5)).checkpoint);
  control.checkpoint_done(Tick::nearest(0.75));
  EXPECT_FALSE(control.decide(Tick::nearest(0.75)).checkpoint);
  EXPECT_TRUE(control.decide(Tick::nearest(1)).checkpoint);
  control.set_next_checkpoint(Tick::never);
  EXPECT_FALSE(control.decide(Tick::nearest(1)).checkpoint);
}

TEST_F(Control, ASignalAsksForOneCheckpoint) {
  control.checkpoint_done(Tick{0});
  signals.checkpoint = true;
  EXPECT_TRUE(control.decide(Tick{1}).checkpoint);
  EXPECT_TRUE(control.decide(Tick{1}).checkpoint) << "not forgotten between outputs";
  control.checkpoint_begins();
  signals.checkpoint = true;  // while it is written
  control.checkpoint_done(Tick{1});
  EXPECT_TRUE(control.decide(Tick{1}).checkpoint) << "the next one";
  control.checkpoint_begins();
  control.checkpoint_done(Tick{1});
  EXPECT_FALSE(control.decide(Tick{1}).checkpoint);
}

TEST_F(Control, SignalsAndTheWallLimitStopARun) {
  EXPECT_FALSE(control.decide(Tick{0}).stop);
  options.run.wall_limit = 1e-9;
  EXPECT_EQ(control.decide(Tick{0}).stop, StopReason::wall_limit);
  signals.stop = 15;
  EXPECT_EQ(control.decide(Tick{0}).stop, StopReason::signal) << "there is less time after a signal";
}

TEST_F(Control, OneProcessDecidesForAll) {
  ToldDecisions told;
  TellingDecider deciding(told);
  ToldDecider following(told);
  RunControl one(options, folder, wall, deciding), other(options, folder, wall, following);
  RunSignals its_signals;
  one.begin(watcher, signals), other.begin(watcher, its_signals);
  one.checkpoint_done(Tick{0}), other.checkpoint_done(Tick{0});
  its_signals.stop = 15, its_signals.checkpoint = true;  // only the process that decides listens
  EXPECT_FALSE(one.decide(Tick{1}).stop);
  const RunDecision none = other.decide(Tick{1});
  EXPECT_FALSE(none.stop || none.checkpoint);
  signals.stop = 2, signals.checkpoint = true;
  one.decide(Tick{2});
  const RunDecision both = other.decide(Tick{2});
  EXPECT_EQ(both.stop, StopReason::signal);
  EXPECT_TRUE(both.checkpoint);
  EXPECT_TRUE(told.empty());
}

}  // namespace
}  // namespace tucana
