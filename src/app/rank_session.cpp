#include "tucana/app/rank_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "tucana/app/exit_codes.h"
#include "tucana/app/program_main.h"
#include "tucana/core/version.h"
#include "tucana/io/run_folder.h"
#include "tucana/parallel/heartbeat.h"
#include "tucana/parallel/mpi_ranks.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/rank_checks.h"
#include "tucana/simulation/stored_options.h"

namespace tucana::app {
namespace {

/// So long other ranks wait with an error of their own: most are those of rank 0 too, which then tells and ends all.
constexpr std::chrono::seconds patience_with_first{5};

/// Of a new run, or as they are going to be after a restart.
RunOptions run_options(const RunRequest& request) {
  const RunFolder folder(request.folder);
  if (!request.restart || !folder.holds_run()) return request.options.run;
  const Options stored = stored_options_file(folder.used_options().string());
  return change_at_restart(stored, request.settings, scale_of_run(stored)).run;
}

[[noreturn]] void end_all(MpiRanks& ranks, const Heartbeat* heartbeat = nullptr) {
  const Complaint complaint = current_complaint();
  if (!ranks.is_first()) std::this_thread::sleep_for(patience_with_first);
  const std::string who = ranks.is_first() ? "" : rank_name(ranks, ranks.rank()) + ": ";
  print_complaint("tucana", who + complaint.message);
  if (heartbeat != nullptr) heartbeat->announce_end();
  ranks.abort(complaint.exit_code);
  ::_exit(complaint.exit_code);  // should MPI come back
}

/// From another thread, while the main one may be anywhere.
[[noreturn]] void end_after_loss(const std::string& message, const std::string& folder) {
  if (!message.empty()) {
    print_complaint("tucana", fmt::format("{}; go on from the last checkpoint, if there is one, with `tucana run "
                                          "--restart {}` on any number of ranks",
                                          message, folder));
  }
  std::fflush(stderr);
  ::_exit(exit_code::failure);
}

using Work = std::function<RunEnd(const RunRequest&, Communicator&)>;

/// Errors do not leave the scope of the heartbeat, which would wait for the others to leave too.
RunEnd work_or_end_all(const RunRequest& request, MpiRanks& ranks, const Heartbeat& heartbeat, const Work& work) {
  try {
    return work(request, ranks);
  } catch (const std::exception&) {
    end_all(ranks, &heartbeat);
  }
}

RunEnd work_together(RunRequest request, const RunOptions& options, MpiRanks& ranks, const Work& work) {
  double timeout = 0;
  try {
    expect_same_in_ranks(ranks, "build", std::string(build_description()));
    request.folder = ranks.from_first(request.folder);
    timeout = ranks.decide([&] { return options.rank_timeout; });
  } catch (const std::exception&) {
    end_all(ranks);
  }
  const Heartbeat heartbeat(ranks, timeout,
                            [&](const std::string& message) { end_after_loss(message, request.folder); });
  if (!heartbeat.is_beating() && timeout > 0 && ranks.is_first()) {
    fmt::print(stderr, "tucana: warning: the ranks cannot reach each other over TCP: one that hangs is not noticed\n");
  }
  return work_or_end_all(request, ranks, heartbeat, work);
}

}  // namespace

int with_ranks(RunRequest request, const std::function<RunEnd(const RunRequest&, Communicator&)>& work) {
  const RunOptions options = run_options(request);
  bool tells = true;
  RunEnd end;
  if (const auto mpi = options.mpi == MpiUse::off ? nullptr : start_mpi()) {
    end = work_together(std::move(request), options, *mpi, work);
    tells = mpi->is_first();
  } else {
    end = work(request, alone());
  }
  if (!end.problem.empty() && tells) throw ErrorWithCode(end.problem, end.exit_code);
  return end.exit_code;
}

}  // namespace tucana::app
