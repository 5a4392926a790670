#include "tucana/app/run_signals.h"

#include <csignal>

namespace tucana::app {
namespace {

RunSignals signals;
std::atomic<bool> was_asked_before = false;

void remember(int number) {
  int none = 0;
  signals.stop.compare_exchange_strong(none, number);  // the first one is the reason
}

extern "C" void on_stop_signal(int number) {
  remember(number);
  // The second one means it: no waiting for the block or the checkpoint.
  if (was_asked_before.exchange(true)) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

/// These come more than once without meaning more by it: shell and kernel both tell that a terminal is gone, some after
/// a SIGTERM, and the kernel repeats every second that the limit on processor time is reached.
extern "C" void on_repeated_stop_signal(int number) { remember(number); }
extern "C" void on_checkpoint_signal(int) { signals.checkpoint = true; }

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

bool is_ignored(int number) {
  struct sigaction action {};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

RunSignals& catch_run_signals() {
  // A limit on file sizes and a closed pipe are errors of a call, to be reported or borne, not reasons to die.
  handle(SIGXFSZ, SIG_IGN);
  handle(SIGPIPE, SIG_IGN);
  handle(SIGINT, on_stop_signal);
  handle(SIGTERM, on_stop_signal);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_repeated_stop_signal);  // ignored under nohup
  handle(SIGXCPU, on_repeated_stop_signal);
  handle(SIGUSR1, on_checkpoint_signal);
  handle(SIGUSR2, on_checkpoint_signal);  // mpirun of Open MPI 4.1 passes on this one only
  return signals;
}

}  // namespace tucana::app
