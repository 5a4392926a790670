#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/fewbody/inner_time.h"
#include "tucana/fewbody/pair_motion.h"

namespace tucana {

/// Two members of a group that are so close that nothing can keep them from merging. Until somebody makes them one star
/// they are one body of the group, in the place of the first, and move about its centre by Newton's law: nobody follows
/// their millions of revolutions.
struct MergingMembers {
  std::uint32_t first = 0, second = 0;  ///< numbers of members, the first one lower
  PairMasses masses;
  PhasePoint relative;  ///< first minus second
  InnerTime since;

  double energy() const;
  /// The bodies of the group in its order, from its members, and back.
  std::vector<double> bodies(std::span<const double> members) const;
  std::vector<PhasePoint> bodies(std::span<const PhasePoint> members) const;
  void members_from(std::span<const PhasePoint> bodies, const InnerTime& t, std::span<PhasePoint> members) const;
  void describe(Archive& archive);
};

}  // namespace tucana
