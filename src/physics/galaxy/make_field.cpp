#include "tucana/physics/galaxy/make_field.h"

#include <utility>
#include <vector>

#include "tucana/physics/galaxy/field_sum.h"
#include "tucana/physics/galaxy/flattened.h"
#include "tucana/physics/galaxy/formula_field.h"
#include "tucana/physics/galaxy/library_field.h"
#include "tucana/physics/galaxy/presets.h"
#include "tucana/physics/galaxy/spheres.h"

namespace tucana::galaxy {
namespace {

template <class Formula>
std::unique_ptr<ExternalField> field_of(const Formula& formula) {
  return std::make_unique<FormulaField<Formula>>(formula);
}

template <class Sphere>
std::unique_ptr<ExternalField> sphere(const Sphere& formula) {
  return field_of(Spherical<Sphere>{formula});
}

}  // namespace

std::unique_ptr<ExternalField> make_field(const FieldOptions& part, const UnitScale& units) {
  switch (part.kind) {
    case FieldKind::none:
    case FieldKind::sum: break;
    case FieldKind::point_mass: return sphere(PointMass{part.mass});
    case FieldKind::plummer: return sphere(Plummer{part.mass, part.radius});
    case FieldKind::isochrone: return sphere(Isochrone{part.mass, part.radius});
    case FieldKind::hernquist: return sphere(Hernquist{part.mass, part.radius});
    case FieldKind::dehnen: return sphere(Dehnen{part.mass, part.radius, part.exponent});
    case FieldKind::nfw: return sphere(Nfw{part.mass, part.radius});
    case FieldKind::power_law: return sphere(PowerLaw{part.mass, part.radius, part.exponent});
    case FieldKind::miyamoto_nagai: return field_of(MiyamotoNagai{part.mass, part.radius, part.height});
    case FieldKind::logarithmic: return field_of(LogarithmicHalo{part.speed, part.radius, part.flattening});
    case FieldKind::tide: return field_of(LinearTide{part.angular_speed, part.epicyclic_ratio, part.vertical_ratio});
    case FieldKind::milky_way_2014: return make_sum(milky_way_2014(units), units);
    case FieldKind::library: return load_library_field(part.library);
    case FieldKind::ngc4372: return make_field(ngc4372(units), units);
  }
  return nullptr;
}

std::unique_ptr<ExternalField> make_sum(std::span<const FieldOptions> parts, const UnitScale& units) {
  std::vector<std::unique_ptr<ExternalField>> fields;
  for (const FieldOptions& part : parts) {
    if (auto field = make_field(part, units)) fields.push_back(std::move(field));
  }
  return std::make_unique<FieldSum>(std::move(fields));
}

}  // namespace tucana::galaxy
