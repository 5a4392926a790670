#include "tucana/simulation/component_softening.h"

#include <fmt/format.h>

namespace tucana {
namespace {

struct OwnSoftening {
  Family family;
  double FamilySoftening::*length;
};
constexpr OwnSoftening own_softenings[] = {{Family::halo, &FamilySoftening::halo},
                                           {Family::disc, &FamilySoftening::disc},
                                           {Family::bulge, &FamilySoftening::bulge}};

}  // namespace

std::vector<std::string> softening_without_bodies(const GravityOptions& gravity, const StarFamilies& families) {
  std::vector<std::string> lines;
  for (const auto& [family, length] : own_softenings) {
    const double softening = gravity.softening_of.*length;
    if (!(softening > 0) || families.has(family)) continue;
    lines.push_back(fmt::format("gravity.softening_{0} = {1:g} acts on nothing: no body is of the {0} (PartType{2})",
                                word_of(family), softening, static_cast<int>(family)));
  }
  return lines;
}

std::array<double, 6> softening_by_family(const GravityOptions& gravity) {
  std::array<double, 6> softening;
  softening.fill(gravity.softening);
  for (const auto& [family, length] : own_softenings) {
    const double own = gravity.softening_of.*length;
    if (own > 0) softening[static_cast<std::size_t>(family)] = own;
  }
  return softening;
}

}  // namespace tucana
