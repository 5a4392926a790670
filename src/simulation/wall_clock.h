#pragma once

#include "tucana/core/stopwatch.h"

namespace tucana {

/// Wall time of a run over its restarts.
struct WallClock {
  double before = 0;  ///< of earlier sessions
  Stopwatch session;

  double total() const { return before + session.seconds(); }
};

}  // namespace tucana
