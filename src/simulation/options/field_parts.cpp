#include "tucana/simulation/options/field_parts.h"

#include <fmt/format.h>

#include <sstream>

#include "tucana/core/error.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/options.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/unknown_option.h"

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
  if (options.field.kind == FieldKind::none || options.field.kind == FieldKind::sum)
    throw InputError(
        fmt::format("field.parts: '{}' does not begin with the kind of a field, {}", for_message(text), example));
  while (words >> word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || word.starts_with("change") || word.starts_with("orbit"))
      throw InputError(fmt::format("field.parts: '{}' is not a number of a part, {}", for_message(word), example));
    set(options, "field." + word.substr(0, equals), word.substr(equals + 1));
  }
  return options.field;
}

void check_exponent(const FieldOptions& field) {
  if (field.kind == FieldKind::power_law && field.exponent >= 2)
    throw InputError(fmt::format("field.exponent = {:g} of a power_law is not < 2; typical is 1.8", field.exponent));
}

}  // namespace

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
  check_exponent(field);
  if (field.orbit_radius > 0 && field.kind == FieldKind::none)
    throw InputError("field.orbit_radius needs a field; set field.kind, or leave it out");
  if (field.orbit_radius > 0 && field.kind == FieldKind::tide)
    throw InputError("field.kind = tide acts on a cluster at the origin; leave field.orbit_radius out");
}

}  // namespace tucana
