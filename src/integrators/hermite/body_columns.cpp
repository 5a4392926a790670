#include "tucana/integrators/hermite/body_columns.h"

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
  const std::size_t n = size();
  const bool whole = mass.size() == n && radius.size() == n && x.size() == n && v.size() == n && a.size() == n &&
                     j.size() == n && time.size() == n;
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
}

}  // namespace tucana
