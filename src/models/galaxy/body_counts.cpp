#include "tucana/models/galaxy/body_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Numbers are rounded down, and the rest goes to the heaviest component, which gives those of Miki & Umemura (2017).
void share_rest(std::span<const Component> components, const std::vector<std::size_t>& open, std::size_t rest,
                std::vector<BodyShare>& shares) {
  double mass = 0;
  std::size_t given = 0, heaviest = open.front();
  for (const std::size_t i : open) {
    mass += components[i].mass;
    if (components[i].mass > components[heaviest].mass) heaviest = i;
  }
  for (const std::size_t i : open) {
    const double exact = static_cast<double>(rest) * (components[i].mass / mass);
    shares[i].bodies = std::min(static_cast<std::size_t>(exact), rest - given);
    shares[i].body_mass = mass / static_cast<double>(rest);
    given += shares[i].bodies;
  }
  shares[heaviest].bodies += rest - given;
}

}  // namespace

std::vector<BodyShare> share_bodies(std::span<const Component> components, std::size_t n) {
  std::vector<BodyShare> shares(components.size());
  std::vector<std::size_t> open;
  std::size_t given = 0;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Component& c = components[i];
    if (!c.bodies && !c.fraction) {
      open.push_back(i);
      continue;
    }
    const auto part = static_cast<std::size_t>(std::llround(c.fraction.value_or(0) * static_cast<double>(n)));
    shares[i].bodies = c.bodies ? *c.bodies : part;
    if (shares[i].bodies > n - given) {
      throw InputError(
          fmt::format("component {}: its {} bodies do not fit into the {} of all components that are left; "
                      "give -n more, or it fewer",
                      c.name, shares[i].bodies, n - given));
    }
    given += shares[i].bodies;
    shares[i].body_mass = shares[i].bodies > 0 ? c.mass / static_cast<double>(shares[i].bodies) : 0;
  }
  if (open.empty() && given != n) {
    throw InputError(
        fmt::format("the components ask for {} bodies, but there are {} to give; make one component take "
                    "the rest by leaving out its bodies or fraction, or set -n {}",
                    given, n, given));
  }
  if (!open.empty()) share_rest(components, open, n - given, shares);
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (shares[i].bodies == 0 && components[i].mass > 0) {
      throw InputError(
          fmt::format("component {} gets none of the {} bodies; take more of them", components[i].name, n));
    }
  }
  return shares;
}

}  // namespace tucana
