#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tucana {

/// How far a run is. Times are in code units.
struct RunProgress {
  double time = 0;
  double end_time = 0;
  double energy_error = 0;  ///< at the last output
  std::uint64_t steps = 0;
  double wall_seconds = 0;  ///< of this session
  std::size_t n = 0;
  double myr_per_unit = 0;  ///< where times are to be told in Myr; 0: in code units
};

/// Somebody who watches a run: the terminal, a page. All calls come from the running thread.
class RunWatcher {
 public:
  virtual ~RunWatcher() = default;
  /// The run is set up and about to begin or go on.
  virtual void began(const std::string& /*what*/, const RunProgress&) {}
  /// A row was written to the log.
  virtual void output(const RunProgress&) {}
  /// Some tenths of a second have passed.
  virtual void moved(const RunProgress&) {}
  virtual void message(const std::string&) {}
  /// Something that the user should know and can change; the run goes on.
  virtual void warning(const std::string& text) { message("warning: " + text); }
};

/// What signals ask of a run; set by a handler, read between blocks.
struct RunSignals {
  std::atomic<int> stop{0};             ///< the number of the signal that asks to stop
  std::atomic<bool> checkpoint{false};  ///< a checkpoint is asked for
  static_assert(std::atomic<int>::is_always_lock_free, "handlers may only touch lock-free atomics");
};

}  // namespace tucana
