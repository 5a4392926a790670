#include "tucana/integrators/leapfrog/leapfrog_bodies.h"

#include <algorithm>
#include <utility>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/integrators/leapfrog/family_softening.h"

namespace tucana {

void LeapfrogBodies::take(const Stars& stars, bool with_families) {
  slots.take(stars);
  mass.assign(stars.mass);
  x.assign(stars.position.begin(), stars.position.end());
  v.assign(stars.velocity.begin(), stars.velocity.end());
  a.assign(stars.size(), {});
  family.clear();
  if (!with_families || stars.family.empty()) return;
  family.resize(stars.size());
  std::transform(stars.family.begin(), stars.family.end(), family.begin(),
                 [](Family of_one) { return static_cast<std::uint8_t>(of_one); });
}

void LeapfrogBodies::show(std::vector<Vec3> position, std::vector<Vec3> velocity, StarsBuffer& stars) const {
  slots.name(stars);
  if (slots.is_plain()) {  // without a second copy: there may be millions
    stars.mass = mass.all();
    stars.position = std::move(position);
    stars.velocity = std::move(velocity);
    return;
  }
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t row = slots.star_row(slot_at(i));
    stars.mass[row] = mass[i];
    stars.position[row] = position[i];
    stars.velocity[row] = velocity[i];
  }
}

void LeapfrogBodies::drop_parked() {
  const auto drop = [&](auto& column) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < column.size(); ++i)
      if (!slots.is_parked(slot_at(i))) column[kept++] = column[i];
    column.resize(kept);
  };
  std::vector<double> masses = mass.all();
  drop(masses);
  mass.assign(masses);
  drop(family);
  for (auto* column : {&x, &v, &a}) drop(*column);
  slots.renumber(slots.parked_last());
  slots.drop_parked_end();
}

void LeapfrogBodies::describe(Archive& archive, bool with_families) {
  const Archive::Group group(archive, "bodies");
  std::vector<double> all_masses = mass.all();
  slots.describe(archive);
  archive.field("mass", all_masses);
  if (archive.loading()) mass.assign(all_masses);
  archive.field("x", x);
  archive.field("v", v);
  archive.field("a", a);
  if (with_families) archive.field("family", family);
  const std::size_t n = slots.slot_count();
  const bool whole = mass.size() == n && !slots.has_parked() && !slots.has_subsystems() &&
                     (family.empty() || family.size() == n) && x.size() == n && v.size() == n && a.size() == n;
  if (!whole) throw InputError("the checkpoint is damaged: the columns of its bodies differ in length");
  if (archive.loading()) check_loaded_bodies(slots.ids(), all_masses, x, v);
  if (archive.loading()) check_loaded(all_finite(a), "a force is not a number");
  if (std::any_of(family.begin(), family.end(), [](std::uint8_t of_one) { return of_one >= SofteningTable::families; }))
    throw InputError("the checkpoint is damaged: a star is of a family that there is not");
}

}  // namespace tucana
