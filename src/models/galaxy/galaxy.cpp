#include "tucana/models/galaxy/galaxy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/core/random.h"
#include "tucana/models/galaxy/body_counts.h"
#include "tucana/models/galaxy/density.h"
#include "tucana/models/galaxy/disc_motion.h"
#include "tucana/models/galaxy/isotropic_speeds.h"
#include "tucana/models/galaxy/spherical_field.h"
#include "tucana/models/henon_units.h"

namespace tucana {
namespace {

/// Components share the numbers of a seed without overlap: item = component, then body.
constexpr int body_bits = 40;
/// A density without end is followed to here, in scale radii: 2e-6 of a Hernquist sphere lies beyond.
constexpr double far_away = 1e6;
/// Discs stay this much below the escape speed.
constexpr double escape_part = 0.95;

RadialGrid make_grid(const std::vector<std::unique_ptr<Density>>& densities) {
  double inner = densities[0]->scale(), outer = 0;
  std::vector<double> edges;
  for (const auto& density : densities) {
    const double edge = std::isfinite(density->edge()) ? density->edge() : far_away * density->scale();
    inner = std::min(inner, density->scale());
    outer = std::max(outer, edge);
    edges.push_back(edge);
  }
  return {1e-6 * inner, outer, edges};
}

}  // namespace

struct Galaxy::Tables {
  explicit Tables(std::vector<std::unique_ptr<Density>> all) : densities(std::move(all)), grid(make_grid(densities)) {}

  std::vector<std::unique_ptr<Density>> densities;
  RadialGrid grid;
  std::vector<SphericalField> own;  ///< of each component alone, before it is given its mass
  std::unique_ptr<SphericalField> field;
  std::vector<std::unique_ptr<IsotropicSpeeds>> speeds;
  std::vector<std::unique_ptr<DiscMotion>> motions;
  std::vector<std::unique_ptr<DiscShape>> shapes;
};

Galaxy::Galaxy(std::vector<Component> components) : components_(std::move(components)) {
  if (components_.empty()) throw InputError("a galaxy needs at least one component");
  double mass = 0;
  std::vector<std::unique_ptr<Density>> densities;
  for (const Component& c : components_) {
    check_component(c);
    mass += c.mass;
    densities.push_back(make_density(c));
  }
  if (!(mass > 0)) throw InputError("all components are without mass; at least one must pull");
  tables_ = std::make_unique<Tables>(std::move(densities));
  Tables& t = *tables_;
  for (const auto& density : t.densities) {
    t.own.emplace_back(t.grid, [&](double r) { return density->at(r).value; });
  }
  const auto total_density = [&](double r) {
    double sum = 0;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      if (components_[i].mass > 0 && r < t.densities[i]->edge()) {
        sum += components_[i].mass / t.own[i].total_mass() * t.densities[i]->at(r).value;
      }
    }
    return sum;
  };
  t.field = std::make_unique<SphericalField>(t.grid, total_density);
  t.speeds.resize(components_.size());
  t.motions.resize(components_.size());
  t.shapes.resize(components_.size());
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const Component& c = components_[i];
    if (c.profile == ProfileKind::disc) {
      const auto around = [&](double r) { return std::max(0.0, t.field->mass(r) - c.mass * mass_within(i, r)); };
      t.shapes[i] = std::make_unique<DiscShape>(c);
      t.motions[i] = std::make_unique<DiscMotion>(*t.shapes[i], c.mass, c.toomre_q, around);
    } else {
      t.speeds[i] = std::make_unique<IsotropicSpeeds>(c.name, *t.densities[i], 1 / t.own[i].total_mass(), *t.field,
                                                      total_density);
    }
  }
}

Galaxy::~Galaxy() = default;
Galaxy::Galaxy(Galaxy&&) noexcept = default;

const SphericalField& Galaxy::field() const { return *tables_->field; }
const IsotropicSpeeds* Galaxy::speeds(std::size_t component) const { return tables_->speeds[component].get(); }
const DiscMotion* Galaxy::disc(std::size_t component) const { return tables_->motions[component].get(); }

double Galaxy::mass_within(std::size_t component, double r) const {
  const SphericalField& own = tables_->own[component];
  return own.mass(r) / own.total_mass();
}

/// Between two nodes the mass goes as a power of the radius.
double Galaxy::radius_of_mass(std::size_t component, double mass) const {
  const SphericalField& own = tables_->own[component];
  const RadialGrid& grid = tables_->grid;
  const double wanted = mass * own.total_mass();
  std::size_t low = 0, high = grid.node_at(tables_->densities[component]->edge());
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (own.mass_at(middle) <= wanted ? low : high) = middle;
  }
  const double a = own.mass_at(low), b = own.mass_at(low + 1);
  if (!(wanted > 0)) return 0;
  if (!(b > a)) return grid.r(low);
  const double s = std::log(wanted / a) / std::log(b / a);
  return std::min(grid.r(low) * std::exp(s * (grid.log_r(low + 1) - grid.log_r(low))), grid.r(low + 1));
}

void Galaxy::draw(std::size_t component, std::uint64_t i, std::uint64_t seed, Vec3& position, Vec3& velocity) const {
  const std::uint64_t item = static_cast<std::uint64_t>(component) << body_bits | i;
  RandomStream place(seed, RandomUse::model_position, item), motion(seed, RandomUse::model_velocity, item);
  if (const DiscMotion* disc = tables_->motions[component].get()) {
    position = tables_->shapes[component]->draw_position(place);
    const double escape = std::sqrt(2 * tables_->field->potential(norm(position)));
    velocity = disc->draw_velocity(position, escape_part * escape, motion);
    return;
  }
  const double r = radius_of_mass(component, place.uniform());
  position = place.direction() * r;
  const double speed = tables_->speeds[component]->draw_speed(r, motion);
  velocity = motion.direction() * speed;
}

StarsBuffer draw_galaxy(const Galaxy& galaxy, std::size_t n, std::uint64_t seed, Workers& workers) {
  const auto shares = share_bodies(galaxy.components(), n);
  StarsBuffer stars;
  stars.resize(n);
  stars.number_from_one();
  const auto& components = galaxy.components();
  const bool all_stars =
      std::all_of(components.begin(), components.end(), [](const Component& c) { return c.family == Family::star; });
  if (!all_stars) stars.family.resize(n);
  std::size_t first = 0;
  for (std::size_t c = 0; c < components.size(); ++c) {
    constexpr std::size_t piece = 4096;
    const std::size_t bodies = shares[c].bodies;
    workers.run((bodies + piece - 1) / piece, [&](std::size_t unit, int) {
      for (std::size_t i = unit * piece; i < std::min(bodies, (unit + 1) * piece); ++i) {
        galaxy.draw(c, i, seed, stars.position[first + i], stars.velocity[first + i]);
        stars.mass[first + i] = shares[c].body_mass;
        if (!all_stars) stars.family[first + i] = components[c].family;
      }
    });
    first += bodies;
  }
  return stars;
}

StarsBuffer make_galaxy(const Galaxy& galaxy, std::size_t n, std::uint64_t seed, Workers& workers) {
  StarsBuffer stars = draw_galaxy(galaxy, n, seed, workers);
  remove_mean_velocity(stars);
  return stars;
}

}  // namespace tucana
