#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "python/binding/arrays.h"
#include "python/binding/py_stars.h"
#include "tucana/core/error.h"

namespace tucana::binding {
namespace {

namespace nb = nanobind;

StarId id_from(nb::handle value, const char* what) {
  const std::vector<StarId> ids = ids_from(value, what);
  if (ids.size() != 1) throw InputError(fmt::format("{}: one star is needed, not {}", what, ids.size()));
  return ids.front();
}

/// Joins ids to one number each.
template <class Entry>
void append(std::vector<Entry>& list, nb::handle ids, nb::handle values, const char* what) {
  const std::vector<StarId> stars = ids_from(ids, "ids");
  const std::vector<double> numbers = numbers_from(values, what, stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) list.push_back({stars[i], numbers[i]});
}

void kick(ChangeSet& set, nb::handle ids, nb::handle velocity_change) {
  const std::vector<StarId> stars = ids_from(ids, "ids");
  const std::vector<Vec3> kicks = vectors_from(velocity_change, "velocity_change", stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) set.kicks.push_back({stars[i], kicks[i]});
}

void remove(ChangeSet& set, nb::handle ids) {
  for (const StarId star : ids_from(ids, "ids")) set.removed.push_back(star);
}

void add(ChangeSet& set, const PyStars& stars) {
  StarsBuffer& to = set.added;
  const StarsBuffer& from = *stars.table;
  const std::size_t before = to.size();
  const auto join = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
  if (!from.family.empty() || !to.family.empty()) {
    to.family.resize(before, Family::star);
    join(to.family, from.family);
    to.family.resize(before + from.size(), Family::star);
  }
  join(to.id, from.id);
  join(to.mass, from.mass);
  join(to.radius, from.radius);
  join(to.position, from.position);
  join(to.velocity, from.velocity);
}

}  // namespace

void bind_changes(nb::module_& module) {
  nb::class_<ChangeSet>(module, "Changes",
                        "What happens to stars between two blocks, all of it at once or, if anything in it cannot be, "
                        "none of it. Changes act in this order: masses, radii, kicks, mergers, removals, additions. No "
                        "list names a star twice.")
      .def(nb::init<>())
      .def(
          "set_mass", [](ChangeSet& self, nb::object ids, nb::object mass) { append(self.masses, ids, mass, "mass"); },
          nb::arg("ids").none(), nb::arg("mass").none(), "New masses, at unchanged velocities.")
      .def(
          "set_radius",
          [](ChangeSet& self, nb::object ids, nb::object radius) { append(self.radii, ids, radius, "radius"); },
          nb::arg("ids").none(), nb::arg("radius").none())
      .def(
          "kick", [](ChangeSet& self, nb::object ids, nb::object change) { kick(self, ids, change); },
          nb::arg("ids").none(), nb::arg("velocity_change").none(), "Adds to velocities: n x 3, or one vector for all.")
      .def(
          "merge",
          [](ChangeSet& self, nb::object kept, nb::object lost, nb::object mass, nb::object radius) {
            self.mergers.push_back({id_from(kept, "kept"), id_from(lost, "lost"), number_from(mass, "mass"),
                                    number_from(radius, "radius")});
          },
          nb::arg("kept").none(), nb::arg("lost").none(), nb::arg("mass").none(), nb::arg("radius").none() = 0.0,
          "Two stars become one at their centre of mass, which goes on as `kept` with this mass.")
      .def(
          "remove", [](ChangeSet& self, nb::object ids) { remove(self, ids); }, nb::arg("ids").none())
      .def("add", &add, nb::arg("stars"), "New stars, with ids that no star has.")
      .def("__bool__", [](const ChangeSet& self) { return !self.empty(); })
      .def("__repr__", [](const ChangeSet& self) {
        return fmt::format("<tucana.Changes: {} masses, {} radii, {} kicks, {} mergers, {} removed, {} added>",
                           self.masses.size(), self.radii.size(), self.kicks.size(), self.mergers.size(),
                           self.removed.size(), self.added.size());
      });
}

}  // namespace tucana::binding
