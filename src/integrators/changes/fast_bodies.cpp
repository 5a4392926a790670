#include "tucana/integrators/changes/fast_bodies.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// In units of typical velocities: slower bodies change the forces on others no faster than steps expect.
constexpr double fast = 10;
/// Of the time in which a body moves by its distance. Hermite steps of this length have the impulse of a passage to
/// about 1 %.
constexpr double part_of_passage = 0.25;
/// Velocities by which nobody would be missed, in units of typical ones.
constexpr double negligible_impulse = 1e-6;

}  // namespace

void FastBodies::add(const BodyAt& body, double speed2, const Frame& frame, Tick t) {
  if (!(speed2 > 0 && body.mass > 0 && norm2(body.v) > fast * fast * speed2)) return;
  bodies_.push_back({body.mass, frame.origin(t) + body.x, frame.velocity() + body.v, t, std::sqrt(speed2)});
}

/// Those that it has left behind see it at no less than about half of its way.
void FastBodies::forget_distant(Tick t, double longest) {
  std::erase_if(bodies_, [&](const Path& path) { return part_of_passage * (t - path.since).units() > 2 * longest; });
}

double FastBodies::longest_step(const Vec3& x, const Vec3& v, const Frame& frame, Tick t) const {
  double step = no_limit;
  for (const Path& path : bodies_) {
    const Vec3 own_velocity = frame.velocity() + v;
    const double speed2 = norm2(path.v - own_velocity);
    // It is this body itself, or one that goes with it.
    if (speed2 < 0.25 * norm2(path.v)) continue;
    const double distance = norm(path.x + (t - path.since).units() * path.v - frame.origin(t) - x);
    const double speed = std::sqrt(speed2);
    if (2 * path.mass < negligible_impulse * path.typical_speed * distance * speed) continue;
    step = std::min(step, part_of_passage * distance / speed);
  }
  return step;
}

void FastBodies::describe(Archive& archive) {
  const Archive::Group group(archive, "fast_bodies");
  std::uint64_t count = bodies_.size();
  archive.field("count", count);
  if (archive.loading()) {
    check_loaded(count <= 1U << 24, "it has too many fast bodies");
    bodies_.assign(count, {});
  }
  archive.column("mass", bodies_, [](Path& path) -> double& { return path.mass; });
  archive.column("x", bodies_, [](Path& path) -> Vec3& { return path.x; });
  archive.column("v", bodies_, [](Path& path) -> Vec3& { return path.v; });
  archive.column("since", bodies_, [](Path& path) -> Tick& { return path.since; });
  archive.column("typical_speed", bodies_, [](Path& path) -> double& { return path.typical_speed; });
}

}  // namespace tucana
