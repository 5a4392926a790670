#pragma once

#include "tucana/core/stopwatch.h"

namespace tucana {

/// Wall-clock time of a run, including the sessions before a restart.
struct WallClock {
  double before = 0;  ///< of earlier sessions
  Stopwatch session;

  double total() const { return before + session.seconds(); }
};

}  // namespace tucana
