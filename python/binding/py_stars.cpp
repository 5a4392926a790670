#include "python/binding/py_stars.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "python/binding/arrays.h"
#include "tucana/core/error.h"
#include "tucana/io/validate_stars.h"

namespace tucana::binding {
namespace {

namespace nb = nanobind;

std::vector<Family> families_from(nb::handle value, std::size_t n) {
  std::vector<Family> families;
  for (const StarId number : ids_from(value, "family")) {
    const std::int64_t kind = tucana::value(number);
    if (kind < 1 || kind > 5) {
      throw InputError(fmt::format("family: {} is none of 1 halo, 2 disc, 3 bulge, 4 star, 5 other", kind));
    }
    families.push_back(static_cast<Family>(kind));
  }
  if (families.size() != n) throw InputError(fmt::format("family: {} values for {} stars", families.size(), n));
  return families;
}

PyStars stars_from(nb::handle mass, nb::handle position, nb::handle velocity, nb::handle id, nb::handle radius,
                   nb::handle family, double time, double length_pc, double mass_msun) {
  const std::size_t n = rows_of(position, "position");
  auto table = std::make_shared<StarsBuffer>();
  table->mass = numbers_from(mass, "mass", n);
  table->position = vectors_from(position, "position", n);
  table->velocity = vectors_from(velocity, "velocity", n);
  table->radius = radius.is_none() ? std::vector<double>(n, 0) : numbers_from(radius, "radius", n);
  table->id.resize(n);
  if (id.is_none()) {
    table->number_from_one();
  } else {
    table->id = ids_from(id, "id");
    if (table->id.size() != n) throw InputError(fmt::format("id: {} values for {} stars", table->id.size(), n));
  }
  if (!family.is_none()) table->family = families_from(family, n);
  for (const auto& [name, unit] : {std::pair{"length_pc", length_pc}, {"mass_msun", mass_msun}}) {
    if (!(unit >= 0 && std::isfinite(unit)))
      throw InputError(fmt::format("{} = {} is not >= 0 and finite", name, unit));
  }
  validate_stars(table->view(), "stars");
  return {table, time, {length_pc, mass_msun}};
}

/// Rows of both stars, and the second relative to the first with all digits, as only the pair knows it.
nb::tuple close_pairs(const PyStars& stars) {
  std::vector<std::int64_t> rows;
  std::vector<Vec3> position, velocity;
  const Stars table = stars.table->view();
  for (const StarSystem& system : table.systems) {
    if (system.kind != SystemKind::pair) continue;
    const auto members = table.members_of(system);
    for (const SystemMember& member : members) rows.push_back(member.row);
    position.push_back(members[1].position - members[0].position);
    velocity.push_back(members[1].velocity - members[0].velocity);
  }
  const std::size_t n = position.size();
  return nb::make_tuple(
      nb::ndarray<nb::numpy, const std::int64_t, nb::shape<-1, 2>>(rows.data(), {n, 2}).cast(nb::rv_policy::copy),
      array_of(std::move(position)), array_of(std::move(velocity)));
}

nb::object family_column(const PyStars& stars) {
  std::vector<std::int64_t> numbers(stars.table->size(), static_cast<int>(Family::star));
  for (std::size_t i = 0; i < stars.table->family.size(); ++i) numbers[i] = static_cast<int>(stars.table->family[i]);
  return nb::module_::import_("numpy").attr("asarray")(
      nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>(numbers.data(), {numbers.size()})
          .cast(nb::rv_policy::copy),
      "uint8");
}

}  // namespace

PyStars copy_of(const Stars& stars, double time, const UnitScale& units) {
  auto table = std::make_shared<StarsBuffer>();
  table->id.assign(stars.id.begin(), stars.id.end());
  table->mass.assign(stars.mass.begin(), stars.mass.end());
  table->radius.assign(stars.radius.begin(), stars.radius.end());
  table->position.assign(stars.position.begin(), stars.position.end());
  table->velocity.assign(stars.velocity.begin(), stars.velocity.end());
  table->family.assign(stars.family.begin(), stars.family.end());
  table->systems.assign(stars.systems.begin(), stars.systems.end());
  table->system_members.assign(stars.system_members.begin(), stars.system_members.end());
  return {table, time, units};
}

void bind_stars(nb::module_& module) {
  nb::class_<PyStars>(
      module, "Stars",
      "A table of stars at one time, in code units. Its arrays are read-only, share its memory and keep it "
      "alive. The order of rows is that of the program and may change: `id` says who is who.")
      .def(
          "__init__",
          [](PyStars* self, nb::object mass, nb::object position, nb::object velocity, nb::object id, nb::object radius,
             nb::object family, nb::object time, nb::object length_pc, nb::object mass_msun) {
            new (self) PyStars(stars_from(mass, position, velocity, id, radius, family, number_from(time, "time"),
                                          number_from(length_pc, "length_pc"), number_from(mass_msun, "mass_msun")));
          },
          nb::arg("mass").none(), nb::arg("position").none(), nb::arg("velocity").none(), nb::arg("id") = nb::none(),
          nb::arg("radius") = nb::none(), nb::arg("family") = nb::none(), nb::arg("time").none() = 0.0,
          nb::arg("length_pc").none() = 0.0, nb::arg("mass_msun").none() = 0.0,
          "Stars from arrays in code units (G = 1). length_pc and mass_msun say what a unit is; 0 leaves that to the "
          "options of a run.")
      .def("__len__", [](const PyStars& self) { return self.table->size(); })
      .def_ro("time", &PyStars::time, "in code units")
      .def_prop_ro("length_pc", [](const PyStars& self) { return self.units.length_pc; })
      .def_prop_ro("mass_msun", [](const PyStars& self) { return self.units.mass_msun; })
      .def_prop_ro(
          "id", [](const PyStars& self) { return column(self.table->id, self.table); }, nb::rv_policy::automatic,
          "identities, for life")
      .def_prop_ro(
          "mass", [](const PyStars& self) { return column(self.table->mass, self.table); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "radius", [](const PyStars& self) { return column(self.table->radius, self.table); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "position", [](const PyStars& self) { return column(self.table->position, self.table); },
          nb::rv_policy::automatic, "n x 3")
      .def_prop_ro(
          "velocity", [](const PyStars& self) { return column(self.table->velocity, self.table); },
          nb::rv_policy::automatic, "n x 3")
      .def_prop_ro("family", &family_column, "1 halo, 2 disc, 3 bulge, 4 star, 5 other; a copy")
      .def("close_pairs", &close_pairs,
           "Pairs that the program integrates as such: rows (n x 2), and position and velocity (n x 3) of the second "
           "star "
           "relative to the first, with digits that `position` has lost.")
      .def("__repr__", [](const PyStars& self) {
        return fmt::format("<tucana.Stars: {} at t = {:.12g}>", self.table->size(), self.time);
      });
}

}  // namespace tucana::binding
