#pragma once

#include <array>
#include <vector>

#include "tucana/core/process.h"

namespace tucana {

/// In runs whose stars do not evolve, but radiate gravitational waves: two stars that have touched, or come as near as
/// black holes that merge, become one under the id of the more massive one. Masses add, and so do radii, as those of
/// black holes do. What merging black holes lose in waves at the very end, and their recoil, are not taken into
/// account.
class CompactMergers final : public Process {
 public:
  std::string_view name() const override { return "mergers"; }
  void start(const Stars& stars, const UnitScale& units) override;
  Tick next() const override { return contacts_.empty() ? Tick::never : Tick{0}; }
  void touched(StarId one, StarId other) override { contacts_.push_back({one, other}); }
  ChangeSet act(Tick now, const Stars& stars, EventSink& events) override;
  void describe(Archive& archive) override;

 private:
  std::vector<std::array<StarId, 2>> contacts_;  ///< to be dealt with
};

}  // namespace tucana
