#include <fmt/format.h>

#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

/// Well above one tick, so that rounding down to a power of two stays possible.
constexpr double shortest_step = 1e-12;

constexpr OptionCondition fixed_steps{[](const Options& o) { return o.integrator.steps == StepRule::fixed; },
                                      "integrator.steps = fixed"};
constexpr OptionCondition chosen_steps{[](const Options& o) { return o.integrator.steps != StepRule::fixed; },
                                       "integrator.steps = block or shared"};
constexpr OptionCondition limited_steps{[](const Options& o) {
                                          return o.integrator.steps != StepRule::fixed ||
                                                 o.integrator.kind == IntegratorKind::ahmad_cohen;
                                        },
                                        "integrator.steps = block or shared"};
constexpr OptionCondition first_steps{[](const Options& o) {
                                        return o.integrator.steps != StepRule::fixed &&
                                               o.integrator.kind != IntegratorKind::leapfrog;
                                      },
                                      "a Hermite scheme, with integrator.steps = block or shared"};
constexpr OptionCondition neighbour_scheme{
    [](const Options& o) { return o.integrator.kind == IntegratorKind::ahmad_cohen; }, "integrator.kind = ahmad_cohen"};
constexpr OptionCondition regular_steps{[](const Options& o) {
                                          return o.integrator.kind == IntegratorKind::ahmad_cohen &&
                                                 o.integrator.steps != StepRule::fixed;
                                        },
                                        "integrator.kind = ahmad_cohen, with integrator.steps = block"};

}  // namespace

OptionSection integrator_section() {
  constexpr auto integrator = &Options::integrator;
  const auto usual_eta = [](IntegratorKind kind) { return IntegratorOptions(kind).eta; };
  const double hermite4 = usual_eta(IntegratorKind::hermite4), hermite6 = usual_eta(IntegratorKind::hermite6),
               ahmad_cohen = usual_eta(IntegratorKind::ahmad_cohen), leapfrog = usual_eta(IntegratorKind::leapfrog);
  // clang-format off
  return {{"integrator", "how the stars are moved"}, {
      option<integrator, &IntegratorOptions::kind>("integrator.kind", {
          .help = "hermite4: 4th-order Hermite scheme (Makino & Aarseth 1992); hermite6: 6th order (Nitadori & "
                  "Makino 2008), for energy errors of 1e-8 and below; ahmad_cohen: 4th order with separate forces "
                  "from neighbours and distant stars (Ahmad & Cohen 1973), for many stars; leapfrog: 2nd order "
                  "(Miki & Umemura 2017), for galaxies, with gravity.softening > 0."}),
      option<integrator, &StepOptions::steps>("integrator.steps", {
          .help = "Time steps: block (every star has its own, a power of two), shared (the shortest of them for "
                  "all), fixed (integrator.step for all)."}),
      option<integrator, &StepOptions::fixed_step>("integrator.step", {
          .dimension = Dimension::time, .range = from_to(shortest_step, 1),
          .help = "The step if integrator.steps is fixed; rounded down to a power of two.",
          .only_with = fixed_steps}),
      option<integrator, &StepOptions::eta>("integrator.eta", {
          .range = above_to(0, 1),
          .typical = fmt::format("{} ({} for ahmad_cohen, {} for hermite6, {} for leapfrog)", hermite4, ahmad_cohen,
                                 hermite6, leapfrog),
          .help = fmt::format("Accuracy of the step criterion; smaller is more accurate. The steps of hermite4 and the "
                              "irregular steps of ahmad_cohen (default {}) grow as its square root (Aarseth 1985); those "
                              "of hermite6 (default {}) in proportion to it (Nitadori & Makino 2008); leapfrog (default "
                              "{}) uses sqrt(2 eta softening / acceleration).", ahmad_cohen, hermite6, leapfrog),
          .may_change_at_restart = true,
          .only_with = chosen_steps}),
      option<integrator, &NeighbourOptions::eta_regular>("integrator.eta_regular", {
          .range = above_to(0, 1),
          .help = "Like integrator.eta, for the regular steps of ahmad_cohen.",
          .may_change_at_restart = true,
          .only_with = regular_steps}),
      option<integrator, &HermiteOptions::eta_start>("integrator.eta_start", {
          .range = above_to(0, 1),
          .help = "Accuracy of the very first steps, eta_start |a| / |jerk|.",
          .expert = true,
          .only_with = first_steps}),
      option<integrator, &StepOptions::largest_step>("integrator.largest_step", {
          .dimension = Dimension::time, .range = from_to(shortest_step, 1),
          .help = "Longest step allowed; rounded down to a power of two.",
          .only_with = limited_steps}),
      option<integrator, &HermiteOptions::velocity_limit>("integrator.velocity_limit", {
          .range = from_to(0, 1), .typical = "0 or 0.001",
          .help = "Second limit of the step, from the difference of predicted and corrected velocity (Makino 1991); "
                  "0 disables it, 0.001 is typical.",
          .expert = true,
          .only_with = chosen_steps}),
      option<integrator, &HermiteOptions::iterations>("integrator.iterations", {
          .range = from_to(1, 10),
          .help = "Evaluations and corrections per step, P(EC)^n; always 1 in ahmad_cohen and leapfrog.",
          .expert = true}),
      option<integrator, &NeighbourOptions::wanted_neighbours>("integrator.neighbours", {
          .range = from_to(0, most_bodies), .typical = "0 or 50",
          .help = "Number of neighbours that a star of ahmad_cohen should have; 0 chooses a number that suits all "
                  "stars. Neighbour spheres are adjusted towards it; it is not a limit.",
          .only_with = neighbour_scheme}),
      option<integrator, &NeighbourOptions::sphere_rule>("integrator.neighbour_sphere", {
          .help = "What determines the size of a neighbour sphere of ahmad_cohen: wanted (integrator.neighbours in "
                  "each), contrast (that many at the mean density, more where it is denser; Nitadori & Aarseth "
                  "2012).",
          .expert = true,
          .only_with = neighbour_scheme}),
      option<integrator, &NeighbourOptions::list_rule>("integrator.neighbour_test", {
          .help = "Which stars are neighbours in ahmad_cohen: those within the sphere (distance); also those within "
                  "it at the end of the regular step (end_points; Nitadori & Aarseth 2012) or at any time before "
                  "(segment); those within it or approaching to less than half its radius (approach); those within "
                  "it in the middle of the step or approaching to less than half its radius (midway).",
          .expert = true,
          .only_with = neighbour_scheme}),
  }};
  // clang-format on
}

}  // namespace tucana
