#include "tucana/io/file_descriptor.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "tucana/core/fault_point.h"

namespace tucana {

int FileDescriptor::close() noexcept {
  if (descriptor_ < 0) return 0;
  // Linux frees the descriptor also when close is interrupted: never again.
  const int result = ::close(std::exchange(descriptor_, -1));
  return result != 0 && errno != EINTR ? errno : 0;
}

int write_all(int descriptor, std::span<const std::byte> bytes) {
  // Pieces, so that a fault injected at a write leaves a torn file as a real one would.
  constexpr std::size_t piece = std::size_t{1} << 20;
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

}  // namespace tucana
