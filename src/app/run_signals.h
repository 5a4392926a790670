#pragma once

#include "tucana/simulation/run_watcher.h"

namespace tucana::app {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU ask the run of this program to stop, SIGUSR1 and SIGUSR2 ask for a
/// checkpoint, and failing writes are errors of a call. What was asked stands in the result, which lives as long as the
/// program.
RunSignals& catch_run_signals();

}  // namespace tucana::app
