#include "python/binding/session_gate.h"

#include <nanobind/nanobind.h>
#include <pthread.h>

#include <chrono>

#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

unsigned process_generation = 0;

}  // namespace

SessionGate::SessionGate() {
  static const int watches = pthread_atfork(nullptr, nullptr, [] {
    ++process_generation;
    Computing::forget();
  });
  if (watches != 0) throw FailureError("not enough memory to watch for forks");
  generation_ = process_generation;
}

bool Computing::end_all() {
  using namespace std::chrono_literals;
  if (threads_ <= 0) return false;
  ended_by_ = std::this_thread::get_id();
  ending_ = true;
  const nanobind::gil_scoped_release no_gil;
  // Not for ever: a thread may wait in a callback for what never comes.
  for (int i = 0; i < 1000 && threads_ > 0; ++i) std::this_thread::sleep_for(10ms);
  return true;
}

bool SessionGate::is_in_own_process() const { return generation_ == process_generation; }

void SessionGate::enter(Purpose purpose) {
  if (is_closed_) throw InputError("the simulation is closed");
  if (!is_in_own_process()) {
    throw InputError(
        "this simulation belongs to the process before the fork, whose threads are not here; make one in this process, "
        "or start processes with multiprocessing's method \"spawn\"");
  }
  if (depth_ > 0 && owner_ != std::this_thread::get_id()) {
    throw InputError("another thread is using this simulation; one thread at a time");
  }
  if (depth_ > 0 && purpose == Purpose::change) {
    throw InputError(
        "an observer, process or field cannot advance or change the simulation that calls it; a process returns "
        "changes");
  }
  owner_ = std::this_thread::get_id();
  ++depth_;
}

}  // namespace tucana::binding
