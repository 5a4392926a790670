#include "tucana/simulation/options/field_parts.h"

#include <fmt/format.h>

#include <sstream>

#include "tucana/core/error.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/unknown_option.h"
#include "tucana/simulation/options/vector_text.h"

namespace tucana {
namespace {

constexpr const char* example = R"(as in "plummer mass=2 radius=5; nfw mass=40 radius=20")";

void set(Options& options, const std::string& name, const std::string& value) {
  const OptionEntry* entry = find_option(name);
  if (entry == nullptr) throw InputError(fmt::format("field.parts: {}", unknown_option_text(name)));
  entry->set(options, parse_value(*entry, value, "field.parts"));
}

FieldOptions parse_part(const std::string& text) {
  std::istringstream words(text);
  std::string word;
  Options options;
  if (words >> word) set(options, "field.kind", word);
  if (options.field.kind == FieldKind::none || options.field.kind == FieldKind::sum ||
      options.field.kind == FieldKind::library)
    throw InputError(
        fmt::format("field.parts: '{}' does not begin with the kind of a field, {}", for_message(text), example));
  while (words >> word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || word.starts_with("change") || word.starts_with("orbit") ||
        word.starts_with("friction"))
      throw InputError(fmt::format("field.parts: '{}' is not a number of a part, {}", for_message(word), example));
    set(options, "field." + word.substr(0, equals), word.substr(equals + 1));
  }
  return options.field;
}

void check_exponent(const FieldOptions& field) {
  if (field.kind == FieldKind::power_law && field.exponent >= 2)
    throw InputError(fmt::format("field.exponent = {:g} of a power_law is not < 2; typical is 1.8", field.exponent));
}

void check_given_orbit(const FieldOptions& field) {
  if (field.orbit_position.empty() != field.orbit_velocity.empty())
    throw InputError("field.orbit_position and field.orbit_velocity need each other");
  if (field.orbit_position.empty()) return;
  if (field.kind == FieldKind::none)
    throw InputError("field.orbit_position needs a field; set field.kind, or leave it out");
  if (field.kind == FieldKind::tide)
    throw InputError("field.kind = tide acts on a cluster at the origin; leave field.orbit_position out");
  if (field.orbit_radius > 0)
    throw InputError("field.orbit_radius and field.orbit_position both give the orbit; leave one out");
  given_orbit(field, {});
}

}  // namespace

std::optional<PhasePoint> given_orbit(const FieldOptions& field, const UnitScale& units) {
  if (field.orbit_position.empty()) return {};
  return PhasePoint{parse_vector(field.orbit_position, Dimension::length, units, "field.orbit_position"),
                    parse_vector(field.orbit_velocity, Dimension::velocity, units, "field.orbit_velocity")};
}

std::vector<FieldOptions> parse_field_parts(const std::string& text) {
  std::vector<FieldOptions> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, ';');) parts.push_back(parse_part(part));
  for (const FieldOptions& part : parts) check_exponent(part);
  return parts;
}

void check_field(const FieldOptions& field) {
  const bool is_sum = field.kind == FieldKind::sum;
  if (is_sum && parse_field_parts(field.parts).empty())
    throw InputError(fmt::format("field.kind = sum needs field.parts, {}", example));
  if (!is_sum && !field.parts.empty())
    throw InputError("field.parts is given but field.kind is not sum; set field.kind = sum");
  if ((field.kind == FieldKind::library) == field.library.empty())
    throw InputError("field.kind = library and field.library need each other");
  check_exponent(field);
  if (field.orbit_radius > 0 && field.kind == FieldKind::none)
    throw InputError("field.orbit_radius needs a field; set field.kind, or leave it out");
  check_given_orbit(field);
  if (field.orbit_radius > 0 && field.kind == FieldKind::tide)
    throw InputError("field.kind = tide acts on a cluster at the origin; leave field.orbit_radius out");
}

}  // namespace tucana
