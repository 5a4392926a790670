#include "tucana/models/cluster/cluster_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/potential_energy.h"
#include "tucana/models/cluster/central_hole.h"
#include "tucana/models/cluster/centres.h"
#include "tucana/models/cluster/stellar_units.h"
#include "tucana/models/henon_units.h"
#include "tucana/models/interaction_energy.h"

namespace tucana {
namespace {

void check(const ClusterModelOptions& o) {
  if (!(o.virial_ratio >= 0 && o.virial_ratio < 1)) {
    throw InputError(fmt::format("virial ratio {:g} is not >= 0 and < 1; 0.5 is equilibrium", o.virial_ratio));
  }
  if (!(o.rotation >= 0 && o.rotation < 1)) {
    throw InputError(fmt::format("rotation {:g}, a part of the kinetic energy, is not >= 0 and < 1", o.rotation));
  }
  const auto need_length = [](const char* what, double value) {
    if (!(value >= 0 && std::isfinite(value))) throw InputError(fmt::format("{} of {:g} pc is not > 0", what, value));
  };
  need_length("half-mass radius", o.half_mass_radius_pc);
  need_length("length unit", o.length_unit_pc);
  if (o.half_mass_radius_pc > 0 && o.length_unit_pc > 0) {
    throw InputError("half-mass radius and length unit both give the scale; leave one out");
  }
  if (!(o.black_hole_msun >= 0 && std::isfinite(o.black_hole_msun))) {
    throw InputError(fmt::format("a black hole of {:g} Msun has no mass > 0", o.black_hole_msun));
  }
  if (o.black_hole_msun > 0 && o.profile.kind == ClusterProfileKind::fractal) {
    throw InputError("a black hole needs a profile with a centre, which a fractal has not; leave one out");
  }
  check_pair_orbits(o.orbits);
}

/// The orbits of all pairs, with the masses that their stars have at the start.
std::vector<PairOrbit> draw_orbits(const ClusterModelOptions& options, const Population& population, Workers& workers) {
  std::vector<PairOrbit> orbits(population.pairs.size());
  for_each_index<64>(workers, orbits.size(), [&](std::size_t i) {
    const auto& [heavier, lighter] = population.pairs[i];
    orbits[i] = draw_pair_orbit(options.orbits, heavier, lighter, options.seed, i);
  });
  return orbits;
}

/// The centres of mass, scaled, with what is to be put at them.
struct Centres {
  std::vector<PairOrbit> orbits;  ///< of the first ones, which are pairs
  StarsBuffer stars;              ///< masses, places and velocities of all
  /// Masses are summed up in this unit, that of equal stars, so that these are the same bits whatever they weigh.
  double unit_msun = 1;
  double total = 0;

