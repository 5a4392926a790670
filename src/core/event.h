#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tucana/core/ids.h"

namespace tucana {

/// Something that happened to stars, for those who read about a run afterwards. The time and the name of the process
/// are added by whoever records it.
struct Event {
  std::string kind;                                          ///< such as "supernova"
  std::vector<StarId> stars = {};                            ///< those it concerns
  std::vector<std::pair<std::string, double>> numbers = {};  ///< by name in snake_case, in code units
};

/// Of integrators: two stars have touched. It is for processes (Process::touched), not for readers.
inline constexpr std::string_view contact_event = "contact";

/// Where a process reports what happened.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void record(Event event) = 0;
};

}  // namespace tucana
