#include "tucana/integrators/hermite/body_columns.h"

#include <algorithm>

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
  time.assign(n, Tick{0});
}

void BodyColumns::describe(Archive& archive) {
  const Archive::Group group(archive, "bodies");
  archive.field("id", id);
  archive.field("mass", mass);
  archive.field("radius", radius);
  archive.field("x", x);
  archive.field("v", v);
  archive.field("a", a);
  archive.field("j", j);
  archive.field("time", time);
}

void SourceRowBuffer::send(const BodyColumns& bodies, std::span<const Slot> slots, SourceSet& sources) {
  constexpr std::size_t part = 4096;  // fits into the second-level cache, and keeps memory a body low
  for (std::size_t from = 0; from < slots.size(); from += part) {
    send_part(bodies, slots.subspan(from, std::min(part, slots.size() - from)), sources);
  }
}

void SourceRowBuffer::send_part(const BodyColumns& bodies, std::span<const Slot> slots, SourceSet& sources) {
  const auto gather = [&](const auto& column, auto& rows) {
    rows.resize(slots.size());
    for (std::size_t k = 0; k < slots.size(); ++k) rows[k] = column[index(slots[k])];
  };
  gather(bodies.mass, mass_);
  gather(bodies.x, x_);
  gather(bodies.v, v_);
  gather(bodies.a, a_);
  gather(bodies.j, j_);
  gather(bodies.time, time_);
  sources.write(slots, {mass_, x_, v_, a_, j_, time_});
}

}  // namespace tucana
