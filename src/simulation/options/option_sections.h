#pragma once

#include <vector>

#include "tucana/simulation/options/option_table.h"

namespace tucana {

/// All options of a group.
struct OptionSection {
  OptionGroup group;
  std::vector<OptionEntry> options;
};

OptionSection field_section();

}  // namespace tucana
