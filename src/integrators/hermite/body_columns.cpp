#include "tucana/integrators/hermite/body_columns.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"

namespace tucana {

void BodyColumns::take(const Stars& stars) {
  const std::size_t n = stars.size();
  id.assign(stars.id.begin(), stars.id.end());
  mass.assign(stars.mass.begin(), stars.mass.end());
  radius.assign(stars.radius.begin(), stars.radius.end());
  x.assign(stars.position.begin(), stars.position.end());
  v.assign(stars.velocity.begin(), stars.velocity.end());
  a.assign(n, {});
  j.assign(n, {});
  s.assign(has_crackle() ? n : 0, {});
  c.assign(has_crackle() ? n : 0, {});
  time.assign(n, Tick{0});
  device_rows.clear();
  frame = {};
  move_frame(Tick{0});
}

bool BodyColumns::move_frame(Tick t) {
  const auto shift = frame_shift(size(), [&](std::size_t i) { return PhasePoint{x[i], v[i]}; });
  if (!shift) return false;
  frame.move_by(*shift, t);
  for (Vec3& place : x) place -= shift->x;
  for (Vec3& velocity : v) velocity -= shift->v;
  return true;
}

void BodyColumns::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  frame.describe(archive);
  archive.field("id", id);
  archive.field("mass", mass);
  archive.field("radius", radius);
  archive.field("x", x);
  archive.field("v", v);
  archive.field("a", a);
  archive.field("j", j);
  if (has_crackle()) {
    archive.field("s", s);
    archive.field("c", c);
    archive.field("device_rows", device_rows);
  }
  archive.field("time", time);
  const std::size_t n = size(), higher = has_crackle() ? n : 0;
  const auto has = [](const auto& column, std::size_t rows) { return column.size() == rows; };
  const bool whole = has(mass, n) && has(radius, n) && has(x, n) && has(v, n) && has(a, n) && has(j, n) &&
                     has(s, higher) && has(c, higher) && has(time, n);
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
  if (!archive.loading()) return;
  check_loaded_bodies(id, mass, x, v);
  check_loaded(all_finite(radius), "a radius is not a number");
  check_loaded(all_finite(a) && all_finite(j) && all_finite(s) && all_finite(c), "a force is not a number");
}

void BodyColumns::check_times(Tick now) const {
  check_loaded(std::all_of(time.begin(), time.end(), [&](Tick t) { return t.n >= 0 && t <= now; }),
               "the time of a body is out of range");
}

}  // namespace tucana
