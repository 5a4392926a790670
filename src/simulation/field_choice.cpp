#include "tucana/simulation/field_choice.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/physics/galaxy/make_field.h"
#include "tucana/simulation/options/field_parts.h"

namespace tucana {

std::unique_ptr<ExternalField> make_run_field(const FieldOptions& options, const UnitScale& units) {
  auto field = options.kind == FieldKind::sum ? galaxy::make_sum(parse_field_parts(options.parts), units)
                                              : galaxy::make_field(options, units);
  if (!field || options.change == galaxy::FieldChange::none) return field;
  return std::make_unique<galaxy::ChangingField>(std::move(field), options.change, options.change_start,
                                                 options.change_time);
}

void place_on_circular_orbit(StarsBuffer& stars, const ExternalField& field, double radius, double time) {
  const double speed2 = -radius * field.acceleration(time, {radius, 0, 0}).x;
  if (!(speed2 > 0 && std::isfinite(speed2)))
    throw InputError(
        fmt::format("field.orbit_radius = {:g} has no circular orbit in the field {}", radius, field.name()));
  stars.shift({radius, 0, 0}, {0, std::sqrt(speed2), 0});
}

std::optional<PhasePoint> orbit_to_follow(const Stars& stars, const ExternalField& field, double time) {
  const auto centre = frame_shift(stars.size(), [&](std::size_t i) {
    return PhasePoint{stars.position[i], stars.velocity[i]};
  });
  if (!centre || !is_finite(field.acceleration(time, centre->x))) return {};
  return centre;
}

void check_places(const Stars& stars, const ExternalField& field, double time) {
  std::vector<FieldValue> values(stars.size());
  field.at_all(time, stars.position, {}, {}, values);
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (is_finite(values[i].acceleration)) continue;
    throw InputError(
        fmt::format("star {} is where the field {} has no finite force, at ({:.6g}, {:.6g}, {:.6g}); move "
                    "the cluster away from there, for instance with field.orbit_radius",
                    value(stars.id[i]), field.name(), stars.position[i].x, stars.position[i].y, stars.position[i].z));
  }
}

}  // namespace tucana
