#include "tucana/physics/stellar/star_from_core.h"

#include <algorithm>

#include "tucana/physics/stellar/tracks/helium_star.h"
#include "tucana/physics/stellar/tracks/landmarks.h"

namespace tucana::stellar {
namespace {

/// Where a function that rises with the mass has a value; the nearer end where it is outside.
template <class Rising>
double mass_for(double low, double high, double wanted, const Rising& value) {
  if (value(low) >= wanted) return low;
  if (value(high) <= wanted) return high;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (value(middle) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

constexpr double lightest_track = 0.1;

void place_on_giant_branch(const TrackCoefficients& tracks, Star& star) {
  star.type = StellarType::giant_branch;
  star.track_mass = mass_for(lightest_track, tracks.metallicity.first_giant_mass, star.core_mass,
                             [&](double m) { return Landmarks(tracks, m).gap_end_core; });
  const Landmarks l(tracks, star.track_mass);
  // A little after its base, where the core is that of the giant branch.
  star.track_age = l.gap_end + 1e-6 * (l.ignition - l.gap_end);
}

void place_in_helium_burning(const TrackCoefficients& tracks, double burnt, Star& star) {
  star.type = StellarType::core_helium_burning;
  const double part = std::clamp(burnt, 0.0, 1.0);
  star.track_mass = mass_for(tracks.metallicity.helium_flash_mass, largest_fit_mass, star.core_mass, [&](double m) {
    const Landmarks at(tracks, m);
    return at.ignition_core + part * (at.agb_core - at.ignition_core);
  });
  const Landmarks l(tracks, star.track_mass);
  star.track_age = l.ignition + part * l.burning_time;
}

/// On the track of its own mass, where the core is not more than the given part of that at the end of burning.
void place_on_own_track(const TrackCoefficients& tracks, Star& star) {
  star.type = StellarType::core_helium_burning;
  star.track_mass = star.mass;
  const Landmarks l(tracks, star.mass);
  const double part = std::clamp(star.core_mass / l.agb_core, 0.0, 1.0);
  star.core_mass = l.ignition_core + part * (l.agb_core - l.ignition_core);
  star.track_age = l.ignition + part * l.burning_time;
}

void place_on_agb(const TrackCoefficients& tracks, Star& star) {
  const bool pulsing = star.type == StellarType::pulsing_agb;
  const auto core = [&](double m) {
    const Landmarks l(tracks, m);
    return pulsing ? l.dredge_up_core : l.agb_core;
  };
  if (star.core_mass < core(lightest_track)) return place_on_own_track(tracks, star);
  star.track_mass = mass_for(lightest_track, largest_fit_mass, star.core_mass, core);
  const Landmarks l(tracks, star.track_mass);
  star.track_age = pulsing ? l.second_dredge_up : l.agb_start;
}

}  // namespace

Star giant_from_core(const TrackCoefficients& tracks, StellarType type, double mass, double core_mass, double burnt) {
  Star star;
  star.type = type;
  star.mass = star.track_mass = mass;
  star.core_mass = core_mass;
  if (type == StellarType::early_agb || type == StellarType::pulsing_agb) {
    place_on_agb(tracks, star);
    return star;
  }
  const bool burns = type == StellarType::core_helium_burning && core_mass > tracks.flash_core_at_ignition;
  const double heaviest = Landmarks(tracks, tracks.metallicity.first_giant_mass).gap_end_core;
  if (burns) {
    place_in_helium_burning(tracks, burnt, star);
  } else if (core_mass >= heaviest) {
    place_in_helium_burning(tracks, 0, star);
  } else {
    place_on_giant_branch(tracks, star);
  }
  return star;
}

Star helium_giant_from_core(double mass, double co_core_mass) {
  Star star;
  star.type = StellarType::helium_hertzsprung_gap;
  star.mass = mass;
  star.core_mass = star.co_core_mass = co_core_mass;
  const auto core = [](double m) {
    const helium_star::ShellBurning burning(m);
    return burning.relation.core_mass(burning.terminal_luminosity);
  };
  double heaviest = mass;
  while (core(heaviest) < co_core_mass && heaviest < 1024 * mass) heaviest *= 2;
  star.track_mass = core(co_core_mass) < co_core_mass ? mass_for(co_core_mass, heaviest, co_core_mass, core) : mass;
  star.track_age = helium_star::ShellBurning(star.track_mass).start * (1 + 1e-10);
  return star;
}

}  // namespace tucana::stellar
