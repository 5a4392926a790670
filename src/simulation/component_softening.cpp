#include "tucana/simulation/component_softening.h"

#include <fmt/format.h>

namespace tucana {
namespace {

struct OwnSoftening {
  Family family;
  const char* name;
  double GravityOptions::*length;
};
constexpr OwnSoftening own_softenings[] = {{Family::halo, "halo", &GravityOptions::softening_halo},
                                           {Family::disc, "disc", &GravityOptions::softening_disc},
                                           {Family::bulge, "bulge", &GravityOptions::softening_bulge}};

}  // namespace

std::vector<std::string> softening_without_bodies(const GravityOptions& gravity, const StarFamilies& families) {
  std::vector<std::string> lines;
  for (const auto& [family, name, length] : own_softenings) {
    if (!(gravity.*length > 0) || families.has(family)) continue;
    lines.push_back(fmt::format("gravity.softening_{} = {:g} acts on nothing: no body is of the {} (PartType{})", name,
                                gravity.*length, name, static_cast<int>(family)));
  }
  return lines;
}

std::array<double, 6> softening_by_family(const GravityOptions& gravity) {
  std::array<double, 6> softening;
  softening.fill(gravity.softening);
  for (const auto& [family, name, length] : own_softenings) {
    if (gravity.*length > 0) softening[static_cast<std::size_t>(family)] = gravity.*length;
  }
  return softening;
}

}  // namespace tucana
