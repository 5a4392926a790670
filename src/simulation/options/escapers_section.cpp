#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition looked_for{[](const Options& o) { return o.escapers.kind != EscaperRule::off; },
                                     "escapers.kind = follow or remove"};

}  // namespace

OptionSection escapers_section() {
  constexpr auto escapers = &Options::escapers;
  // clang-format off
  return {{"escapers", "stars that leave their cluster"}, {
      option<escapers, &EscaperOptions::kind>("escapers.kind", {
          .help = "What happens to stars that have escaped by distance and energy (docs/theory/escapers.md): nothing; "
                  "follow, an event for each, and they stay in the run; remove, an event, and they leave it with an "
                  "entry in the energy ledger."}),
      option<escapers, &EscaperOptions::radius>("escapers.radius", {
          .dimension = Dimension::length, .range = at_least(0), .typical = "10",
          .help = "Distance from the centre of the cluster beyond which a star with enough energy has escaped; 0: two "
                  "Jacobi radii, or 20 half-mass radii without a tide."}),
      option<escapers, &EscaperOptions::interval>("escapers.interval", {
          .dimension = Dimension::time, .range = {.low = 0x1p-20, .high = 16384},
          .help = "Time between two searches for escapers.",
          .only_with = looked_for}),
  }};
  // clang-format on
}

}  // namespace tucana
