#pragma once

#include <atomic>
#include <thread>

namespace tucana::binding {

/// Who may use a simulation now: one thread of the process that made it, and no callback that would change what is just
/// being computed. All its functions are called with the GIL, which makes them exclusive.
class SessionGate {
 public:
  SessionGate();

  enum class Purpose { look, change };
  /// Throws InputError where it may not be used.
  void enter(Purpose purpose);
  void leave() { --depth_; }
  /// From now on nobody may use it.
  void close() { is_closed_ = true; }
  /// Whether this is the process that made it: another one, made by fork(), has none of its threads.
  bool is_in_own_process() const;

 private:
  unsigned generation_;
  std::thread::id owner_;
  int depth_ = 0;
  bool is_closed_ = false;
};

/// Threads that compute when Python ends would wake up in an interpreter that is gone, which aborts the process. So the
/// end waits for them, and they stop at their next look. Constructed and destroyed with the GIL.
class Computing {
 public:
  Computing() { ++threads_; }
  ~Computing() { --threads_; }
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;

  /// Whether this thread must stop now.
  static bool must_end() { return ending_ && std::this_thread::get_id() != ended_by_; }
  /// Called when Python ends, with the GIL. Returns whether a thread was computing.
  static bool end_all();
  /// After a fork: no thread of before is here.
  static void forget() { threads_ = 0; }

 private:
  static inline std::atomic<int> threads_ = 0;
  static inline std::atomic<bool> ending_ = false;
  static inline std::thread::id ended_by_;
};

/// A stay behind the gate.
class Stay {
 public:
  Stay(SessionGate& gate, SessionGate::Purpose purpose) : gate_(gate) { gate_.enter(purpose); }
  ~Stay() { gate_.leave(); }
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;

 private:
  SessionGate& gate_;
};

}  // namespace tucana::binding
