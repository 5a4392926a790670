#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/analysis/cluster_report.h"
#include "tucana/core/communicator.h"
#include "tucana/core/event.h"
#include "tucana/core/frame.h"
#include "tucana/core/process.h"
#include "tucana/integrators/integrator.h"
#include "tucana/simulation/energy_ledger.h"

namespace tucana {

/// What log and summary say beside the stars.
struct RunFigures {
  double time = 0;
  double wall_seconds = 0;
  double output_seconds = 0;
  double energy_error = 0;
  EnergyLedger ledger;
  IntegratorCounts counts;
  std::uint64_t retries = 0;  ///< of intervals, by the guard
  std::optional<StarStep> shortest_step = {};
  std::string shortest_step_reason = {};  ///< in words; "": not known
  PhaseSeconds seconds;
  std::vector<Census> census;
  bool has_neighbours = false;  ///< of a neighbour scheme, which has more to tell
  std::optional<SubsystemCounts> subsystems = {};
  int ranks = 1;
  ExchangeCounts exchange;  ///< of this session
};

/// Of the cluster, and of what has left it.
struct ClusterFigures {
  double time_myr = 0;
  PhasePoint centre;
  double bound_mass = 0, half_mass_radius = 0, jacobi_radius = 0;
  std::uint64_t escapers = 0;
};

/// One line of log.jsonl, without the newline.
std::string log_line(const ClusterReport& report, const ClusterFigures& cluster, const RunFigures& figures);

/// One line of events.jsonl, without the newline.
std::string event_line(double time, std::string_view process, const Event& event);

struct SummaryWords {
  std::string reason;   ///< why the run stopped
  std::string problem;  ///< in one line, when it stopped because something failed
  double start_time = 0, end_time = 0;
  std::size_t n = 0;  ///< at the end
  std::string integrator, engine, version;
  std::vector<std::string> changes;   ///< options changed at restarts
  std::vector<std::string> warnings;  ///< of the last session
};

/// summary.json.
std::string summary_text(const RunFigures& figures, const SummaryWords& words);

}  // namespace tucana
