#include "tucana/physics/stellar/binary/star_in_pair.h"

#include <limits>

#include "tucana/physics/stellar/phase.h"
#include "tucana/physics/stellar/spin.h"

namespace tucana::stellar {
namespace {

/// The fits of the radii of white dwarfs end there: one that has been eaten up.
constexpr double least_white_dwarf = 0.005;
/// Stars between these masses burn in a radiative core.
constexpr double lightest_radiative_core = 0.35, heaviest_radiative_core = 1.25;

bool mixes(const Star& star, double mass) {
  return is_main_sequence(star.type) && (mass < lightest_radiative_core || mass > heaviest_radiative_core);
}

Star neutron_star(const Star& star) {
  Star after;
  after.type = StellarType::neutron_star;
  after.age = star.age;
  after.mass = after.track_mass = after.core_mass = neutron_star_gravitational_mass(chandrasekhar_mass);
  after.spin = compact_spin;
  return after;
}

}  // namespace

bool has_envelope(const Star& star) {
  return (star.type >= StellarType::hertzsprung_gap && star.type <= StellarType::pulsing_agb) ||
         is_helium_shell_burning(star.type);
}

void vanish(StarState& state, double age) {
  state.now = Star{};
  state.now.type = StellarType::no_remnant;
  state.now.age = age;
  state.base = state.next = state.now;
  state.next.age = std::numeric_limits<double>::infinity();
  state.end = StarState::StepEnd::none;
}

void set_spin(StarState& state, double spin) { state.now.spin = state.base.spin = state.next.spin = spin; }

void become(const SseProvider& provider, StarState& state, Star star) {
  star.age = state.now.age;
  const Phase phase(provider.tracks(state.metallicity), provider.options(), star);
  Star full = phase.at(star.mass, phase.progress());
  full.age = star.age;
  full.spin = star.spin;
  state = provider.resume(full, state.initial_mass, state.metallicity, state.supernovae);
}

void change_mass(const SseProvider& provider, StarState& state, double change, Mixing mixing) {
  const Star star = state.now;
  const double mass = star.mass + change;
  if (is_white_dwarf(star.type)) {
    if (mass < least_white_dwarf) return vanish(state, star.age);
    if (mass >= chandrasekhar_mass) {
      if (star.type != StellarType::oxygen_neon_white_dwarf) return vanish(state, star.age);
      return become(provider, state, neutron_star(star));
    }
  }
  const Phase phase(provider.tracks(state.metallicity), provider.options(), star);
  const bool younger = mixing == Mixing::into_convective_core && change > 0 && mixes(star, mass);
  Star changed = phase.at(mass, phase.progress() * (younger ? star.mass / mass : 1));
  changed.age = star.age;
  changed.spin = star.spin;
  if (is_remnant(star.type)) changed.core_mass = mass;
  if (star.type == StellarType::neutron_star && mass > provider.options().remnants.max_neutron_star)
    changed.type = StellarType::black_hole;
  state = provider.resume(changed, state.initial_mass, state.metallicity, state.supernovae);
}

std::optional<TypeChange> collapse_of_dwarf(StarState& state, const Star& dwarf, double gained) {
  if (!is_white_dwarf(dwarf.type) || state.now.type != StellarType::neutron_star) return {};
  TypeChange change;
  change.before = dwarf;
  change.before.mass = change.before.core_mass = dwarf.mass + gained;
  change.after = state.now;
  change.is_supernova = true;
  change.collapse = {SupernovaKind::electron_capture, StellarType::neutron_star, state.now.mass, 0};
  change.supernova_number = state.supernovae++;
  return change;
}

}  // namespace tucana::stellar
