#include "tucana/device/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "tucana/device/tiles_internal.h"

namespace tucana::kernels {
extern const std::string_view scan;
}  // namespace tucana::kernels

namespace tucana::device {

std::size_t usual_group(const DeviceInfo& device) {
  if (device.type == DeviceType::cpu) return 1;
  std::size_t group = 256;
  while (group > device.largest_group) group /= 2;
  return group;
}

std::size_t items_of(std::size_t group) { return group == 1 ? 2048 : std::max<std::size_t>(4, 512 / group); }

std::uint32_t checked_count(const Context& context, std::size_t count) {
  if (count <= std::size_t{1} << 31) return static_cast<std::uint32_t>(count);
  throw DeviceError(fmt::format("{}: {} values are more than it can scan, sort or reduce (2^31); use more devices",
                                title_of(context.info()), count));
}

Scan::Scan(Context& context, std::size_t group_size)
    : context_(context),
      group_(group_size == 0 ? usual_group(context.info()) : group_size),
      program_(context.build(program_text(group_))) {}

ProgramText Scan::program_text(std::size_t group_size) {
  return {"scan",
          std::string(kernels::scan),
          {{"GROUP", std::to_string(group_size)}, {"ITEMS", std::to_string(items_of(group_size))}},
          {}};
}

void Scan::exclusive(Queue& queue, const Buffer& from, Buffer& to, std::size_t count) {
  if (count > 0) scan(queue, 0, from, to, count);
}

void Scan::scan(Queue& queue, std::size_t level, const Buffer& from, Buffer& to, std::size_t count) {
  const std::uint32_t n = checked_count(context_, count);
  const std::size_t tiles = tiles_of(count, group_);
  const Grid grid = {tiles, 1, group_};
  auto& tile_kernel = program_->kernel("scan_tiles");
  if (tiles == 1) {
    queue.launch(tile_kernel, grid, {from, n, from, 0u, to});
    return;
  }
  if (sums_.size() <= level) sums_.resize(level + 1);
  grow(context_, queue, sums_[level], tiles * sizeof(std::uint32_t));
  queue.launch(program_->kernel("scan_tile_sums"), grid, {from, n, *sums_[level]});
  scan(queue, level + 1, *sums_[level], *sums_[level], tiles);
  queue.launch(tile_kernel, grid, {from, n, *sums_[level], 1u, to});
}

}  // namespace tucana::device
