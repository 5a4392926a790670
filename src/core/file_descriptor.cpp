#include "tucana/core/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "tucana/core/fault_point.h"

namespace tucana {
namespace {

/// Pieces, so that a fault injected on the way leaves a torn file as a real one would.
constexpr std::size_t piece = std::size_t{1} << 20;

}  // namespace

int FileDescriptor::close() noexcept {
  if (descriptor_ < 0) return 0;
  // Linux frees the descriptor also when close is interrupted: never again.
  const int result = ::close(std::exchange(descriptor_, -1));
  return result != 0 && errno != EINTR ? errno : 0;
}

FileDescriptor above_standard_streams(FileDescriptor file) {
  if (!file || file.get() > STDERR_FILENO) return file;
  FileDescriptor above(::fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  const int error = errno;
  file.close();
  errno = error;
  return above;
}

FileDescriptor open_file(const std::filesystem::path& path, int flags, unsigned mode) {
  if (const int error = fault_point("open"); error != 0) {
    errno = error;
    return {};
  }
  return above_standard_streams(FileDescriptor(::open(path.c_str(), flags | O_CLOEXEC, mode)));
}

void occupy_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // In ascending order, so that open() returns this very one. The wrong way round: a read of standard input and a
    // write to the others fail as they did.
    static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (const int error = fault_point("write"); error != 0) return error;
    const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), piece));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

int read_all(int descriptor, std::span<std::byte> bytes, std::size_t& have) {
  have = 0;
  while (have < bytes.size()) {
    if (const int error = fault_point("read"); error != 0) return error;
    const ssize_t got = ::read(descriptor, bytes.data() + have, std::min(bytes.size() - have, piece));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  return 0;
}

}  // namespace tucana
