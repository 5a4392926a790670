#pragma once

#include <string>
#include <vector>

#include "tucana/simulation/options/options.h"

namespace tucana::app {

/// What `tucana run ...` asks for, checked as far as words can be.
struct RunRequest {
  Options options;     ///< of a new run: defaults, file and settings resolved
  std::string folder;  ///< where the results go, or the run to go on with
  bool restart = false;
  std::vector<std::string> settings;  ///< key=value, applied to the stored options at a restart
  bool force = false;
  bool dry_run = false;
  bool quiet = false;
};

/// run_session.cpp. Returns the exit code.
int run(const RunRequest& request);

/// The folder of a run that names none: runs/<name>, or runs/<name>-2, -3, ... when that is taken.
std::string new_run_folder(const std::string& parent, const std::string& name);

}  // namespace tucana::app
