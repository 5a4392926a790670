#include "tucana/physics/stellar/phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/physics/stellar/tracks/giant.h"
#include "tucana/physics/stellar/tracks/main_sequence.h"
#include "tucana/physics/stellar/tracks/small_envelope.h"

namespace tucana::stellar {
namespace {

bool is_giant(StellarType type) { return type >= StellarType::hertzsprung_gap && type <= StellarType::pulsing_agb; }

double main_sequence_lifetime(const TrackCoefficients& tracks, double mass) {
  return tracks.main_sequence.lifetime(std::min(mass, largest_fit_mass));
}

/// The carbon-oxygen core at which a helium star of this track mass ends (eq. 75 with its mass for that of the core).
double explosion_core(double track_mass) { return std::max(chandrasekhar_mass, 0.773 * track_mass - 0.35); }

}  // namespace

Phase::Phase(const TrackCoefficients& tracks, const EvolutionOptions& options, const Star& star)
    : tracks_(tracks), options_(options), star_(star), progress_(star.track_age) {
  if (is_giant(star.type)) landmarks_.emplace(tracks, star.track_mass);
  if (is_helium_shell_burning(star.type)) burning_.emplace(star.track_mass);
  if (!follows_mass()) return;
  if (is_main_sequence(star.type)) progress_ = star.track_age / main_sequence_lifetime(tracks, star.mass);
  if (star.type == StellarType::helium_main_sequence)
    progress_ = star.track_age / helium_star::main_sequence_lifetime(star.mass);
  if (star.type == StellarType::hertzsprung_gap)
    progress_ =
        (star.track_age - landmarks_->main_sequence_end) / (landmarks_->gap_end - landmarks_->main_sequence_end);
}

bool Phase::follows_mass() const {
  return is_main_sequence(star_.type) || star_.type == StellarType::helium_main_sequence ||
         (star_.type == StellarType::hertzsprung_gap && landmarks_->has_giant_branch);
}

double Phase::rate(double mass) const {
  if (!follows_mass()) return 1;
  if (is_main_sequence(star_.type)) return 1 / main_sequence_lifetime(tracks_, mass);
  if (star_.type == StellarType::helium_main_sequence) return 1 / helium_star::main_sequence_lifetime(mass);
  const bool stays = mass != star_.track_mass && Landmarks(tracks_, mass).gap_end_core < star_.core_mass;
  const double m = std::min(stays ? star_.track_mass : mass, largest_fit_mass);
  return 1 / (tracks_.main_sequence.time_to_giant_branch(m) - tracks_.main_sequence.lifetime(m));
}

double Phase::end(double mass) const {
  if (follows_mass()) return 1;
  switch (star_.type) {
    case StellarType::hertzsprung_gap: return landmarks_->gap_end;
    case StellarType::giant_branch: return landmarks_->ignition;
    case StellarType::core_helium_burning: return landmarks_->agb_start;
    case StellarType::early_agb: return std::min(landmarks_->second_dredge_up, landmarks_->explosion);
    case StellarType::pulsing_agb:
      return std::min(landmarks_->explosion, landmarks_->pulsing_time(std::max(mass, landmarks_->dredge_up_core)));
    case StellarType::helium_hertzsprung_gap:
    case StellarType::helium_giant: {
      const double largest = std::min(helium_star::largest_core(mass), explosion_core(star_.track_mass));
      return std::max(burning_->start, burning_->growth.time(largest));
    }
    default: return std::numeric_limits<double>::infinity();
  }
}

Star Phase::at(double mass, double progress) const {
  Star star = star_;
  star.mass = mass;
  const Structure found = structure_of(mass, progress, star);
  star.luminosity = found.luminosity;
  star.radius = found.radius;
  star.core_mass = found.core_mass;
  star.co_core_mass = found.co_core_mass;
  star.core_radius = found.core_radius;
  return star;
}

Structure Phase::structure_of(double mass, double progress, Star& star) const {
  if (is_main_sequence(star.type)) {
    star.track_mass = mass;
    star.track_age = progress * main_sequence_lifetime(tracks_, mass);
    const bool convective = mass < convective_mass(tracks_.metallicity);
    star.type = convective ? StellarType::low_mass_main_sequence : StellarType::main_sequence;
    return main_sequence(tracks_, mass, progress);
  }
  if (star.type == StellarType::helium_main_sequence) {
    star.track_mass = mass;
    star.track_age = progress * helium_star::main_sequence_lifetime(mass);
    return helium_star::main_sequence(mass, mass, progress);
  }
  if (star.type == StellarType::hertzsprung_gap && follows_mass()) {
    // As long as the mass stays, so do the landmarks. A core that is heavier than any in the gap of the new mass keeps
    // the star on its track.
    std::optional<Landmarks> changed;
    if (mass != star_.track_mass) changed.emplace(tracks_, mass);
    if (changed && changed->gap_end_core < star_.core_mass) changed.reset();
    const Landmarks& l = changed ? *changed : *landmarks_;
    if (changed) star.track_mass = mass;
    star.track_age = l.main_sequence_end + progress * (l.gap_end - l.main_sequence_end);
    return gap(l, mass, star.track_age);
  }
  star.track_age = progress;
  if (landmarks_) return giant(mass, progress);
  if (!burning_) return remnant(mass, progress);
  const Structure found = helium_giant(mass, progress);
  const bool giant =
      helium_star::gap_radius(mass, burning_->relation.luminosity(found.co_core_mass), burning_->terminal_luminosity) >=
      helium_star::giant_radius(burning_->relation.luminosity(found.co_core_mass));
  star.type = giant ? StellarType::helium_giant : StellarType::helium_hertzsprung_gap;
  return found;
}

Structure Phase::gap(const Landmarks& l, double mass, double age) const {
  Structure found = hertzsprung_gap(l, mass, age);
  // The core of a star that has lost mass does not shrink to that of its new track.
  found.core_mass = std::max(found.core_mass, star_.core_mass);
  const BareCore bare = bare_core_of_giant(l, options_.cooling, found.core_mass);
  return with_small_envelope(found, bare, mass, envelope_measure(mass, found.core_mass, found.luminosity));
}

Structure Phase::giant(double mass, double age) const {
  const Landmarks& l = *landmarks_;
  if (star_.type == StellarType::hertzsprung_gap) return gap(l, mass, age);
  Structure found;
  BareCore bare{};
  switch (star_.type) {
    case StellarType::giant_branch:
      found = giant_branch(l, mass, age);
      bare = bare_core_of_giant(l, options_.cooling, found.core_mass);
      break;
    case StellarType::core_helium_burning:
      found = core_helium_burning(l, mass, age);
      bare = bare_core_in_helium_burning(found.core_mass, (age - l.ignition) / l.burning_time);
      break;
    case StellarType::early_agb:
      found = early_agb(l, mass, age);
      bare = bare_core_on_early_agb(l, found, mass, age);
      break;
    default:
      found = pulsing_agb(l, mass, age);
      bare = bare_carbon_oxygen_core(options_.cooling, found.core_mass, tracks_.metallicity.z);
  }
  return with_small_envelope(found, bare, mass, envelope_measure(mass, found.core_mass, found.luminosity));
}

Structure Phase::helium_giant(double mass, double age) const {
  const Structure found = helium_star::shell_burning(*burning_, mass, age);
  const BareCore bare = bare_carbon_oxygen_core(options_.cooling, found.core_mass, tracks_.metallicity.z);
  return with_small_envelope(found, bare, mass, helium_envelope_measure(mass, found.core_mass));
}

Structure Phase::remnant(double mass, double age) const {
  const double z = tracks_.metallicity.z;
  switch (star_.type) {
    case StellarType::helium_white_dwarf:
    case StellarType::carbon_oxygen_white_dwarf:
    case StellarType::oxygen_neon_white_dwarf: {
      const bool helium = star_.type == StellarType::helium_white_dwarf;
      const double radius = white_dwarf_radius(mass), baryons = helium ? helium_baryons : carbon_oxygen_baryons;
      return {white_dwarf_luminosity(options_.cooling, mass, z, baryons, age), radius, mass, helium ? 0 : mass, radius};
    }
    case StellarType::neutron_star:
      return {neutron_star_luminosity(mass, age), neutron_star_radius, mass, mass, neutron_star_radius};
    case StellarType::black_hole:
      return {black_hole_luminosity, black_hole_radius(mass), mass, mass, black_hole_radius(mass)};
    default: return {};
  }
}

double Phase::envelope(const Star& star) const {
  if (is_remnant(star.type) || is_main_sequence(star.type)) return std::numeric_limits<double>::infinity();
  // A helium star needs some mass to burn helium at all.
  if (star.type == StellarType::helium_main_sequence) return star.mass - tracks_.flash_core_at_ignition;
  if (is_helium_shell_burning(star.type)) return helium_star::largest_core(star.mass) - star.core_mass;
  return star.mass - star.core_mass;
}

}  // namespace tucana::stellar
