#include "tucana/integrators/leapfrog/leapfrog_bodies.h"

#include <algorithm>

#include "tucana/core/error.h"

namespace tucana {

void LeapfrogBodies::take(const Stars& stars, bool with_halo) {
  id.assign(stars.id);
  mass.assign(stars.mass);
  const bool has_radii = std::any_of(stars.radius.begin(), stars.radius.end(), [](double r) { return r != 0; });
  radius.clear();
  if (has_radii) radius.assign(stars.radius.begin(), stars.radius.end());
  x.assign(stars.position.begin(), stars.position.end());
  v.assign(stars.velocity.begin(), stars.velocity.end());
  a.assign(stars.size(), {});
  is_halo.clear();
  if (!with_halo || stars.family.empty()) return;
  is_halo.resize(stars.size());
  std::transform(stars.family.begin(), stars.family.end(), is_halo.begin(),
                 [](Family family) { return static_cast<std::uint8_t>(family == Family::halo ? 1 : 0); });
}

void LeapfrogBodies::name(StarsBuffer& stars) const {
  stars.id = id.all();
  stars.mass = mass.all();
  stars.radius = radius;
  stars.radius.resize(size(), 0.0);
}

void LeapfrogBodies::describe(Archive& archive, bool with_halo) {
  const Archive::Group group(archive, "bodies");
  std::vector<StarId> all_ids = id.all();
  std::vector<double> all_masses = mass.all();
  archive.field("id", all_ids);
  archive.field("mass", all_masses);
  if (archive.loading()) id.assign(all_ids), mass.assign(all_masses);
  archive.field("radius", radius);
  archive.field("x", x);
  archive.field("v", v);
  archive.field("a", a);
  if (with_halo) archive.field("is_halo", is_halo);
  const std::size_t n = size();
  const bool whole = mass.size() == n && (radius.empty() || radius.size() == n) &&
                     (is_halo.empty() || is_halo.size() == n) && x.size() == n && v.size() == n && a.size() == n;
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
}

}  // namespace tucana
