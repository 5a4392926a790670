#include "tucana/parallel/heartbeat.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "tucana/core/stopwatch.h"
#include "tucana/parallel/rank_sockets.h"

namespace tucana {
namespace {

constexpr char alive = 'a', leaving = 'l', ending = 'e';
/// Beats in a timeout, but one a second at least: the end of a connection is noticed at once anyway.
constexpr double beats_per_timeout = 5;

/// False where the connection is gone. A full buffer is no news: somebody does not read, and is silent too.
bool say(const FileDescriptor& socket, char what) {
  return ::send(socket.get(), &what, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1 || errno == EAGAIN || errno == EINTR;
}

void leave(const FileDescriptor& socket) {
  say(socket, leaving);
  ::shutdown(socket.get(), SHUT_WR);
}

}  // namespace

Heartbeat::Heartbeat(Communicator& ranks, double timeout, Alarm alarm)
    : ranks_(ranks), timeout_(timeout), alarm_(std::move(alarm)) {
  if (ranks.is_alone() || !(timeout > 0) || !connect_all()) return;
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return;
  wake_read_ = above_standard_streams(FileDescriptor(pipe[0]));
  wake_write_ = above_standard_streams(FileDescriptor(pipe[1]));
  // Signals are for the main thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread([this] { beat(); });
  } catch (const std::system_error&) {  // no thread, no heartbeat
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Heartbeat::~Heartbeat() {
  if (!thread_.joinable()) return;
  wake_write_.close();
  thread_.join();
}

void Heartbeat::announce_end() const {
  for (const Peer& peer : peers_) say(peer.socket, leaving);
}

bool Heartbeat::connect_all() {
  RankSockets sockets = connect_ranks(ranks_);
  for (std::size_t k = 0; k < sockets.socket.size(); ++k) {
    if (!sockets.socket[k]) continue;
    Peer peer;
    peer.rank = ranks_.is_first() ? static_cast<int>(k) : 0;
    peer.socket = std::move(sockets.socket[k]);
    peers_.push_back(std::move(peer));
  }
  return !peers_.empty();
}

void Heartbeat::beat() {
  const Stopwatch clock;
  const double interval = std::min(1.0, timeout_ / beats_per_timeout);
  std::vector<pollfd> polls;
  double last_beat = -interval, last_round = 0;
  bool leaves = false;
  const auto is_over = [](const Peer& peer) { return peer.is_closed; };
  while (!(leaves && std::all_of(peers_.begin(), peers_.end(), is_over))) {
    polls.assign(1, {leaves ? -1 : wake_read_.get(), POLLIN, 0});
    for (const Peer& peer : peers_) polls.push_back({peer.is_closed ? -1 : peer.socket.get(), POLLIN, 0});
    ::poll(polls.data(), polls.size(), static_cast<int>(1e3 * interval) + 1);
    const double now = clock.seconds();
    // The batch system may have stopped all ranks for a while: nobody is to blame who had no time to answer.
    if (now - last_round > 3 * interval)
      for (Peer& peer : peers_) peer.last_heard = now;
    last_round = now;
    for (Peer& peer : peers_) listen_to(peer, now);
    if (!leaves && now - last_beat >= interval) {
      last_beat = now;
      for (const Peer& peer : peers_)
        if (!say(peer.socket, alive) && !peer.has_left) raise(peer, "has died");
    }
    if (!leaves && polls[0].revents != 0) {
      leaves = true;
      for (const Peer& peer : peers_) leave(peer.socket);
    }
  }
}

/// A connection that is closed on both sides only when both have said so loses nothing on the way.
void Heartbeat::listen_to(Peer& peer, double now) {
  std::array<char, 64> said{};
  while (!peer.is_closed) {
    const ssize_t count = ::recv(peer.socket.get(), said.data(), said.size(), MSG_DONTWAIT);
    if (count > 0) {
      peer.last_heard = now;
      const auto end = said.begin() + count;
      if (std::find(said.begin(), end, ending) != end) alarm_({});  // who said so has told why
      if (std::find(said.begin(), end, leaving) != end) peer.has_left = true;
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    peer.is_closed = true;
    if (!peer.has_left) raise(peer, "has died");
  }
  if (!peer.has_left && now - peer.last_heard > timeout_)
    raise(peer, fmt::format("has not answered for {:.3g} s (run.rank_timeout)", now - peer.last_heard));
}

/// All other ranks notice the loss of rank 0; one of them tells.
void Heartbeat::raise(const Peer& peer, const std::string& what) {
  const bool tells = ranks_.is_first() || ranks_.rank() == 1;
  for (const Peer& other : peers_)
    if (!other.is_closed) say(other.socket, ending);
  alarm_(tells ? fmt::format("{} {}", rank_name(ranks_, peer.rank), what) : std::string());
}

}  // namespace tucana
