#include "tucana/physics/escapers/bound_cluster.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "tucana/core/compensated_sum.h"

namespace tucana {
namespace {

constexpr double escape_jacobi_radii = 2;
constexpr double escape_half_mass_radii = 20;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Vec3 median_place(const Stars& stars) {
  std::vector<double> x, y, z;
  for (const Vec3& place : stars.position) {
    x.push_back(place.x);
    y.push_back(place.y);
    z.push_back(place.z);
  }
  return {median(std::move(x)), median(std::move(y)), median(std::move(z))};
}

std::vector<double> distances(const Stars& stars, const Vec3& from) {
  std::vector<double> all(stars.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = norm(stars.position[i] - from);
  return all;
}

/// Mean of places and velocities within a radius, by mass, or by number where nothing has a mass.
struct Mean {
  PhasePoint point;
  std::size_t count = 0;
};
Mean mean_within(const Stars& stars, const Vec3& centre, double radius) {
  Mean mean;
  double total = 0;
  const bool massless = std::all_of(stars.mass.begin(), stars.mass.end(), [](double m) { return m == 0; });
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 apart = stars.position[i] - centre;
    if (norm(apart) > radius) continue;
    const double weight = massless ? 1 : stars.mass[i];
    total += weight;
    mean.point.x += weight * apart;
    mean.point.v += weight * stars.velocity[i];
    ++mean.count;
  }
  if (total > 0) mean.point = {centre + mean.point.x * (1 / total), mean.point.v * (1 / total)};
  return mean;
}

PhasePoint find_centre(const Stars& stars) {
  constexpr double shrinking = 0.8;
  const std::size_t fewest = std::max<std::size_t>(16, stars.size() / 50);
  PhasePoint centre{median_place(stars), {}};
  for (double radius = median(distances(stars, centre.x));; radius *= shrinking) {
    const Mean mean = mean_within(stars, centre.x, radius);
    if (mean.count < fewest) break;
    centre.x = mean.point.x;
  }
  centre.v = mean_within(stars, centre.x, median(distances(stars, centre.x))).point.v;
  return centre;
}

/// The stars by their distance from the centre, with what is inside of each.
struct Shells {
  std::vector<std::size_t> order;  ///< rows, from the centre outwards
  std::vector<double> radius;      ///< by row
  std::vector<double> potential;   ///< by row
  std::vector<double> mass_up_to;  ///< in the order

  Shells(const Stars& stars, const Vec3& centre)
      : order(stars.size()), radius(distances(stars, centre)), potential(stars.size()), mass_up_to(stars.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return radius[a] != radius[b] ? radius[a] < radius[b] : a < b; });
    CompensatedSum inside, outside;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::size_t i = order[k];
      if (radius[i] > 0) potential[i] = -inside.value() / radius[i];
      inside.add(stars.mass[i]);
      mass_up_to[k] = inside.value();
    }
    for (std::size_t k = order.size(); k-- > 0;) {
      const std::size_t i = order[k];
      potential[i] -= outside.value();
      if (radius[i] > 0) outside.add(stars.mass[i] / radius[i]);
    }
  }

  double mass_within(double distance) const {
    const auto end =
        std::partition_point(order.begin(), order.end(), [&](std::size_t i) { return radius[i] <= distance; });
    return end == order.begin() ? 0 : mass_up_to[static_cast<std::size_t>(end - order.begin()) - 1];
  }
};

/// The largest mass that is within its own Jacobi radius.
double tidally_bound_mass(const TidalFrame& tide, const Shells& shells) {
  double mass = shells.mass_up_to.back();
  for (;;) {
    const double within = shells.mass_within(tide.jacobi_radius(mass));
    if (within >= mass) return mass;
    mass = within;
  }
}

/// The energies of stars relative to a cluster, per mass, above what they need to leave it.
class EscapeEnergy {
 public:
  EscapeEnergy(const PhasePoint& centre, const std::optional<FieldNow>& in, const std::optional<TidalFrame>& tide,
               double bound_mass)
      : centre_(centre), in_(in), tide_(tide) {
    if (in_) pull_ = in_->field.acceleration(in_->time, centre.x);
    if (tide_ && bound_mass > 0) needed_ = -1.5 * bound_mass / tide_->jacobi_radius(bound_mass);
  }

