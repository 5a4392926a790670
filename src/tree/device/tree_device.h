#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include "tucana/device/context.h"
#include "tucana/device/radix_sort.h"
#include "tucana/device/scan.h"

namespace tucana::tree {

/// How a walk is laid out on a device; 0: what suits it. The bits of sums depend on it.
struct WalkLayout {
  std::size_t group = 0;                     ///< work-items of a walk: a power of two
  std::size_t body_list = 0, cell_list = 0;  ///< entries in local memory, at least as many as work-items
  std::size_t stack = 0;                     ///< cells that may wait there, at least least_stack
  static constexpr std::size_t least_stack = 176;

  /// As kernels/walk.kernel.h takes it.
  std::size_t local_bytes() const { return 4 * (6 * body_list + 12 * cell_list + stack + 8 * group); }
};

WalkLayout layout_for(const device::DeviceInfo& device, WalkLayout wanted = {});

/// The programs as text, for compilers that are tried without a device.
device::ProgramText tree_text();
device::ProgramText walk_text(const WalkLayout& layout);

/// A device of a tree engine: its queue and its kernels.
class TreeDevice {
 public:
  TreeDevice(std::unique_ptr<device::Context> context, WalkLayout wanted);

  device::Context& context() { return *context_; }
  const device::DeviceInfo& info() const { return context_->info(); }
  const WalkLayout& layout() const { return layout_; }
  void set_layout(const WalkLayout& layout);
  device::Queue& queue() { return *queue_; }
  device::RadixSort& sort() { return sort_; }
  device::Scan& scan() { return scan_; }

  /// A kernel of tree_text(), one item after the other.
  void launch(const std::string& kernel, std::size_t items, std::initializer_list<device::Argument> arguments);
  /// A work-group for each of `groups` groups of targets.
  void launch_walk(std::size_t groups, std::initializer_list<device::Argument> arguments);

  std::unique_ptr<device::Buffer> allocate(std::size_t bytes) { return context_->allocate(bytes); }
  /// At least this many bytes; the content is lost when it grows.
  void grow(std::unique_ptr<device::Buffer>& buffer, std::size_t bytes);
  /// The same, keeping the first `kept` bytes.
  void grow_keeping(std::unique_ptr<device::Buffer>& buffer, std::size_t bytes, std::size_t kept);
  /// Reads one number immediately.
  std::uint32_t read_number(const device::Buffer& from, std::size_t index);
  /// Called before memory is released that commands in flight may use.
  void finish_quietly() noexcept;

 private:
  std::unique_ptr<device::Context> context_;
  WalkLayout layout_;
  std::unique_ptr<device::Queue> queue_;
  std::unique_ptr<device::Program> tree_, walk_;
  device::RadixSort sort_;
  device::Scan scan_;
};

}  // namespace tucana::tree
