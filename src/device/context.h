#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/device/device_info.h"

namespace tucana::device {

/// A device that does not do what it should: out of memory, a kernel that does not compile (with the compiler's
/// words), a device that has vanished. One line first; a build log may follow.
class DeviceError : public FailureError {
 public:
  using FailureError::FailureError;
};

/// Memory of a device.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes);
  virtual ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
};

/// Of all buffers of the process, now and at most so far.
struct BufferMemory {
  std::size_t now = 0, peak = 0;
};
BufferMemory buffer_memory();

/// What the compiler says about a kernel, where it says something (CUDA); -1 where it does not.
struct KernelFacts {
  int registers = -1;
  int spilled_bytes = -1;
  int local_bytes = -1;    ///< local (shared) memory per group
  int largest_group = -1;  ///< largest number of work-items in a group
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual KernelFacts facts() const = 0;
};

class Program {
 public:
  virtual ~Program() = default;
  /// Throws DeviceError when there is no such kernel. The kernel lives as long as the program.
  Kernel& kernel(const std::string& name) {
    auto& kernel = kernels_[name];
    if (!kernel) kernel = make_kernel(name);
    return *kernel;
  }
  /// What the compiler said although it succeeded; empty when it found nothing to warn about.
  virtual std::string log() const { return {}; }

 private:
  virtual std::unique_ptr<Kernel> make_kernel(const std::string& name) const = 0;

  std::map<std::string, std::unique_ptr<Kernel>> kernels_;
};

/// A program in the common language of kernels/ (the prelude of the API is put before it).
struct ProgramText {
  std::string name;  ///< for messages
  std::string text;
  std::vector<std::pair<std::string, std::string>> macros;
  /// Further options for the compiler of the device. The library gives none: tests show with them that relaxed
  /// mathematics is noticed.
  std::vector<std::string> compiler_options = {};
};

/// An argument of a kernel: a buffer, or a number passed by value (4 or 8 bytes).
class Argument {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a list of them reads well
  Argument(const Buffer& buffer) : buffer_(&buffer) {}
  template <class T>
  requires(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8)) Argument(T value) : bytes_(sizeof value) {
    std::memcpy(&value_, &value, sizeof value);
  }
  // NOLINTEND(google-explicit-constructor)

  const Buffer* buffer() const { return buffer_; }
  const void* value() const { return &value_; }
  std::size_t bytes() const { return bytes_; }

 private:
  const Buffer* buffer_ = nullptr;
  std::uint64_t value_ = 0;
  std::size_t bytes_ = 0;
};

/// Work-groups in x and y (there at most 65535), each of `group_size` work-items in x.
struct Grid {
  std::size_t groups_x = 1;
  std::size_t groups_y = 1;
  std::size_t group_size = 1;
};

/// One work-item for each of `items`; the last group may have some to spare.
inline Grid grid_over(std::size_t items, std::size_t groups_y = 1) {
  constexpr std::size_t group = 64;
  return {(items + group - 1) / group, groups_y, group};
}

/// A number as kernels have it.
inline std::uint32_t u32(std::size_t n) { return static_cast<std::uint32_t>(n); }

/// What went through a queue since it was made.
struct Traffic {
  std::uint64_t bytes_written = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t launches = 0;
};

/// Commands in the order given, from one thread at a time; all return before they are done. Memory of the host must
/// stay as it is until finish() has returned.
class Queue {
 public:
  virtual ~Queue() = default;
  virtual void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) = 0;
  virtual void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) = 0;
  virtual void copy(const Buffer& from, std::size_t from_offset, Buffer& to, std::size_t to_offset,
                    std::size_t bytes) = 0;
  /// Offset and size must be multiples of four.
  virtual void fill(Buffer& to, std::size_t offset, std::size_t bytes, std::uint32_t word) = 0;
  virtual void launch(Kernel& kernel, const Grid& grid, std::initializer_list<Argument> arguments) = 0;
  /// Sends what is waiting on its way.
  virtual void flush() = 0;
  virtual void finish() = 0;
  virtual Traffic traffic() const = 0;
};

/// One device, or a part of one, ready to work. Opening it runs a self-test of the arithmetic on which two_float and
/// extended depend, and throws DeviceError when the device's compiler breaks it.
class Context {
 public:
  virtual ~Context() = default;
  virtual const DeviceInfo& info() const = 0;
  virtual std::unique_ptr<Buffer> allocate(std::size_t bytes) = 0;
  virtual std::unique_ptr<Program> build(const ProgramText& text) = 0;
  virtual std::unique_ptr<Queue> make_queue() = 0;
};

/// Opens part `part` of `parts` of a device. A CPU device is divided into equal sub-devices if its driver supports it;
/// any other device is opened `parts` times. In either case each context has its own memory and queues.
std::unique_ptr<Context> open_context(const DeviceInfo& device, int part = 0, int parts = 1);

}  // namespace tucana::device
