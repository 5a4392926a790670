#pragma once

#include <string>
#include <vector>

#include "tucana/core/archive.h"

namespace tucana::test {

/// A state that is all made of one number, large enough for several writes; whole() tells when it is not of one piece.
struct NumberedState {
  int version = 0;
  std::vector<double> column = {};

  void describe(Archive& archive) {
    if (!archive.loading()) column.assign(150000, version);
    archive.field("version", version);
    archive.field("column", column);
  }
  bool whole() const { return column == std::vector<double>(150000, version); }
};

inline std::string log_line(int version) { return "{\"version\": " + std::to_string(version % 10) + "}"; }

}  // namespace tucana::test
