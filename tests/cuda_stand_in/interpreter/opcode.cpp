#include "tests/cuda_stand_in/interpreter/opcode.h"

#include <algorithm>

namespace cuda_stand_in {

Opcode::Opcode(const std::string& text, unsigned at_line) : line(at_line), text_(text) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const auto type = begin == 0 ? std::nullopt : type_of(part);
    if (begin == 0) {
      base = part;
    } else if (type) {
      types.push_back(*type);
    } else {
      modifiers_.push_back(part);
    }
    begin = end + 1;
  }
}

bool Opcode::take(std::string_view modifier) {
  const auto found = std::find(modifiers_.begin(), modifiers_.end(), modifier);
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

std::string_view Opcode::take_any(std::initializer_list<std::string_view> list) {
  for (const std::string_view modifier : list)
    if (take(modifier)) return modifier;
  return {};
}

void Opcode::take_prefixed(std::string_view prefix) {
  std::erase_if(modifiers_, [&](const std::string& modifier) { return modifier.starts_with(prefix); });
}

Type Opcode::type(std::size_t which) const {
  if (which >= types.size()) unknown();
  return types[which];
}

void Opcode::unknown() const { throw PtxError(line, "opcode '" + text_ + "' is not known to the stand-in"); }

}  // namespace cuda_stand_in
