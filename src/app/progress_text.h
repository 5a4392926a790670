#pragma once

#include <string>

#include "tucana/simulation/run_watcher.h"

namespace tucana::app {

/// One line of at most `width` columns: bar, time, energy error, steps/s and the time left, as many of them as fit.
/// `began` is the start of this session of the run, from which speed and remaining time are computed.
std::string progress_bar(const RunProgress& began, const RunProgress& now, int width);

/// The table of a run on a pipe: its header, and one line per output.
std::string progress_head(const RunProgress& began);
std::string progress_line(const RunProgress& began, const RunProgress& now);

/// "0.4 s", "42 s", "3:07", "2:03:10", "5 d 3 h".
std::string duration_text(double seconds);

}  // namespace tucana::app
