#pragma once

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
