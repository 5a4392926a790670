#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace tucana {

/// Owns a POSIX file descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  /// Returns the errno of close(2), 0 when all is well.
  int close() noexcept;

 private:
  int descriptor_ = -1;
};

/// Writes all bytes, in pieces, each after the fault point "write". Returns 0 or the errno.
int write_all(int descriptor, std::span<const std::byte> bytes);

}  // namespace tucana
