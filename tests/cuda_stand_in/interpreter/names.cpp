#include "tests/cuda_stand_in/interpreter/names.h"

#include <algorithm>
#include <iterator>

namespace cuda_stand_in {

void Names::add_numbered(const std::string& name, std::uint64_t count, Type type, std::int32_t first_slot) {
  for (std::uint64_t k = 0; k < count; ++k)
    add(name + std::to_string(k), {Meaning::Kind::slot, type, static_cast<std::uint64_t>(first_slot) + k, 0});
}

std::optional<Meaning> Names::find(const std::string& name) const {
  for (std::size_t k = scopes_.size(); k-- > 0;)
    if (const auto found = scopes_[k].find(name); found != scopes_[k].end()) return found->second;
  return std::nullopt;
}

std::int32_t special_slot(const std::string& name) {
  static const std::string names[] = {"%tid.x",       "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y",
                                      "%ntid.z",      "%ctaid.x",     "%ctaid.y",     "%ctaid.z",     "%nctaid.x",
                                      "%nctaid.y",    "%nctaid.z",    "%laneid",      "%warpid",      "%nwarpid",
                                      "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
  const auto* const found = std::find(std::begin(names), std::end(names), name);
  return found == std::end(names) ? -1 : static_cast<std::int32_t>(found - std::begin(names));
}

}  // namespace cuda_stand_in
