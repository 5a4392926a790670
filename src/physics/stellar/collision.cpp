#include "tucana/physics/stellar/collision.h"

#include <algorithm>
#include <array>

#include "tucana/physics/stellar/phase.h"
#include "tucana/physics/stellar/star_from_core.h"

namespace tucana::stellar {
namespace {

/// Table 2; only the upper half is used, from the less evolved star (row) to the more evolved one.
constexpr std::array<std::array<int, 15>, 15> types = {{
    {1, 1, 2, 3, 4, 5, 6, 4, 6, 6, 3, 6, 6, 13, 14},
    {1, 1, 2, 3, 4, 5, 6, 4, 6, 6, 3, 6, 6, 13, 14},
    {0, 0, 3, 3, 4, 4, 5, 4, 4, 4, 3, 5, 5, 13, 14},
    {0, 0, 0, 3, 4, 4, 5, 4, 4, 4, 3, 5, 5, 13, 14},
    {0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 13, 14},
    {0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 13, 14},
    {0, 0, 0, 0, 0, 0, 6, 4, 6, 6, 5, 6, 6, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 7, 8, 9, 7, 9, 9, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 8, 9, 7, 9, 9, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 7, 9, 9, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 9, 9, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 12, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 13, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14},
}};

bool is_compact(StellarType type) { return type >= StellarType::neutron_star; }

/// What sinks to the centre: all of a helium star or white dwarf.
double sinking_mass(const Star& star) {
  if (is_main_sequence(star.type)) return 0;
  return star.type >= StellarType::helium_main_sequence ? star.mass : star.core_mass;
}

double carbon_oxygen(const Star& star) {
  if (is_main_sequence(star.type) || star.type == StellarType::helium_white_dwarf) return 0;
  return is_white_dwarf(star.type) ? star.mass : star.co_core_mass;
}

/// The part of its phase that is over, for stars that burn in their centre.
double progress(const TrackCoefficients& tracks, const EvolutionOptions& evolution, const Star& star) {
  return Phase(tracks, evolution, star).progress();
}

/// How much of the helium in the core is burnt.
double burnt_part(const TrackCoefficients& tracks, const EvolutionOptions& evolution, const Star& star) {
  switch (star.type) {
    case StellarType::core_helium_burning: {
      const Landmarks l(tracks, star.track_mass);
      return std::clamp((star.track_age - l.ignition) / l.burning_time, 0.0, 1.0);
    }
    case StellarType::helium_main_sequence: return progress(tracks, evolution, star);
    case StellarType::early_agb:
    case StellarType::pulsing_agb:
    case StellarType::helium_hertzsprung_gap:
    case StellarType::helium_giant:
    case StellarType::carbon_oxygen_white_dwarf:
    case StellarType::oxygen_neon_white_dwarf: return 1;
    default: return 0;
  }
}

Star remnant(StellarType type, double mass) {
  Star star;
  star.type = type;
  star.mass = star.track_mass = star.core_mass = mass;
  return star;
}

Star nothing() {
  Star star;
  star.type = StellarType::no_remnant;
  return star;
}

/// A star on the main sequence of hydrogen or helium that has come so far.
Star burning_star(const TrackCoefficients& tracks, StellarType type, double mass, double fraction) {
  Star star;
  star.type = type;
  star.mass = star.track_mass = mass;
  star.track_age = fraction * (type == StellarType::helium_main_sequence
                                   ? helium_star::main_sequence_lifetime(mass)
                                   : tracks.main_sequence.lifetime(std::min(mass, largest_fit_mass)));
  return star;
}

/// Masses of the two with a neutron star or black hole in it.
double compact_mass(const CollisionOptions& options, const Star& light, const Star& compact) {
  if (is_remnant(light.type)) return light.mass + compact.mass;
  const double part =
      compact.type == StellarType::black_hole ? options.swallowed_by_black_hole : options.swallowed_by_neutron_star;
  return compact.mass + part * light.mass;
}

Star merged_compact(const RemnantOptions& remnants, StellarType type, double mass) {
  return remnant(mass > remnants.max_neutron_star ? StellarType::black_hole : type, mass);
}

Star merged_white_dwarfs(StellarType type, double mass) {
  if (mass <= chandrasekhar_mass) return remnant(type, mass);
  if (type != StellarType::oxygen_neon_white_dwarf) return nothing();
  return remnant(StellarType::neutron_star, neutron_star_gravitational_mass(chandrasekhar_mass));
}

}  // namespace

StellarType collision_type(StellarType a, StellarType b) {
  const int less = std::min(number_of(a), number_of(b)), more = std::max(number_of(a), number_of(b));
  if (more >= number_of(StellarType::no_remnant)) return StellarType::no_remnant;
  return static_cast<StellarType>(types[static_cast<std::size_t>(less)][static_cast<std::size_t>(more)]);
}

CollisionProduct collide(const TrackCoefficients& tracks, const EvolutionOptions& evolution, const Star& a,
                         const Star& b) {
  // The more evolved star second, the more massive one of equal types; then the result cannot depend on the order.
  const bool in_order = a.type < b.type || (a.type == b.type && a.mass <= b.mass);
  const Star &light = in_order ? a : b, &heavy = in_order ? b : a;
  const StellarType type = collision_type(a.type, b.type);
  const double mass = light.mass + heavy.mass, core = sinking_mass(light) + sinking_mass(heavy);
  const auto mean = [&](const auto& of, double weight_light, double weight_heavy, double sum) {
    return sum > 0 ? (weight_light * of(light) + weight_heavy * of(heavy)) / sum : 0;
  };
  const auto burnt = [&](const Star& star) { return burnt_part(tracks, evolution, star); };
  const auto passed = [&](const Star& star) { return progress(tracks, evolution, star); };

  Star star;
  if (is_compact(heavy.type)) {
    star = merged_compact(evolution.remnants, type, compact_mass(evolution.collisions, light, heavy));
  } else if (type == StellarType::no_remnant) {
    star = nothing();
  } else if (is_white_dwarf(type)) {
    star = merged_white_dwarfs(type, mass);
  } else if (is_main_sequence(type)) {
    constexpr double mixing = 0.1;  // eq. 80: only a tenth of the hydrogen burns on the main sequence
    star = burning_star(tracks, type, mass, mixing * mean(passed, light.mass, heavy.mass, mass));
  } else if (type == StellarType::helium_main_sequence) {
    star = burning_star(tracks, type, mass, std::min(mean(burnt, light.mass, heavy.mass, mass), 0.99));
  } else if (is_helium_shell_burning(type)) {
    star = helium_giant_from_core(mass, carbon_oxygen(light) + carbon_oxygen(heavy));
  } else if (type == StellarType::hertzsprung_gap) {
    // A main-sequence star adds to the envelope: the track stays, at the same point of the gap.
    star = heavy;
    star.mass = mass;
  } else {
    star = giant_from_core(tracks, type, mass, core, mean(burnt, sinking_mass(light), sinking_mass(heavy), core));
  }
  if (star.type != StellarType::no_remnant) {
    const Phase phase(tracks, evolution, star);
    star = phase.at(star.mass, phase.progress());
  }
  star.age = std::max(a.age, b.age);
  star.spin = heavy.spin;
  return {star, mass - star.mass};
}

}  // namespace tucana::stellar
