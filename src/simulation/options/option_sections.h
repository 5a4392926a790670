#pragma once

#include <string>
#include <vector>

#include "tucana/simulation/options/option_table.h"

namespace tucana {

/// All options of a group.
struct OptionSection {
  OptionGroup group;
  std::vector<OptionEntry> options;
};

// A function for each group, next to the others of its kind: model_section.cpp, run_section.cpp and so on.
OptionSection model_section();
OptionSection run_section();
OptionSection output_section();
OptionSection guard_section();
OptionSection units_section();
OptionSection gravity_section();
OptionSection tree_section();
OptionSection engine_section();
OptionSection integrator_section();
OptionSection fewbody_section();
OptionSection field_section();
OptionSection escapers_section();
OptionSection stellar_section();

}  // namespace tucana
