#include "tucana/simulation/options/declare_option.h"
#include "tucana/simulation/options/option_sections.h"

namespace tucana {
namespace {

using stellar::CollisionOptions, stellar::EvolutionOptions, stellar::KickOptions, stellar::RemnantOptions,
    stellar::WindOptions;

constexpr OptionCondition evolving{[](const Options& o) { return o.stellar.kind != StellarKind::off; },
                                   "a stellar.kind other than off"};
constexpr OptionCondition blowing{[](const Options& o) {
                                    return o.stellar.kind != StellarKind::off &&
                                           o.stellar.evolution.winds.kind != stellar::WindKind::off;
                                  },
                                  "a stellar.kind and stellar.winds other than off"};
constexpr OptionCondition kicking{[](const Options& o) {
                                    return o.stellar.kind != StellarKind::off &&
                                           o.stellar.kicks.rule != stellar::KickRule::off;
                                  },
                                  "a stellar.kind and stellar.kicks other than off"};
constexpr OptionCondition maxwellian{[](const Options& o) {
                                       return o.stellar.kind != StellarKind::off &&
                                              o.stellar.kicks.rule == stellar::KickRule::maxwellian;
                                     },
                                     "stellar.kicks = maxwellian"};

}  // namespace

OptionSection stellar_section() {
  constexpr auto stars = &Options::stellar;
  constexpr auto evolution = &StellarOptions::evolution;
  constexpr auto winds = &EvolutionOptions::winds;
  constexpr auto remnants = &EvolutionOptions::remnants;
  constexpr auto kicks = &StellarOptions::kicks;
  constexpr auto collisions = &EvolutionOptions::collisions;
  // clang-format off
  return {{"stellar", "how stars evolve"}, {
      option<stars, &StellarOptions::kind>("stellar.kind", {
          .help = "Evolution of single stars: none, or by the fits of Hurley, Pols & Tout (2000). Stars are born at the "
                  "start of the run, unless their snapshot says otherwise."}),
      option<stars, &StellarOptions::metallicity>("stellar.metallicity", {
          .range = {.low = 1e-4, .high = 0.03},
          .help = "Metallicity of stars whose file does not say otherwise; 0.02 is solar in the fits.",
          .only_with = evolving}),
      option<stars, &StellarOptions::seed>("stellar.seed", {
          .range = at_least(0),
          .help = "Seed of the random numbers for supernova kicks.",
          .only_with = kicking}),
      option<stars, &StellarOptions::interval>("stellar.interval", {
          .dimension = Dimension::time, .range = {.low = 0, .low_open = true},
          .help = "Stars are changed in batches at multiples of the largest power of two that is not longer than this "
                  "time. Each batch costs one pass over all stars.",
          .only_with = evolving}),
      option<stars, &StellarOptions::collisions>("stellar.collisions", {
          .help = "Stars that touch become one, without gravity.softening and with any integrator but leapfrog.",
          .only_with = evolving}),
      option<stars, &StellarOptions::binaries>("stellar.binaries", {
          .help = "Stars of close pairs (fewbody.kind) evolve together by Hurley, Tout & Pols (2002): tides, winds that "
                  "the companion catches, mass transfer, common envelopes, magnetic braking, gravitational radiation.",
          .only_with = evolving}),
      option<stars, evolution, collisions, &CollisionOptions::swallowed_by_neutron_star>(
          "stellar.swallowed_by_neutron_star", {
          .range = {.low = 0, .high = 1},
          .help = "The part of a star that a neutron star swallows when they collide; the rest is lost.",
          .expert = true, .only_with = evolving}),
      option<stars, evolution, collisions, &CollisionOptions::swallowed_by_black_hole>(
          "stellar.swallowed_by_black_hole", {
          .range = {.low = 0, .high = 1},
          .help = "The part of a star that a black hole swallows when they collide; the rest is lost.",
          .expert = true, .only_with = evolving}),
      option<stars, evolution, winds, &WindOptions::kind>("stellar.winds", {
          .help = "Stellar winds: Vink et al. (2001) with luminous blue variables and Wolf-Rayet stars as Belczynski et "
                  "al. (2010), or those of Hurley et al. (2000).",
          .only_with = evolving}),
      option<stars, evolution, winds, &WindOptions::reimers>("stellar.reimers", {
          .range = {.low = 0, .high = 10},
          .help = "Factor eta of Reimers' wind of giants.", .expert = true, .only_with = blowing}),
      option<stars, evolution, winds, &WindOptions::helium_factor>("stellar.helium_wind", {
          .range = {.low = 0, .high = 10},
          .help = "Factor of the winds of naked helium stars.", .expert = true, .only_with = blowing}),
      option<stars, evolution, winds, &WindOptions::luminous_blue_variable>("stellar.luminous_blue_variable", {
          .unit = "1e-4 Msun/yr", .range = {.low = 0, .high = 100},
          .help = "Wind of luminous blue variables with stellar.winds = vink.", .expert = true,
          .only_with = blowing}),
      option<stars, evolution, winds, &WindOptions::solar_metallicity>("stellar.solar_metallicity", {
          .range = {.low = 0.005, .high = 0.05},
          .help = "Metallicity to which the winds' dependence on metallicity is relative.", .expert = true,
          .only_with = blowing}),
      option<stars, evolution, remnants, &RemnantOptions::rule>("stellar.remnants", {
          .help = "Masses of neutron stars and black holes: Fryer et al. (2012) delayed or rapid, Belczynski et al. "
                  "(2002), Eldridge & Tout (2004) or Hurley et al. (2000).",
          .only_with = evolving}),
      option<stars, evolution, remnants, &RemnantOptions::pair_instability>("stellar.pair_instability", {
          .help = "Pair instability of massive helium cores, with pulses below it: Marchant et al. (2019), or none.",
          .only_with = evolving}),
      option<stars, evolution, remnants, &RemnantOptions::neutrino_loss>("stellar.neutrino_loss", {
          .help = "Mass that a forming black hole loses in neutrinos.", .expert = true, .only_with = evolving}),
      option<stars, evolution, remnants, &RemnantOptions::max_neutron_star>("stellar.max_neutron_star", {
          .unit = "Msun", .range = {.low = 1.3, .high = 10},
          .help = "Largest mass of a neutron star.", .only_with = evolving}),
      option<stars, evolution, &EvolutionOptions::cooling>("stellar.cooling", {
          .help = "How white dwarfs cool: Hurley & Shara (2003), or Mestel's law.", .expert = true,
          .only_with = evolving}),
      option<stars, kicks, &KickOptions::rule>("stellar.kicks", {
          .help = "Speeds of newborn neutron stars and, reduced by the fall-back, of black holes: Disberg & Mandel "
                  "(2025), Hobbs et al. (2005), a Maxwellian of stellar.kick_dispersion, or none.",
          .only_with = evolving}),
      option<stars, kicks, &KickOptions::dispersion>("stellar.kick_dispersion", {
          .unit = "km/s", .range = at_least(0),
          .help = "Dispersion of Maxwellian kicks in one dimension.", .only_with = maxwellian}),
      option<stars, kicks, &KickOptions::max_speed>("stellar.max_kick", {
          .unit = "km/s", .range = {.low = 0, .low_open = true},
          .help = "Faster kicks are drawn again; disberg_mandel has a limit of its own, 1000 km/s.",
          .only_with = kicking}),
      option<stars, kicks, &KickOptions::electron_capture_dispersion>("stellar.electron_capture_kick", {
          .unit = "km/s", .range = at_least(0),
          .help = "Dispersion of kicks after electron-capture supernovae in one dimension.", .only_with = kicking}),
      option<stars, kicks, &KickOptions::reduce_by_fall_back>("stellar.reduce_kicks", {
          .help = "Multiply kicks of black holes by 1 - fall-back.", .expert = true, .only_with = kicking}),
      option<stars, evolution, &EvolutionOptions::shortest_interval>("stellar.shortest_interval", {
          .unit = "Myr", .range = {.low = 1e-9, .high = 1e3},
          .help = "Steps along a star's track are not shortened below this because its radius changes fast.",
          .only_with = evolving}),
      option<stars, evolution, &EvolutionOptions::max_radius_change>("stellar.max_radius_change", {
          .range = {.low = 1e-4, .high = 1},
          .help = "Largest relative change of a star's radius until the run learns of it.", .expert = true,
          .only_with = evolving}),
      option<stars, evolution, &EvolutionOptions::max_mass_change>("stellar.max_mass_change", {
          .range = {.low = 1e-6, .high = 0.1},
          .help = "Largest relative change of a star's mass by its wind until the run learns of it.", .expert = true,
          .only_with = evolving}),
      option<stars, evolution, &EvolutionOptions::wind_tolerance>("stellar.wind_tolerance", {
          .range = {.low = 1e-12, .high = 0.01},
          .help = "Relative error of the mass per step along a track with wind.", .expert = true,
          .only_with = blowing}),
  }};
  // clang-format on
}

}  // namespace tucana
