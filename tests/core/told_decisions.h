#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <stdexcept>
#include <vector>

#include "tucana/core/decider.h"

namespace tucana {

/// The decisions of one process on their way to another.
using ToldDecisions = std::deque<std::vector<std::byte>>;

/// Decides, and tells.
struct TellingDecider final : Decider {
  explicit TellingDecider(ToldDecisions& decisions) : told(decisions) {}
  bool decides() const override { return true; }
  void share(std::span<std::byte> value) override { told.emplace_back(value.begin(), value.end()); }
  ToldDecisions& told;
};

/// Does as it is told.
struct ToldDecider final : Decider {
  explicit ToldDecider(ToldDecisions& decisions) : told(decisions) {}
  bool decides() const override { return false; }
  void share(std::span<std::byte> value) override {
    if (told.empty() || told.front().size() != value.size()) throw std::logic_error("another decision was made");
    std::copy(told.front().begin(), told.front().end(), value.begin());
    told.pop_front();
  }
  ToldDecisions& told;
};

}  // namespace tucana
