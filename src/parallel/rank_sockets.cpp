#include "tucana/parallel/rank_sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "tucana/core/stopwatch.h"

namespace tucana {
namespace {

/// A machine may have several networks, some of which others cannot reach; all are tried.
constexpr std::size_t most_addresses = 16;
constexpr double seconds_to_connect = 2, seconds_for_all = 20;

/// What rank 0 tells the others by MPI. The key keeps strangers out who find the port.
struct Invitation {
  std::uint64_t key = 0;
  std::uint32_t count = 0;
  std::uint16_t port = 0;
  std::array<in_addr_t, most_addresses> address{};
};

struct Greeting {
  std::uint64_t key = 0;
  std::int32_t rank = 0;
  std::int32_t unused = 0;
};

/// Loopback last: it is right on one machine only.
void list_addresses(Invitation& invitation) {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return;
  for (const bool loopback : {false, true}) {
    for (const ifaddrs* one = all; one != nullptr && invitation.count < most_addresses; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
      sockaddr_in address{};
      std::memcpy(&address, one->ifa_addr, sizeof(address));
      const bool is_loopback = (ntohl(address.sin_addr.s_addr) >> 24) == 127;
      if (is_loopback == loopback) invitation.address[invitation.count++] = address.sin_addr.s_addr;
    }
  }
  ::freeifaddrs(all);
}

FileDescriptor new_socket() {
  return above_standard_streams(FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)));
}

FileDescriptor listen_anywhere(Invitation& invitation) {
  FileDescriptor listener = new_socket();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t length = sizeof(address);
  if (!listener || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::listen(listener.get(), SOMAXCONN) != 0 ||
      ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
    return {};
  invitation.port = address.sin_port;
  if (::getrandom(&invitation.key, sizeof(invitation.key), 0) != sizeof(invitation.key)) return {};
  list_addresses(invitation);
  return listener;
}

bool wait_until(int descriptor, short what, double seconds) {
  pollfd poll{descriptor, what, 0};
  return ::poll(&poll, 1, static_cast<int>(1e3 * seconds)) > 0 && (poll.revents & what) != 0;
}

FileDescriptor connect_to(in_addr_t where, std::uint16_t port) {
  FileDescriptor socket = new_socket();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = port;
  address.sin_addr.s_addr = where;
  if (!socket) return {};
  if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    if (errno != EINPROGRESS || !wait_until(socket.get(), POLLOUT, seconds_to_connect)) return {};
    int error = 0;
    socklen_t length = sizeof(error);
    if (::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error != 0) return {};
  }
  return socket;
}

/// A stranger may answer under an address that is local to another machine: only rank 0 knows the key to send back.
FileDescriptor greet(const Invitation& invitation, int rank) {
  for (std::uint32_t k = 0; k < invitation.count; ++k) {
    FileDescriptor socket = connect_to(invitation.address[k], invitation.port);
    if (!socket) continue;
    const Greeting greeting{invitation.key, rank, 0};
    if (::send(socket.get(), &greeting, sizeof(greeting), MSG_NOSIGNAL) != sizeof(greeting)) continue;
    std::uint64_t answer = 0;
    if (!wait_until(socket.get(), POLLIN, seconds_to_connect) ||
        ::recv(socket.get(), &answer, sizeof(answer), 0) != sizeof(answer) || answer != ~invitation.key)
      continue;
    return socket;
  }
  return {};
}

bool welcome_all(const FileDescriptor& listener, const Invitation& invitation, std::vector<FileDescriptor>& socket) {
  const Stopwatch watch;
  for (std::size_t missing = socket.size() - 1; missing > 0;) {
    const double left = seconds_for_all - watch.seconds();
    if (left <= 0 || !wait_until(listener.get(), POLLIN, left)) return false;
    FileDescriptor guest = above_standard_streams(
        FileDescriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)));
    Greeting greeting;
    if (!guest || !wait_until(guest.get(), POLLIN, seconds_to_connect) ||
        ::recv(guest.get(), &greeting, sizeof(greeting), 0) != sizeof(greeting) || greeting.key != invitation.key ||
        greeting.rank < 1 || static_cast<std::size_t>(greeting.rank) >= socket.size())
      continue;
    FileDescriptor& place = socket[static_cast<std::size_t>(greeting.rank)];
    const std::uint64_t answer = ~invitation.key;
    if (place || ::send(guest.get(), &answer, sizeof(answer), MSG_NOSIGNAL) != sizeof(answer)) continue;
    place = std::move(guest);
    --missing;
  }
  return true;
}

}  // namespace

RankSockets connect_ranks(Communicator& ranks) {
  Invitation invitation;
  FileDescriptor listener;
  if (ranks.is_first()) listener = listen_anywhere(invitation);
  invitation = ranks.decide([&] { return invitation; });
  RankSockets sockets;
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<std::uint8_t> has_all(size);
  std::uint8_t& own = has_all[static_cast<std::size_t>(ranks.rank())];
  if (ranks.is_first()) {
    sockets.socket.resize(size);
    own = listener && welcome_all(listener, invitation, sockets.socket) ? 1 : 0;
  } else {
    sockets.socket.push_back(greet(invitation, ranks.rank()));
    own = sockets.socket.front() ? 1 : 0;
  }
  std::vector<std::size_t> first(size + 1);
  for (std::size_t r = 0; r <= size; ++r) first[r] = r;
  ranks.gather(std::as_writable_bytes(std::span(has_all)), first);
  for (const std::uint8_t one : has_all)
    if (one == 0) return {};
  return sockets;
}

}  // namespace tucana
