#include "tucana/integrators/hermite/body_columns.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/slots/show_body.h"

namespace tucana {

template <class Work>
void BodyColumns::for_each_column(const Work& work) {
  work(mass);
  for (auto* column : {&x, &v, &a, &j}) work(*column);
  if (has_crackle())
    for (auto* column : {&s, &c}) work(*column);
  work(time);
}

void BodyColumns::take(const Stars& stars) {
  slots.take(stars);
  const std::size_t n = stars.size();
  mass.assign(stars.mass.begin(), stars.mass.end());
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

void BodyColumns::fit_to_slots() {
  for_each_column([&](auto& column) {
    column.resize(slots.slot_count());
    if (!slots.has_parked()) return;
    for (std::size_t i = 0; i < column.size(); ++i)
      if (slots.is_parked(slot_at(i))) column[i] = {};
  });
}

bool BodyColumns::move_frame(Tick t) {
  const std::vector<Slot> bodies = slots.bodies();
  const auto shift = frame_shift(bodies.size(), [&](std::size_t k) {
    const std::size_t i = index(bodies[k]);
    return PhasePoint{x[i], v[i]};
  });
  if (!shift) return false;
  frame.move_by(*shift, t);
  for (const Slot slot : bodies) {
    x[index(slot)] -= shift->x;
    v[index(slot)] -= shift->v;
  }
  return true;
}

void BodyColumns::renumber(std::span<const Slot> new_slot) {
  for_each_column([&](auto& column) {
    auto moved = column;
    for (std::size_t i = 0; i < column.size(); ++i) moved[index(new_slot[i])] = column[i];
    column = std::move(moved);
  });
  slots.renumber(new_slot);
  slots.drop_parked_end();
  for_each_column([&](auto& column) { column.resize(slots.slot_count()); });
}

bool BodyColumns::all_at(Tick t) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (time[i] != t && !slots.is_parked(slot_at(i))) return false;
  return true;
}

void BodyColumns::show(std::span<const Slot> bodies, std::span<const Vec3> position, std::span<const Vec3> velocity,
                       Tick t, const Subsystems* subsystems, StarsBuffer& stars) const {
  slots.name(stars);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    show_body(slots, bodies[k], {mass[index(bodies[k])], position[k], velocity[k]}, subsystems, stars);
  frame.leave(stars, t);
}

void BodyColumns::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  frame.describe(archive);
  slots.describe(archive);
  archive.field("mass", mass);
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
  bool whole = true;
  for_each_column([&](const auto& column) { whole = whole && column.size() == slots.slot_count(); });
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
  if (!archive.loading()) return;
  check_loaded_bodies(slots.ids(), mass, x, v);
  check_loaded(all_finite(a) && all_finite(j) && all_finite(s) && all_finite(c), "a force is not a number");
}

void BodyColumns::check_times(Tick now) const {
  check_loaded(std::all_of(time.begin(), time.end(), [&](Tick t) { return t.n >= 0 && t <= now; }),
               "the time of a body is out of range");
}

}  // namespace tucana
