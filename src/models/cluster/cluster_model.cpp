#include "tucana/models/cluster/cluster_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/star_sums.h"
#include "tucana/gravity/potential_energy.h"
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
  model.stars.position[a] = centre.position - apart.position * share_a;
  model.stars.position[b] = centre.position + apart.position * share_b;
  model.stars.velocity[a] = centre.velocity - apart.velocity * share_a;
  model.stars.velocity[b] = centre.velocity + apart.velocity * share_b;
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

ClusterModel make_cluster(const ClusterModelOptions& options, ForceEngine& engine, Workers& workers) {
  check(options);
  const Population population = draw_population(options.population, make_mass_function(options.masses), options.seed);
  const std::vector<PairOrbit> orbits = draw_orbits(options, population, workers);
  const std::vector<double> masses = centre_masses(orbits, population.singles);
  CompensatedSum sum;
  for (const double m : masses) sum.add(m);
  const double total = sum.value();

  StarsBuffer centres = draw_centres(options.profile, options.segregation, masses, options.seed, workers);
  for (double& m : centres.mass) m /= total;
  scale_centres(centres, options, engine);

  ClusterModel model;
  model.units = scale_of(centres, options, total);
  model.stars.resize(population.stars());
  model.stars.number_from_one();
  model.pairs.resize(orbits.size());
  for (std::size_t p = 0; p < orbits.size(); ++p) {
    model.stars.mass[2 * p] = orbits[p].heavier / total;
    model.stars.mass[2 * p + 1] = orbits[p].lighter / total;
  }
  for_each_index<64>(workers, orbits.size(), [&](std::size_t p) {
    place_pair(model, p, orbits[p], {centres.position[p], centres.velocity[p]});
  });
  for (std::size_t c = orbits.size(), star = 2 * orbits.size(); c < centres.size(); ++c, ++star) {
    model.stars.mass[star] = centres.mass[c];
    model.stars.position[star] = centres.position[c];
    model.stars.velocity[star] = centres.velocity[c];
  }
  return model;
}

}  // namespace tucana
