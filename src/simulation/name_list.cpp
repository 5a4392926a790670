#include "tucana/simulation/name_list.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"

namespace tucana {

bool is_snake_case(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), fits);
}

void describe_names(Archive& archive, std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + '\n';
  archive.field("names", text);
  if (!archive.loading()) return;
  names.clear();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    names.push_back(text.substr(from, to - from));
    check_loaded(is_snake_case(names.back()), "a name in it is not a name");
    from = to + 1;
  }
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  check_loaded(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "a name occurs twice");
}

}  // namespace tucana
