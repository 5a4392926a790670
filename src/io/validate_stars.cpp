#include "tucana/io/validate_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/error.h"

namespace tucana {
namespace {

void check_star(const Stars& stars, std::size_t i, const std::string& where) {
  const auto fail = [&](std::string_view what) {
    throw InputError(
        fmt::format("{}: star {} of {} (id {}): {}", where, i + 1, stars.size(), value(stars.id[i]), what));
  };
  if (!std::isfinite(stars.mass[i])) fail("the mass is not finite");
  if (stars.mass[i] < 0) fail(fmt::format("the mass {:g} is negative", stars.mass[i]));
  if (!std::isfinite(stars.radius[i]) || stars.radius[i] < 0) fail("the radius is not a number >= 0");
  if (!is_finite(stars.position[i])) fail("the position is not finite");
  if (!is_finite(stars.velocity[i])) fail("the velocity is not finite");
}

void check_ids(const Stars& stars, const std::string& where) {
  std::vector<StarId> ids(stars.id.begin(), stars.id.end());
  std::sort(ids.begin(), ids.end());
  if (const auto twin = std::adjacent_find(ids.begin(), ids.end()); twin != ids.end()) {
    throw InputError(fmt::format("{}: the id {} occurs more than once; ids must be unique", where, value(*twin)));
  }
}

}  // namespace

void validate_stars(const Stars& stars, const std::string& where) {
  if (stars.size() == 0) throw InputError(fmt::format("{}: there are no stars in it", where));
  double total = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    check_star(stars, i, where);
    total += stars.mass[i];
  }
  if (!(total > 0)) throw InputError(fmt::format("{}: all masses are zero; at least one star must pull", where));
  if (!std::isfinite(total)) throw InputError(fmt::format("{}: the total mass is too large for a number", where));
  check_ids(stars, where);
}

}  // namespace tucana
