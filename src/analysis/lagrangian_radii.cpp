#include "tucana/analysis/lagrangian_radii.h"

#include <algorithm>

#include "tucana/core/compensated_sum.h"

namespace tucana {

std::vector<EnclosedMass> mass_profile(const Stars& stars, const Vec3& centre) {
  const bool massive = std::any_of(stars.mass.begin(), stars.mass.end(), [](double m) { return m > 0; });
  std::vector<EnclosedMass> profile(stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) {
    profile[i] = {norm(stars.position[i] - centre), massive ? stars.mass[i] : 1};
  }
  std::stable_sort(profile.begin(), profile.end(),
                   [](const EnclosedMass& a, const EnclosedMass& b) { return a.radius < b.radius; });
  CompensatedSum enclosed;
  for (EnclosedMass& row : profile) {
    enclosed.add(row.mass);
    row.mass = enclosed.value();
  }
  return profile;
}

double lagrangian_radius(const std::vector<EnclosedMass>& profile, double percent) {
  if (profile.empty()) return 0;
  const double wanted = profile.back().mass * (percent / 100) * (1 - 1e-12);
  const auto row = std::lower_bound(profile.begin(), profile.end(), wanted,
                                    [](const EnclosedMass& a, double mass) { return a.mass < mass; });
  return row == profile.end() ? profile.back().radius : row->radius;
}

std::array<double, lagrangian_percents.size()> lagrangian_radii(const Stars& stars, const Vec3& centre) {
  const std::vector<EnclosedMass> profile = mass_profile(stars, centre);
  std::array<double, lagrangian_percents.size()> radii{};
  std::transform(lagrangian_percents.begin(), lagrangian_percents.end(), radii.begin(),
                 [&](double percent) { return lagrangian_radius(profile, percent); });
  return radii;
}

}  // namespace tucana
