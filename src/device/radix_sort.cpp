#include "tucana/device/radix_sort.h"

#include <string_view>
#include <utility>

#include "tucana/device/tiles_internal.h"

namespace tucana::kernels {
extern const std::string_view radix_sort;
}  // namespace tucana::kernels

namespace tucana::device {
namespace {

/// Counters of all digits of all work-items lie in local memory: 16 kB for a group of 256.
int digit_bits_of(std::size_t group) { return group <= 8 ? 8 : 4; }

}  // namespace

RadixSort::RadixSort(Context& context, std::size_t group_size)
    : context_(context),
      group_(group_size == 0 ? usual_group(context.info()) : group_size),
      program_(context.build(program_text(group_))),
      scan_(context, group_size) {}

ProgramText RadixSort::program_text(std::size_t group_size) {
  return {"radix_sort",
          std::string(kernels::radix_sort),
          {{"GROUP", std::to_string(group_size)},
           {"ITEMS", std::to_string(items_of(group_size))},
           {"DIGIT_BITS", std::to_string(digit_bits_of(group_size))}},
          {}};
}

void RadixSort::sort(Queue& queue, Buffer& keys, Buffer& values, std::size_t count, int key_bits) {
  TUCANA_EXPECT(key_bits >= 0 && key_bits <= 64);
  if (count < 2) return;
  const std::uint32_t n = checked_count(context_, count);
  const int digit_bits = digit_bits_of(group_);
  const Grid grid = {tiles_of(count, group_), 1, group_};
  const std::size_t counters = grid.groups_x << digit_bits;
  grow(context_, queue, keys_, count * sizeof(std::uint64_t));
  grow(context_, queue, values_, count * sizeof(std::uint32_t));
  grow(context_, queue, counts_, counters * sizeof(std::uint32_t));
  Buffer *from_keys = &keys, *from_values = &values, *to_keys = keys_.get(), *to_values = values_.get();
  for (int bit = 0; bit < key_bits; bit += digit_bits) {
    const auto shift = static_cast<std::uint32_t>(bit);
    queue.launch(program_->kernel("sort_count"), grid, {*from_keys, n, shift, *counts_});
    scan_.exclusive(queue, *counts_, *counts_, counters);
    queue.launch(program_->kernel("sort_scatter"), grid,
                 {*from_keys, *from_values, n, shift, *counts_, *to_keys, *to_values});
    std::swap(from_keys, to_keys);
    std::swap(from_values, to_values);
  }
  if (from_keys == &keys) return;
  queue.copy(*from_keys, 0, keys, 0, count * sizeof(std::uint64_t));
  queue.copy(*from_values, 0, values, 0, count * sizeof(std::uint32_t));
}

}  // namespace tucana::device
