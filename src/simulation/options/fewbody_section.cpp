#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

constexpr OptionCondition star_cluster{[](const Options& o) {
                                         return o.fewbody.kind != FewBodyKind::off &&
                                                o.integrator.kind != IntegratorKind::leapfrog &&
                                                o.integrator.steps == StepRule::block && o.gravity.softening == 0;
                                       },
                                       "fewbody.kind = auto, block steps of a Hermite scheme and no softening"};

constexpr OptionCondition relativistic{
    [](const Options& o) { return star_cluster.holds(o) && o.fewbody.post_newtonian != PostNewtonian::off; },
    "a fewbody.post_newtonian other than off"};

}  // namespace

OptionSection fewbody_section() {
  constexpr auto fewbody = &Options::fewbody;
  // clang-format off
  return {{"fewbody", "close pairs and small groups of stars"}, {
      option<fewbody, &FewBodyOptions::kind>("fewbody.kind", {
          .help = "auto: two stars that come close become one body whose orbit is integrated in regularized "
                  "coordinates, and strong encounters of three and more are followed as groups, wherever block "
                  "steps of a Hermite scheme are used without softening. off: every star is a body of its own, as it "
                  "is with shared and fixed steps."}),
      option<fewbody, &FewBodyOptions::close_distance>("fewbody.close_distance", {
          .dimension = Dimension::length, .range = from_to(0, 1e9), .typical = "0",
          .help = "Distance below which two stars become a pair; 0 finds it from their masses and the velocities in "
                  "the cluster, (m1 + m2)/(2 v^2).",
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::close_step>("fewbody.close_step", {
          .dimension = Dimension::time, .range = from_to(0, 1e9), .typical = "0",
          .help = "Two stars also become a pair where they would have steps below this; 0 finds pairs by their distance "
                  "alone.",
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::eta>("fewbody.eta", {
          .range = from_to(1e-3, 1), .typical = "0.2",
          .help = "Accuracy of the orbits of pairs: a revolution takes 2 pi/eta steps.",
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::tolerance>("fewbody.tolerance", {
          .range = from_to(1e-15, 1e-6), .typical = "1e-12",
          .help = "Relative error of a step of a group.",
          .expert = true,
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::smallest_perturbation>("fewbody.smallest_perturbation", {
          .range = from_to(1e-9, 1e-2), .typical = "1e-5",
          .help = "Tides on a pair that are weaker than this, relative to the force between its stars, are neglected, "
                  "and to bodies so far away a pair is a point.",
          .expert = true,
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::slow_down_limit>("fewbody.slow_down_limit", {
          .range = from_to(0, 1e-1), .typical = "1e-3",
          .help = "A weakly perturbed pair is slowed down (Mikkola & Aarseth 1996) as long as the perturbation in one "
                  "revolution stays below this; 0 slows none.",
          .expert = true,
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::post_newtonian>("fewbody.post_newtonian", {
          .help = "Relativistic forces inside pairs and groups up to this order: pericentres advance (1pn, 2pn), and "
                  "gravitational waves shrink orbits until black holes merge (2.5pn).",
          .only_with = star_cluster}),
      option<fewbody, &FewBodyOptions::light_speed>("fewbody.light_speed", {
          .dimension = Dimension::velocity, .range = from_to(0, 1e12), .typical = "0",
          .help = "Speed of light of these forces; 0 is that of nature, from the scale of the run.",
          .expert = true,
          .only_with = relativistic}),
  }};
  // clang-format on
}

}  // namespace tucana
