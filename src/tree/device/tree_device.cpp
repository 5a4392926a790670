#include "tucana/tree/device/tree_device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/device/kernel_text.h"

namespace tucana {
namespace kernels {
extern const std::string_view tree_steps;
extern const std::string_view tree_walk;
}  // namespace kernels

namespace tree {

WalkLayout layout_for(const device::DeviceInfo& device, WalkLayout wanted) {
  WalkLayout layout = wanted;
  if (layout.group == 0) layout.group = device.type == device::DeviceType::cpu ? 16 : 64;
  layout.group = std::bit_floor(std::clamp<std::size_t>(layout.group, 1, device.largest_group));
  const auto usual = [](std::size_t& entries, std::size_t number, std::size_t least) {
    entries = std::max(entries == 0 ? number : entries, least);
  };
  // 17 kB of local memory for 64 items: two walks on the smallest multiprocessors of today, five on the large ones.
  usual(layout.body_list, 256, layout.group);
  usual(layout.cell_list, 128, layout.group);
  usual(layout.stack, 1024, WalkLayout::least_stack);
  return layout;
}

device::ProgramText tree_text() { return {"tree_steps", std::string(kernels::tree_steps), {}}; }

device::ProgramText walk_text(const WalkLayout& layout) {
  return {"tree_walk",
          std::string(kernels::tree_walk),
          {{"GROUP", std::to_string(layout.group)},
           {"BODY_LIST", std::to_string(layout.body_list)},
           {"CELL_LIST", std::to_string(layout.cell_list)},
           {"STACK", std::to_string(layout.stack)}}};
}

TreeDevice::TreeDevice(std::unique_ptr<device::Context> context, WalkLayout wanted)
    : context_(std::move(context)),
      layout_(layout_for(context_->info(), wanted)),
      queue_(context_->make_queue()),
      tree_(context_->build(tree_text())),
      walk_(context_->build(walk_text(layout_))),
      sort_(*context_),
      scan_(*context_) {}

void TreeDevice::set_layout(const WalkLayout& layout) {
  queue_->finish();
  layout_ = layout_for(info(), layout);
  walk_ = context_->build(walk_text(layout_));
}

void TreeDevice::launch(const std::string& kernel, std::size_t items,
                        std::initializer_list<device::Argument> arguments) {
  if (items > 0) queue_->launch(tree_->kernel(kernel), device::grid_over(items), arguments);
}

void TreeDevice::launch_walk(std::size_t groups, std::initializer_list<device::Argument> arguments) {
  if (groups > 0) queue_->launch(walk_->kernel("walk_groups"), {groups, 1, layout_.group}, arguments);
}

void TreeDevice::grow(std::unique_ptr<device::Buffer>& buffer, std::size_t bytes) { grow_keeping(buffer, bytes, 0); }

void TreeDevice::grow_keeping(std::unique_ptr<device::Buffer>& buffer, std::size_t bytes, std::size_t kept) {
  if (buffer && buffer->bytes() >= bytes) return;
  // An eighth more: numbers of cells and groups differ a little from one evaluation to the next.
  auto larger = context_->allocate(std::max<std::size_t>(bytes + bytes / 8 / 4 * 4, 256));
  if (kept > 0) queue_->copy(*buffer, 0, *larger, 0, kept);
  if (buffer) queue_->finish();
  buffer = std::move(larger);
}

std::uint32_t TreeDevice::read_number(const device::Buffer& from, std::size_t index) {
  std::array<std::uint32_t, 1> number{};
  queue_->read(from, index * sizeof(std::uint32_t), std::as_writable_bytes(std::span(number)));
  queue_->finish();
  return number[0];
}

void TreeDevice::finish_quietly() noexcept {
  try {
    queue_->finish();
  } catch (...) {
  }
}

}  // namespace tree
}  // namespace tucana
