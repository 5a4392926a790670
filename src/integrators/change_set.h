#pragma once

#include <vector>

#include "tucana/core/stars.h"

namespace tucana {

/// What happens to the bodies of a run between two blocks. All of it happens at the time of the last block.
struct ChangeSet {
  struct NewMass {
    StarId star;
    double mass;
  };
  std::vector<NewMass> masses;
  std::vector<StarId> removed;
  StarsBuffer added;  ///< with ids that no star has
};

}  // namespace tucana
