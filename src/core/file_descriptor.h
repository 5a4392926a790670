#pragma once

#include <cstddef>
#include <filesystem>
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

/// open(2), close-on-exec, after the fault point "open". Never returns 0, 1 or 2: in a program whose standard streams
/// are closed, what is printed would otherwise end up in the file. An empty descriptor and errno on failure.
FileDescriptor open_file(const std::filesystem::path& path, int flags, unsigned mode = 0666);

/// The same descriptor, or a duplicate above 2 when it is one of the standard streams; for those that other calls
/// return.
FileDescriptor above_standard_streams(FileDescriptor file);

/// Occupies those of the descriptors 0 to 2 that are closed, such that reading and writing them still fails. For the
/// beginning of main(): libraries that open files by themselves then stay away from them too.
void occupy_standard_streams();

/// Writes all bytes, in pieces, each after the fault point "write". Returns 0 or the errno.
int write_all(int descriptor, std::span<const std::byte> bytes);

/// Fills `bytes`, each piece after the fault point "read"; `have` is how many there were before the end of the file.
/// Returns 0 or the errno.
int read_all(int descriptor, std::span<std::byte> bytes, std::size_t& have);

}  // namespace tucana
