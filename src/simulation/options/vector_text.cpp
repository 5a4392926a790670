#include "tucana/simulation/options/vector_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "tucana/core/error.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana {
namespace {

std::string_view without_gap(std::string_view text, std::string_view gap) {
  text.remove_prefix(std::min(text.find_first_not_of(gap), text.size()));
  return text;
}

}  // namespace

Vec3 parse_vector(std::string_view text, Dimension dimension, const UnitScale& scale, std::string_view name) {
  const auto fail = [&](const std::string& why) -> InputError {
    return InputError(fmt::format("{} = {} {}", name, for_message(toml_quoted(text)), why));
  };
  std::array<double, 3> numbers{};
  std::string_view rest = text;
  for (double& number : numbers) {
    rest = without_gap(rest, " ,");
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{} || !std::isfinite(number)) {
      throw fail(fmt::format("is not three numbers and a unit, as in \"8000, 0, 20 {}\"", unit_of_one(dimension)));
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  rest = without_gap(rest, " ");
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  const Vec3 vector{numbers[0], numbers[1], numbers[2]};
  if (rest.empty()) return vector;
  const Unit* unit = find_unit(dimension, rest);
  if (unit == nullptr) {
    throw fail(fmt::format("ends with {}, which is not a unit of {}; these are {}", for_message(rest),
                           word_of(dimension), unit_names(dimension)));
  }
  return in_code_units(1, *unit, scale) * vector;
}

}  // namespace tucana
