#include "tucana/physics/stellar/star_state.h"

#include <cmath>

#include "tucana/core/error.h"

namespace tucana::stellar {
namespace {

/// Transfers an enumeration as a number from 0 to `last`.
template <class Enum>
void enumeration(Archive& archive, const char* name, Enum& value, Enum last) {
  auto number = static_cast<std::int32_t>(value);
  archive.field(name, number);
  if (number < 0 || number > static_cast<std::int32_t>(last))
    throw InputError(std::string("a stored star has ") + name + " " + std::to_string(number) +
                     ", which does not exist");
  value = static_cast<Enum>(number);
}

}  // namespace

double Star::temperature() const {
  constexpr double solar_temperature = 5772;
  return radius > 0 ? solar_temperature * std::sqrt(std::sqrt(luminosity) / radius) : 0;
}

void Star::describe(Archive& archive) {
  archive.field("age", age);
  enumeration(archive, "type", type, StellarType::no_remnant);
  archive.field("mass", mass);
  archive.field("track_mass", track_mass);
  archive.field("track_age", track_age);
  archive.field("core_mass", core_mass);
  archive.field("co_core_mass", co_core_mass);
  archive.field("core_radius", core_radius);
  archive.field("luminosity", luminosity);
  archive.field("radius", radius);
  archive.field("spin", spin);
}

void StarState::describe(Archive& archive) {
  archive.field("initial_mass", initial_mass);
  archive.field("metallicity", metallicity);
  {
    const Archive::Group group(archive, "now");
    now.describe(archive);
  }
  {
    const Archive::Group group(archive, "base");
    base.describe(archive);
  }
  {
    const Archive::Group group(archive, "next");
    next.describe(archive);
  }
  enumeration(archive, "end", end, StepEnd::envelope);
  archive.field("supernovae", supernovae);
}

}  // namespace tucana::stellar
