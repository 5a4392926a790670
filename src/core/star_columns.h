#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tucana {

/// A number for each star that files carry beside the table of stars.
struct StarColumn {
  std::string name;         ///< as in files, "Luminosities"
  std::string description;  ///< what it is, with its unit; empty for one from a file
  std::vector<double> values = {};
};

/// Some of them; their rows are those of a table of stars.
using StarColumns = std::vector<StarColumn>;

/// Null if there is none of this name.
inline const StarColumn* find_column(const StarColumns& columns, std::string_view name) {
  for (const StarColumn& column : columns)
    if (column.name == name) return &column;
  return nullptr;
}

}  // namespace tucana
