#pragma once

#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"

namespace tucana::app {

/// The request of `tucana run ...`, checked as far as possible without starting it.
struct RunRequest {
  Options options;     ///< of a new run: defaults, file and settings resolved
  std::string folder;  ///< where the results go, or the run to continue
  bool restart = false;
  std::vector<std::string> settings;  ///< key=value, applied to the stored options at a restart
  bool force = false;
  bool dry_run = false;
  bool quiet = false;
};

/// run_session.cpp. Returns the exit code.
int run(const RunRequest& request);

/// The folder of a run without --out: runs/<name>, or runs/<name>-2, -3, ... if that is taken.
std::string new_run_folder(const std::string& parent, const std::string& name);

}  // namespace tucana::app
