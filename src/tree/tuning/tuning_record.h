#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/core/archive.h"

namespace tucana {

/// What was decided in a run: before which force evaluations (counted from 0) the tree was built, and the group split
/// radius that held from then on. A run that follows it (`tree.tuning = "pinned"`) makes the same trees.
struct TuningRecord {
  std::int64_t bodies = 0;
  /// How many evaluations the record covers.
  std::int64_t evaluations = 0;
  std::vector<std::int64_t> built;
  std::vector<double> split_radius;

  bool operator==(const TuningRecord&) const = default;
  void describe(Archive& archive);
};

/// JSON lines; doubles in the shortest form that is read back to the same bits.
///   {"tuning_record":1,"bodies":131072,"evaluations":230,"builds":2}
///   {"evaluation":0,"split_radius":0.25}
///   {"evaluation":17,"split_radius":0.31}
std::string to_text(const TuningRecord& record);

/// Reads what to_text wrote; spaces and empty lines do not matter. InputError with `name` and the line otherwise.
TuningRecord tuning_record_from(std::string_view text, std::string_view name);

}  // namespace tucana