  double of(const Vec3& position, const Vec3& velocity, double own_potential) const {
    const Vec3 x = position - centre_.x, v = velocity - centre_.v;
    if (!tide_) return norm2(v) / 2 + own_potential + (in_ ? in_->field.potential(in_->time, position) : 0);
    // In turning coordinates that fall with the cluster: differences of the field, and centrifugal force.
    const Vec3 turning = cross(tide_->angular_velocity, x);
    const double tidal = in_->field.potential(in_->time, position) - in_->field.potential(in_->time, centre_.x) +
                         dot(pull_, x) - norm2(turning) / 2;
    return norm2(v - turning) / 2 + own_potential + tidal - needed_;
  }

 private:
  PhasePoint centre_;
  const std::optional<FieldNow>& in_;
  std::optional<TidalFrame> tide_;
  Vec3 pull_;
  double needed_ = 0;
};

/// Of the stars that are no escapers and, in a tide, within the Jacobi radius.
void measure_bound(BoundCluster& cluster, const Stars& stars, const Shells& shells, const std::vector<bool>& escaped) {
  const bool in_tide = cluster.jacobi_radius > 0;
  const auto is_bound = [&](std::size_t i) {
    return in_tide ? shells.radius[i] <= cluster.jacobi_radius : !escaped[i];
  };
  CompensatedSum mass, inside;
  for (const std::size_t i : shells.order)
    if (is_bound(i)) mass.add(stars.mass[i]);
  cluster.mass = mass.value();
  for (const std::size_t i : shells.order) {
    if (!is_bound(i)) continue;
    inside.add(stars.mass[i]);
    cluster.half_mass_radius = shells.radius[i];
    if (inside.value() >= cluster.mass / 2) return;
  }
}

BoundCluster find_among_bodies(const Stars& stars, const std::optional<FieldNow>& in, double escape_radius) {
  BoundCluster cluster;
  if (stars.size() == 0) return cluster;
  cluster.centre = find_centre(stars);
  const Shells shells(stars, cluster.centre.x);
  std::optional<TidalFrame> tide;
  if (in) tide = in->frame ? in->frame : tidal_frame(in->field, in->time, cluster.centre);
  double bound = shells.mass_up_to.back();
  if (tide) {
    bound = tidally_bound_mass(*tide, shells);
    cluster.jacobi_radius = tide->jacobi_radius(bound);
    if (!in->frame && !(cluster.jacobi_radius < norm(cluster.centre.x))) {
      tide.reset();
      cluster.jacobi_radius = 0;
      bound = shells.mass_up_to.back();
    }
  }
  std::vector<bool> escaped(stars.size(), false);
  measure_bound(cluster, stars, shells, escaped);
  cluster.escape_radius = escape_radius > 0 ? escape_radius
                          : tide            ? escape_jacobi_radii * cluster.jacobi_radius
                                            : escape_half_mass_radii * cluster.half_mass_radius;
  const EscapeEnergy energies(cluster.centre, in, tide, bound);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (!(shells.radius[i] > cluster.escape_radius)) continue;
    const double energy = energies.of(stars.position[i], stars.velocity[i], shells.potential[i]);
    if (!(energy > 0)) continue;
    cluster.escapers.push_back({i, shells.radius[i], energy});
    escaped[i] = true;
  }
  measure_bound(cluster, stars, shells, escaped);
  return cluster;
}

/// The stars of bodies that have escaped: of a system all members.
std::vector<Escaper> stars_of(const std::vector<Escaper>& bodies, const StarsBuffer& table, const Stars& stars) {
  std::unordered_map<StarId, double> distance, energy;
  for (const Escaper& body : bodies) {
    distance[table.id[body.row]] = body.distance;
    energy[table.id[body.row]] = body.energy;
  }
  std::vector<StarId> body_of(stars.id.begin(), stars.id.end());
  for (const StarSystem& system : stars.systems) {
    const auto members = stars.members_of(system);
    for (const SystemMember& member : members) body_of[member.row] = stars.id[members.front().row];
  }
  std::vector<Escaper> escapers;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (distance.contains(body_of[i])) escapers.push_back({i, distance[body_of[i]], energy[body_of[i]]});
  }
  return escapers;
}

}  // namespace

BoundCluster find_bound_cluster(const Stars& stars, const std::optional<FieldNow>& in, double escape_radius) {
  if (stars.systems.empty()) return find_among_bodies(stars, in, escape_radius);
  const StarsBuffer bodies = with_systems_as_bodies(stars);
  BoundCluster cluster = find_among_bodies(bodies.view(), in, escape_radius);
  cluster.escapers = stars_of(cluster.escapers, bodies, stars);
  return cluster;
}

}  // namespace tucana
