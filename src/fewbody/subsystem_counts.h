#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/fewbody/subsystem_energy.h"

namespace tucana {

/// What the subsystems of a run are, and what they have done so far.
struct SubsystemCounts {
  // At present. Those that are slowed down or unperturbed are among the pairs.
  std::uint64_t pairs = 0;
  std::uint64_t slowed = 0;
  std::uint64_t unperturbed = 0;
  std::uint64_t groups = 0;
  // Since the start.
  std::uint64_t formations = 0;
  std::uint64_t terminations = 0;
  std::uint64_t inner_steps = 0;
  SubsystemEnergy energy;  ///< at the time of the last output

  void describe(Archive& archive) {
    const Archive::Group group(archive, "subsystem_counts");
    archive.field("pairs", pairs);
    archive.field("slowed", slowed);
    archive.field("unperturbed", unperturbed);
    archive.field("groups", groups);
    archive.field("formations", formations);
    archive.field("terminations", terminations);
    archive.field("inner_steps", inner_steps);
    energy.describe(archive);
  }
};

}  // namespace tucana
