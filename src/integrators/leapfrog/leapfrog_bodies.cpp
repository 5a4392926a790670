#include "tucana/integrators/leapfrog/leapfrog_bodies.h"

#include <algorithm>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/leapfrog/family_softening.h"

namespace tucana {

void LeapfrogBodies::take(const Stars& stars, bool with_families) {
  id.assign(stars.id);
  mass.assign(stars.mass);
  const bool has_radii = std::any_of(stars.radius.begin(), stars.radius.end(), [](double r) { return r != 0; });
  radius.clear();
  if (has_radii) radius.assign(stars.radius.begin(), stars.radius.end());
  x.assign(stars.position.begin(), stars.position.end());
  v.assign(stars.velocity.begin(), stars.velocity.end());
  a.assign(stars.size(), {});
  family.clear();
  if (!with_families || stars.family.empty()) return;
  family.resize(stars.size());
  std::transform(stars.family.begin(), stars.family.end(), family.begin(),
                 [](Family of_one) { return static_cast<std::uint8_t>(of_one); });
}

void LeapfrogBodies::name(StarsBuffer& stars) const {
  stars.id = id.all();
  stars.mass = mass.all();
  stars.radius = radius;
  stars.radius.resize(size(), 0.0);
}

void LeapfrogBodies::describe(Archive& archive, bool with_families) {
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
  if (with_families) archive.field("family", family);
  const std::size_t n = size();
  const bool whole = mass.size() == n && (radius.empty() || radius.size() == n) &&
                     (family.empty() || family.size() == n) && x.size() == n && v.size() == n && a.size() == n;
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
  if (archive.loading()) check_loaded_bodies(all_ids, all_masses, x, v);
  if (archive.loading()) check_loaded(all_finite(a) && all_finite(radius), "a force or a radius is not a number");
  if (std::any_of(family.begin(), family.end(), [](std::uint8_t of_one) { return of_one >= SofteningTable::families; }))
    throw InputError("the checkpoint is damaged: a star is of a family that there is not");
}

}  // namespace tucana
