#pragma once

#include <string>
#include <string_view>

#include "tucana/core/star_columns.h"

namespace tucana {

/// The names of columns with commas, as /Tucana of a snapshot has them.
inline std::string names_of(const StarColumns& columns) {
  std::string names;
  for (const StarColumn& column : columns) names += (names.empty() ? "" : ",") + column.name;
  return names;
}

/// Columns of these names without values.
inline StarColumns columns_named(std::string_view names) {
  StarColumns columns;
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    columns.push_back({std::string(names.substr(0, comma)), {}, {}});
    names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
  }
  return columns;
}

}  // namespace tucana
