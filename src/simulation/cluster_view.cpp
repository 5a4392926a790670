#include "tucana/simulation/cluster_view.h"

#include <cmath>

#include "tucana/simulation/cluster_in_field.h"

namespace tucana {
namespace {

/// Away from the galaxy, along the orbit, and along the axis of the rotation. Those of space where nothing turns.
struct Axes {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

  Vec3 along(const Vec3& a) const { return {dot(a, x), dot(a, y), dot(a, z)}; }
};

/// A linear tide has the cluster at the origin, and the galaxy on the -x axis at time 0.
Axes axes_of(const PhasePoint& cluster, const TidalFrame& tide, double time, bool is_at_origin) {
  const double speed = norm(tide.angular_velocity), angle = speed * time;
  if (!(speed > 0)) return {};
  Axes axes;
  axes.z = (1 / speed) * tide.angular_velocity;
  axes.x = is_at_origin ? Vec3{std::cos(angle), std::copysign(1.0, axes.z.z) * std::sin(angle), 0}
                        : (1 / norm(cluster.x)) * cluster.x;
  axes.y = cross(axes.z, axes.x);
  return axes;
}

}  // namespace

std::optional<ClusterView> cluster_view(const Stars& stars, double time, const Options& options,
                                        const ExternalField* field) {
  if (field == nullptr) return {};
  const PhasePoint centre = cluster_in_field(stars, time, options, field).centre;
  const auto own = frame_of_tide(options.field);
  const auto tide = own ? own : tidal_frame(*field, time, centre);
  const Axes axes = tide ? axes_of(centre, *tide, time, own.has_value()) : Axes{};
  const Vec3 turning = tide ? tide->angular_velocity : Vec3{};
  ClusterView view{centre.x, centre.v, turning, {}, {}};
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 x = stars.position[i] - centre.x, v = stars.velocity[i] - centre.v - cross(turning, x);
    view.positions.push_back(axes.along(x));
    view.velocities.push_back(axes.along(v));
  }
  return view;
}

}  // namespace tucana
