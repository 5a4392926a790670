#include "tucana/device/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "tucana/device/scan.h"
#include "tucana/device/tiles_internal.h"

namespace tucana::kernels {
extern const std::string_view reduce;
}  // namespace tucana::kernels

namespace tucana::device {
namespace {

constexpr std::size_t leaf = 256;

std::size_t bytes_of_one(Reduction reduction) {
  return reduction == Reduction::sum_of_doubles || reduction == Reduction::sum_of_pairs ? 8 : 4;
}

float neutral_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::least_float: return std::numeric_limits<float>::infinity();
    case Reduction::greatest_float: return -std::numeric_limits<float>::infinity();
    default: return 0;
  }
}

}  // namespace

Reduce::Reduce(Context& context, Reduction reduction, std::size_t group_size)
    : context_(context),
      reduction_(reduction),
      group_(group_size == 0 ? usual_group(context.info()) : group_size),
      program_(context.build(program_text(reduction, group_))) {}

ProgramText Reduce::program_text(Reduction reduction, std::size_t group_size) {
  return {"reduce",
          std::string(kernels::reduce),
          {{"GROUP", std::to_string(group_size)}, {"REDUCE", std::to_string(static_cast<int>(reduction))}},
          {}};
}

void Reduce::run(Queue& queue, const Buffer& from, std::size_t count, Buffer& to) {
  // Enough groups to fill a device; more would only cost their start.
  const auto most_groups = static_cast<std::size_t>(context_.info().compute_units) * 32;
  const Buffer* here = &from;
  for (std::size_t level = 0;; ++level) {
    const std::uint32_t n = checked_count(context_, count);
    const std::size_t leaves = std::max<std::size_t>((count + leaf - 1) / leaf, 1);
    Buffer* there = &to;
    if (leaves > 1) {
      grow(context_, queue, partial_[level % 2], leaves * bytes_of_one(reduction_));
      there = partial_[level % 2].get();
    }
    queue.launch(program_->kernel("reduce_leaves"), {std::min(leaves, most_groups), 1, group_},
                 {*here, n, static_cast<std::uint32_t>(leaves), neutral_of(reduction_), *there});
    if (leaves == 1) return;
    here = there;
    count = leaves;
  }
}

}  // namespace tucana::device
