#include "tucana/physics/stellar/binary/pair_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "tucana/core/random.h"
#include "tucana/fewbody/gravitational_radiation.h"
#include "tucana/physics/stellar/binary/pair_supernova.h"
#include "tucana/physics/stellar/binary/roche_lobe.h"
#include "tucana/physics/stellar/binary/star_in_pair.h"
#include "tucana/physics/stellar/binary/tidal_friction.h"
#include "tucana/physics/stellar/phase.h"
#include "tucana/physics/stellar/spin.h"
#include "tucana/physics/stellar/star_from_core.h"

namespace tucana::stellar {
namespace {

constexpr double years_per_myr = 1e6;
/// The orbit may change by this part in a step.
constexpr double orbit_part = 0.02;

double lobe_of(const PairState& pair, std::size_t i) {
  return roche_lobe(pair.star(i).mass / pair.star(1 - i).mass) * pair.semi_major_axis;
}

RadiatingOrbit radiation(const PairState& pair) {
  return radiation_rates(pair_gravity * pair.star(0).mass, pair_gravity * pair.star(1).mass,
                         {pair.semi_major_axis, pair.eccentricity}, light_speed);
}

/// The torque of magnetic braking per cube of the spin (eq. 50 of Hurley, Tout & Pols 2002).
double braking(const TrackCoefficients& tracks, const Star& star) {
  constexpr double least_mass = 0.35;  // fully convective stars do not brake
  if (star.mass <= least_mass || is_remnant(star.type)) return 0;
  return 5.83e-16 * convective_layer(tracks, star).mass / star.mass * std::pow(star.radius, 3);
}

/// Of phases that burn in the centre, in Myr; others have short steps anyway.
double phase_duration(const TrackCoefficients& tracks, const Star& star) {
  if (is_main_sequence(star.type)) return tracks.main_sequence.lifetime(std::min(star.mass, largest_fit_mass));
  if (star.type == StellarType::helium_main_sequence) return helium_star::main_sequence_lifetime(star.mass);
  if (star.type == StellarType::core_helium_burning) return Landmarks(tracks, star.track_mass).burning_time;
  return std::numeric_limits<double>::infinity();
}

/// At which a star would be torn apart.
double break_up_spin(const Star& star) { return orbital_frequency(star.mass, star.radius); }

/// The same angular momentum with another eccentricity.
void keep_eccentricity(PairState& pair, double e) {
  const double before = pair.eccentricity;
  pair.eccentricity = e;
  pair.semi_major_axis *= (1 - before * before) / (1 - e * e);
}

/// A true position and velocity on the orbit at a random time.
ExplodingPair at_random_phase(const PairState& pair, std::size_t i, double mass, double remnant, RandomStream& random) {
  const double e = pair.eccentricity, mean = 2 * std::numbers::pi * random.uniform();
  double anomaly = mean;
  for (int k = 0; k < 60; ++k) anomaly -= (anomaly - e * std::sin(anomaly) - mean) / (1 - e * std::cos(anomaly));
  const double a = pair.semi_major_axis, root = std::sqrt(1 - e * e), c = std::cos(anomaly), s = std::sin(anomaly);
  const double other = pair.star(1 - i).mass, rate = orbital_frequency(mass + other, a) / (1 - e * c);
  return {mass, remnant, other, {a * (c - e), a * root * s, 0}, {-a * s * rate, a * root * c * rate, 0}};
}

}  // namespace

Star within_lobe(const PairState& pair, std::size_t i) {
  Star star = pair.star(i);
  if (star.mass > 0 && pair.star(1 - i).mass > 0)
    star.radius = std::min(star.radius, std::max(lobe_of(pair, i), star.core_radius));
  return star;
}

double overflow(const PairState& pair, std::size_t i) {
  if (pair.star(i).mass <= 0 || pair.star(1 - i).mass <= 0) return -1;
  return pair.star(i).radius / lobe_of(pair, i) - 1;
}

int overflowing_star(const PairState& pair) {
  const double first = overflow(pair, 0), second = overflow(pair, 1);
  if (std::max(first, second) <= 0) return -1;
  return first >= second ? 0 : 1;
}

double contact(const PairState& pair) {
  return (pair.star(0).radius + pair.star(1).radius) / (pair.semi_major_axis * (1 - pair.eccentricity)) - 1;
}

namespace {

EvolutionOptions without_winds(EvolutionOptions options) {
  options.winds.kind = WindKind::off;
  return options;
}

}  // namespace

PairStep::PairStep(const SseProvider& provider, const PairOptions& options)
    : provider_(provider), options_(options), calm_(without_winds(provider.options())) {}

double PairStep::longest(const PairState& pair, double limit) const {
  // A step must change the age, since a star may be at the very end of a phase.
  const double shortest = 1e-12 * std::max(pair.age, 1.0);
  double h = limit;
  for (const StarState& star : pair.stars) h = std::min(h, std::max(provider_.next_update(star) - pair.age, shortest));
  // A star that may touch the other one is followed through its changes of radius, which are not monotonic; tides
  // depend on the radius steeply, and steps of a star allow for a tenth.
  constexpr double part_of_phase = 0.005, near_contact = 0.3, raises_tides = 0.05;
  constexpr int parts_of_step = 32;
  for (std::size_t i = 0; i < 2; ++i) {
    const StarState& state = pair.stars[i];
    const double size = (1 + overflow(pair, i)) / (1 - pair.eccentricity);
    if (size > near_contact) h = std::min(h, part_of_phase * phase_duration(tracks(pair), state.now));
    if (options_.tides && size > raises_tides && !is_remnant(state.now.type))
      h = std::min(h, std::max((state.next.age - state.base.age) / parts_of_step, shortest));
  }
  double fastest = options_.radiation ? std::abs(radiation(pair).semi_major_axis) / pair.semi_major_axis : 0;
  const double momentum = pair.angular_momentum(), frequency = orbital_frequency(pair.mass(), pair.semi_major_axis);
  for (std::size_t i = 0; options_.tides && i < 2; ++i) {
    const Star star = within_lobe(pair, i);
    const TidalRates rates = tides_in(pair, i, pair);
    fastest = std::max({fastest, std::abs(rates.eccentricity) / (1 - pair.eccentricity),
                        braking(tracks(pair), star) * std::pow(star.spin, 3) / momentum});
    // What the spin takes from the orbit; the spin itself may relax within a step.
    const double inertia = moment_of_inertia(star);
    if (inertia * std::abs(frequency - star.spin) > orbit_part * momentum)
      fastest = std::max(fastest, std::abs(rates.of_spin(star.spin)) * inertia / momentum);
  }
  return fastest > 0 ? std::min(h, std::max(orbit_part / fastest / years_per_myr, shortest)) : h;
}

/// Of second order: rates as they are in the middle.
void PairStep::radiate(PairState& pair, double years) const {
  if (!options_.radiation) return;
  const auto move = [](PairState& state, const PairState& at, double time) {
    const RadiatingOrbit rates = radiation(at);
    state.semi_major_axis *= std::exp(rates.semi_major_axis / at.semi_major_axis * time);
    state.eccentricity = std::max(0.0, state.eccentricity + rates.eccentricity * time);
  };
  PairState middle = pair;
  move(middle, pair, years / 2);
  move(pair, middle, years);
}

double PairStep::transfer_rate_of(const PairState& pair) const {
  const auto i = static_cast<std::size_t>(pair.donor);
  return transfer_rate(pair.star(i), lobe_of(pair, i));
}

/// The companion takes what it can (section 2.6.6), which may be its end as a white dwarf.
std::optional<TypeChange> PairStep::accrete(PairState& pair, std::size_t companion, const Star& donor,
                                            const Accretion& accreted, double years, Happened& happened) const {
  StarState& state = pair.stars[companion];
  const Star before = state.now;
  const double gained = accreted.kept * years;
  if (accreted.new_giant) {
    const bool burns = before.type == StellarType::helium_main_sequence;
    const double core = has_envelope(before) ? before.core_mass : before.mass;
    const double burnt = burns ? Phase(tracks(pair), provider_.options(), before).progress() : 1;
    Star giant = giant_from_core(tracks(pair), *accreted.new_giant, before.mass + gained, core, burnt);
    giant.spin = before.spin;
    become(provider_, state, giant);
    happened.type_change = true;
    return {};
  }
  change_mass(provider_, state, gained, Mixing::into_convective_core);
  const Star& after = state.now;
  if (is_white_dwarf(after.type) && donor.type <= StellarType::helium_white_dwarf) {
    // Helium, accreted or burnt from hydrogen, ignites: as a whole in a helium white dwarf, as a layer on a heavier
    // one, which survives only if it is of oxygen and neon.
    constexpr double helium_ignites = 0.7, layer_ignites = 0.15;
    const bool layer = after.mass - after.track_mass >= layer_ignites;
    const bool destroyed = (after.type == StellarType::helium_white_dwarf && after.mass >= helium_ignites) ||
                           (after.type == StellarType::carbon_oxygen_white_dwarf && layer);
    if (destroyed) vanish(state, before.age);
    if (!destroyed && layer) state.now.track_mass = state.base.track_mass = state.next.track_mass = after.mass;
  }
  if (after.type == before.type) return {};
  happened.type_change = true;
  happened.supernova = is_white_dwarf(before.type);
  return collapse_of_dwarf(state, before, gained);
}

/// No star turns faster than it can: what its rotation has to give away, to the orbit if anybody takes it.
double PairStep::excess_of_spin(const PairState& pair, std::size_t i, Spins& spins) {
  const Star star = within_lobe(pair, i);
  const double excess = spins[i] - moment_of_inertia(star) * break_up_spin(star);
  if (!(excess > 0)) return 0;
  spins[i] -= excess;
  return excess;
}

void PairStep::transfer(PairState& pair, double years, Spins& spins, Happened& happened) const {
  const auto i = static_cast<std::size_t>(pair.donor), j = 1 - i;
  const Star donor = pair.star(i), companion = pair.star(j);
  const double frequency = orbital_frequency(pair.mass(), pair.semi_major_axis), a = pair.semi_major_axis;
  const double available = has_envelope(donor) ? donor.mass - donor.core_mass : donor.mass;
  const double given = std::min(transfer_rate_of(pair) * years, available);
  const Accretion accreted = accretion(options_.accretion, donor, companion, given / years,
                                       tracks(pair).metallicity.hydrogen, 2 * std::numbers::pi / frequency);
  double momentum = pair.angular_momentum();
  // What is lost leaves with the orbital momentum of the star that it leaves from.
  const double arm = a * (accreted.lost_by_companion ? donor.mass : companion.mass) / pair.mass();
  momentum -=
      (given - accreted.kept * years) * arm * arm * frequency * std::sqrt(1 - pair.eccentricity * pair.eccentricity);
  // The stream takes rotation from the donor, and brings it to the companion from the inner edge of a disc or, where
  // there is no room for one, as from the disc that would form (Ulrich & Burger 1976, ApJ 206, 509).
  const double from_donor = std::pow(within_lobe(pair, i).radius, 2) * donor.spin * given;
  const double ratio = companion.mass / donor.mass;
  const double closest = 0.0425 * a * std::sqrt(std::sqrt(ratio * (1 + ratio)));
  const double from = closest > companion.radius ? companion.radius : 1.7 * closest;
  const double to_companion = accreted.taken * years * std::sqrt(pair_gravity * companion.mass * from);
  spins[i] -= from_donor;
  spins[j] +=
      to_companion - (accreted.taken - accreted.kept) * years * companion.radius * companion.radius * companion.spin;
  momentum += from_donor - to_companion;
  change_mass(provider_, pair.stars[i], -given, Mixing::none);
  happened.type_change |= pair.star(i).type != donor.type;
  const std::optional<TypeChange> dwarf = accrete(pair, j, donor, accreted, years, happened);
  if (!pair.are_both_there()) return;
  if (dwarf) {
    // The orbit is that of the mass that has arrived, before a part of it leaves at once.
    pair.stars[j].now.mass = dwarf->before.mass;
    pair.set_angular_momentum(std::max(momentum, 1e-10));
    pair.stars[j].now.mass = dwarf->after.mass;
    return collapse(pair, j, *dwarf, spins, happened);
  }
  for (std::size_t k = 0; k < 2; ++k) momentum += excess_of_spin(pair, k, spins);
  pair.set_angular_momentum(std::max(momentum, 1e-10));
}

void PairStep::supernova(PairState& pair, std::size_t i, const TypeChange& change, Happened& happened) const {
  happened.supernova = true;
  pair.explosions[i] = change;
  if (options_.leave_supernovae) {
    pair.bond = PairState::Bond::apart;
    return;
  }
  if (change.after.type == StellarType::no_remnant) {
    pair.bond = PairState::Bond::apart;
    happened.disruption = true;
    return;
  }
  const auto item = StarId{static_cast<std::int64_t>(i)};
  RandomStream random(options_.seed, RandomUse::supernova_phase, 2 * change.supernova_number + i);
  const Vec3 kick = supernova_kick(options_.kicks, change.collapse, options_.seed, item, change.supernova_number) * kms;
  const PairAfterSupernova after =
      explode(at_random_phase(pair, i, change.before.mass, change.after.mass, random), kick);
  if (!after.is_bound) {
    pair.bond = PairState::Bond::apart;
    happened.disruption = true;
    return;
  }
  pair.semi_major_axis = after.semi_major_axis;
  pair.eccentricity = after.eccentricity;
}

/// The companion has become a neutron star by what it gained.
void PairStep::collapse(PairState& pair, std::size_t i, const TypeChange& change, Spins& spins,
                        Happened& happened) const {
  spins[i] = compact_spin * moment_of_inertia(pair.star(i));
  supernova(pair, i, change, happened);
}

/// A wind widens the orbit, and the companion catches a part of it. What it catches depends on radius and orbit, which
/// change within the step of a star: in parts, with a radius in between.
std::optional<TypeChange> PairStep::wind(PairState& pair, std::size_t i, const Star& start, const Star& end,
                                         Spins& spins, Happened& happened) const {
  constexpr double largest_part = 1e-3;
  const std::size_t j = 1 - i;
  const Star other = pair.star(j);
  const double lost = start.mass - end.mass;
  const int parts = std::clamp(static_cast<int>(lost / (largest_part * start.mass)), 1, 1000);
  WindOrbit orbit{pair.semi_major_axis, pair.eccentricity};
  Star donor = start;
  double caught = 0;
  for (int k = 0; k < parts; ++k) {
    donor.radius = start.radius + (k + 0.5) / parts * (end.radius - start.radius);
    const double piece = lost / parts, mass = other.mass + caught;
    const double share = caught_wind(options_.winds, donor, mass, orbit.semi_major_axis, orbit.eccentricity);
    orbit = after_wind(orbit, donor.mass, mass, piece, share * piece);
    caught += share * piece;
    donor.mass -= piece;
  }
  pair.semi_major_axis = orbit.semi_major_axis;
  pair.eccentricity = orbit.eccentricity;
  // What the shells that leave carry away of the star's rotation: the mean of what it is if tides restore the rotation
  // meanwhile, and if nobody does.
  const double spin = spins[i] / moment_of_inertia(start);
  const double shells = (start.radius * start.radius + end.radius * end.radius) / 3 * lost;
  const double restored = shells * spin, alone = spins[i] * -std::expm1(-shells / moment_of_inertia(start));
  const double taken = std::min(0.5 * (restored + alone), spins[i]);
  spins[i] -= taken;
  spins[j] += taken * caught / lost;
  if (caught > 0) change_mass(provider_, pair.stars[j], caught, Mixing::none);
  happened.type_change |= pair.star(j).type != other.type;
  return collapse_of_dwarf(pair.stars[j], other, caught);
}

/// The wind of a star that overflows is that of one that fills its lobe.
void PairStep::evolve_donor(PairState& pair, double years, SupernovaSink report) const {
  const auto i = static_cast<std::size_t>(pair.donor);
  StarState& state = pair.stars[i];
  const Star star = within_lobe(pair, i);
  state = calm_.resume(state.now, state.initial_mass, state.metallicity, state.supernovae);
  calm_.advance(state, pair.age, report);
  if (is_remnant(state.now.type)) return;
  const double rate = wind_rate(provider_.options().winds, {star.type, star.luminosity, star.radius, star.temperature(),
                                                            star.mass, star.core_mass, state.metallicity});
  const double most = has_envelope(state.now) ? state.now.mass - state.now.core_mass : 0.5 * state.now.mass;
  change_mass(provider_, state, -std::min(rate * years, most), Mixing::none);
}

/// d(spin)/dt = -c spin^3
void PairStep::brake(const PairState& pair, std::size_t i, double h, Spins& spins) const {
  if (pair.star(i).mass <= 0 || spins[i] <= 0) return;
  const Star star = within_lobe(pair, i);
  const double torque = braking(tracks(pair), star);
  if (torque <= 0) return;
  const double inertia = moment_of_inertia(star), spin = spins[i] / inertia;
  spins[i] /= std::sqrt(1 + 2 * torque / inertia * spin * spin * h * years_per_myr);
}

void PairStep::evolve(PairState& pair, double h, Spins& spins, Happened& happened) const {
  for (std::size_t i = 0; i < 2; ++i) {
    const Star start = within_lobe(pair, i);
    if (start.type == StellarType::no_remnant) continue;
    brake(pair, i, h / 2, spins);
    std::optional<TypeChange> explosion, first, dwarf;
    const auto note = [&](const TypeChange& change) {
      happened.type_change = true;
      if (!first) first = change;
      if (change.is_supernova) explosion = change;
    };
    const double e = pair.eccentricity;
    const bool overflows = pair.donor == static_cast<int>(i);
    if (overflows) {
      evolve_donor(pair, h * years_per_myr, note);
    } else {
      provider_.advance(pair.stars[i], pair.age, note);
    }
    Star end = first ? first->before : pair.star(i);
    end.mass = explosion ? explosion->before.mass : pair.star(i).mass;
    if (overflows) end.radius = std::min(end.radius, start.radius);
    if (pair.bond == PairState::Bond::bound && end.mass < start.mass && pair.star(1 - i).mass > 0)
      dwarf = wind(pair, i, start, end, spins, happened);
    if (pair.donor >= 0) keep_eccentricity(pair, e);
    if (dwarf) collapse(pair, 1 - i, *dwarf, spins, happened);
    if (explosion && (pair.bond == PairState::Bond::bound || options_.leave_supernovae))
      supernova(pair, i, *explosion, happened);
    if (explosion) spins[i] = compact_spin * moment_of_inertia(pair.star(i));
    brake(pair, i, h / 2, spins);
  }
}

void PairStep::set_spins(PairState& pair, const Spins& spins) const {
  for (std::size_t i = 0; i < 2; ++i) {
    if (pair.star(i).mass <= 0) continue;
    const Star star = within_lobe(pair, i);
    const double inertia = moment_of_inertia(star);
    if (inertia > 0) set_spin(pair.stars[i], std::min(std::max(spins[i], 1e-10) / inertia, break_up_spin(star)));
  }
}

PairStep::Happened PairStep::make(PairState& pair, double h) const {
  Happened happened;
  pair.explosions = {};
  Spins spins;
  for (std::size_t i = 0; i < 2; ++i) {
    const Star star = within_lobe(pair, i);
    spins[i] = moment_of_inertia(star) * star.spin;
  }
  const double years = h * years_per_myr;
  radiate(pair, years / 2);
  if (options_.tides) tides(pair, years / 2, spins);
  if (pair.donor >= 0) transfer(pair, years, spins, happened);
  pair.age += h;
  if (pair.are_both_there()) evolve(pair, h, spins, happened);
  const bool goes_on = pair.bond == PairState::Bond::bound && pair.are_both_there();
  // The wind of a star that overflows brings its companion more than it can hold, as the stream does.
  if (goes_on && pair.donor >= 0)
    pair.set_angular_momentum(pair.angular_momentum() +
                              excess_of_spin(pair, static_cast<std::size_t>(1 - pair.donor), spins));
  set_spins(pair, spins);
  if (goes_on && options_.tides) {
    tides(pair, years / 2, spins);
    set_spins(pair, spins);
  }
  if (goes_on) radiate(pair, years / 2);
  return happened;
}

}  // namespace tucana::stellar
