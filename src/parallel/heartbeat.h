#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/file_descriptor.h"

namespace tucana {

/// Notices that a rank has died or hangs (a stopped process, a machine that swaps or is gone), which MPI does not tell:
/// the others would wait for its message for ever. A thread of each rank sends a byte to rank 0 now and then and gets
/// one from there, over TCP connections of its own, so that the main thread may compute or write for as long as it
/// likes.
class Heartbeat {
 public:
  /// Called in the thread of the heartbeat, once, with a line that names the rank and its host; should end the process,
  /// since the main thread may wait inside MPI. Empty where another rank tells the same.
  using Alarm = std::function<void(const std::string& message)>;

  /// All ranks together. A rank that is silent for `timeout` seconds hangs; 0: no heartbeat. `ranks` must outlive it.
  Heartbeat(Communicator& ranks, double timeout, Alarm alarm);
  /// Ends in peace: others are not alarmed when this rank leaves.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// False where the ranks cannot reach each other, or none was asked for.
  bool is_beating() const { return thread_.joinable(); }
  /// This rank is about to end all of them and tells why: nobody else needs to.
  void announce_end() const;

 private:
  struct Peer {
    int rank = 0;
    FileDescriptor socket;
    double last_heard = 0;
    bool has_left = false;  ///< has said so, and says nothing more
    bool is_closed = false;
  };

  bool connect_all();
  void beat();
  void listen_to(Peer& peer, double now);
  void raise(const Peer& peer, const std::string& what);

  Communicator& ranks_;
  double timeout_;
  Alarm alarm_;
  std::vector<Peer> peers_;
  FileDescriptor wake_read_, wake_write_;
  std::thread thread_;
};

}  // namespace tucana
