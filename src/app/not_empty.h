#pragma once

#include <string>

namespace tucana::app {

/// A check for flags that name a file or folder: `-o ''`, often an unset variable of a script, is a mistake and not the
/// default.
inline std::string not_empty(const std::string& word) {
  return word.empty() ? "the name is empty; give one, or leave the flag out" : "";
}

}  // namespace tucana::app