  double total_msun() const { return total * unit_msun; }
  double share(double msun) const { return msun / unit_msun / total; }
};

/// The masses of the centres in Msun: pairs first.
std::vector<double> centre_masses(const std::vector<PairOrbit>& orbits, const std::vector<double>& singles) {
  std::vector<double> masses;
  masses.reserve(orbits.size() + singles.size());
  for (const PairOrbit& pair : orbits) masses.push_back(pair.heavier + pair.lighter);
  masses.insert(masses.end(), singles.begin(), singles.end());
  return masses;
}

/// Scales the centres to E = -1/4 and the virial ratio, and makes them rotate.
void scale_centres(StarsBuffer& centres, const ClusterModelOptions& options, ForceEngine& engine) {
  centre_on_mass(centres);
  const double potential = engine.sums_all_pairs() ? potential_energy(centres.view(), PairLaw{}, engine)
                                                   : grouped_potential_energy(centres.view(), PairLaw{}, engine);
  scale_to_henon_units(centres, potential, options.virial_ratio);
  if (options.rotation > 0) set_rotation(centres, options.rotation);
}

/// Without `with_orbits` the masses of pairs are as they were drawn: their orbits are not known yet.
Centres make_centres(const ClusterModelOptions& options, bool with_orbits, ForceEngine& engine, Workers& workers) {
  check(options);
  const Population population = draw_population(options.population, make_mass_function(options.masses), options.seed);
  Centres centres;
  if (with_orbits) {
    centres.orbits = draw_orbits(options, population, workers);
  } else {
    for (const auto& [heavier, lighter] : population.pairs) centres.orbits.push_back({heavier, lighter, {}});
  }
  const std::vector<double> masses = centre_masses(centres.orbits, population.singles);
  if (options.masses.kind == MassFunctionKind::equal) centres.unit_msun = options.masses.equal_mass;
  CompensatedSum sum;
  for (const double m : masses) sum.add(m / centres.unit_msun);
  if (options.black_hole_msun > 0) sum.add(options.black_hole_msun / centres.unit_msun);
  centres.total = sum.value();
  centres.stars = draw_centres(options.profile, options.segregation, masses, options.seed, workers);
  for (double& m : centres.stars.mass) m = centres.share(m);
  if (options.black_hole_msun > 0) add_central_hole(centres.stars, centres.share(options.black_hole_msun));
  scale_centres(centres.stars, options, engine);
  return centres;
}

UnitScale scale_of(const StarsBuffer& centres, const ClusterModelOptions& options, double total_msun) {
  UnitScale units{options.length_unit_pc > 0 ? options.length_unit_pc : 1, total_msun};
  if (options.half_mass_radius_pc > 0) {
    const double radius = half_mass_radius(centres.view());
    if (!(radius > 0))
      throw InputError("half of the mass is in one star, there is no half-mass radius; give the length unit");
    units.length_pc = options.half_mass_radius_pc / radius;
  }
  return units;
}

/// Puts the two stars of a pair around its centre.
void place_pair(ClusterModel& model, std::size_t p, const PairOrbit& orbit, const CentreState& centre) {
  const std::size_t a = 2 * p, b = 2 * p + 1;
  const double total = model.stars.mass[a] + model.stars.mass[b];
  PrimordialPair& pair = model.pairs[p];
  pair = {model.stars.id[a], model.stars.id[b], orbit.elements};
  pair.elements.semi_major_axis /= au_per_pc * model.units.length_pc;
  const RelativeState apart = ellipse_state(pair.elements, total);
  const double share_a = model.stars.mass[b] / total, share_b = model.stars.mass[a] / total;
  // Relative states are kept with all their digits: a run may start from them rather than from differences of places.
  model.stars.systems[p] = {.kind = SystemKind::pair,
                            .first = static_cast<std::uint32_t>(a),
                            .count = 2,
                            .position = centre.position,
                            .velocity = centre.velocity};
  const auto put = [&](std::size_t row, double share) {
    SystemMember& member = model.stars.system_members[row];
    member = {static_cast<std::uint32_t>(row), apart.position * share, apart.velocity * share};
    model.stars.position[row] = centre.position + member.position;
    model.stars.velocity[row] = centre.velocity + member.velocity;
  };
  put(a, -share_a);
  put(b, share_b);
}

}  // namespace

MassFunction make_mass_function(const MassFunctionOptions& o) {
  switch (o.kind) {
    case MassFunctionKind::salpeter: return salpeter_mass_function(o.low, o.high);
    case MassFunctionKind::kroupa_2001: return kroupa_2001_mass_function(o.low, o.high);
    case MassFunctionKind::kroupa_tout_gilmore_1993: return kroupa_tout_gilmore_1993_mass_function(o.low, o.high);
    case MassFunctionKind::power_law: return {o.pieces, o.low, o.high};
    default: return salpeter_mass_function(o.equal_mass, o.equal_mass);
  }
}

double half_mass_radius(const Stars& stars) {
  std::vector<double> radius(stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) radius[i] = norm(stars.position[i]);
  std::vector<std::size_t> order = all_indices(stars.size());
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return radius[a] != radius[b] ? radius[a] < radius[b] : a < b; });
  const double half = total_mass(stars) / 2;
  CompensatedSum inside;
  for (const std::size_t i : order) {
    inside.add(stars.mass[i]);
    if (inside.value() >= half) return radius[i];
  }
  return 0;
}

double cluster_mass_msun(const ClusterModelOptions& options, Workers& workers) {
  check(options);
  const Population population = draw_population(options.population, make_mass_function(options.masses), options.seed);
  CompensatedSum sum;
  if (options.orbits.eigenevolution) {
    for (const PairOrbit& pair : draw_orbits(options, population, workers)) sum.add(pair.heavier + pair.lighter);
  } else {
    for (const auto& [heavier, lighter] : population.pairs) sum.add(heavier + lighter);
  }
  for (const double m : population.singles) sum.add(m);
  if (options.black_hole_msun > 0) sum.add(options.black_hole_msun);
  return sum.value();
}

UnitScale cluster_scale(const ClusterModelOptions& options, ForceEngine& engine, Workers& workers) {
  const Centres centres = make_centres(options, options.orbits.eigenevolution, engine, workers);
  return scale_of(centres.stars, options, centres.total_msun());
}

ClusterModel make_cluster(const ClusterModelOptions& options, ForceEngine& engine, Workers& workers) {
  const Centres centres = make_centres(options, true, engine, workers);
  const auto& orbits = centres.orbits;
  ClusterModel model;
  model.units = scale_of(centres.stars, options, centres.total_msun());
  model.stars.resize(centres.stars.size() + orbits.size());
  model.stars.number_from_one();
  model.pairs.resize(orbits.size());
  model.stars.systems.resize(orbits.size());
  model.stars.system_members.resize(2 * orbits.size());
  for (std::size_t p = 0; p < orbits.size(); ++p) {
    model.stars.mass[2 * p] = centres.share(orbits[p].heavier);
    model.stars.mass[2 * p + 1] = centres.share(orbits[p].lighter);
  }
  for_each_index<64>(workers, orbits.size(), [&](std::size_t p) {
    place_pair(model, p, orbits[p], {centres.stars.position[p], centres.stars.velocity[p]});
  });
  for (std::size_t c = orbits.size(), star = 2 * orbits.size(); c < centres.stars.size(); ++c, ++star) {
    model.stars.mass[star] = centres.stars.mass[c];
    model.stars.position[star] = centres.stars.position[c];
    model.stars.velocity[star] = centres.stars.velocity[c];
  }
  if (options.black_hole_msun > 0) {
    model.stars.family.assign(model.stars.size(), Family::star);
    model.stars.family.back() = Family::other;
  }
  return model;
}

}  // namespace tucana
