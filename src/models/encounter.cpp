#include "tucana/models/encounter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"
#include "tucana/models/henon_units.h"

namespace tucana {
namespace {

void shift(StarsBuffer& stars, const RelativeState& state, double factor) {
  stars.shift(state.position * factor, state.velocity * factor);
}

/// All ids of the second galaxy above those of the first. Ids that are not made for that begin anew, in both.
void part_ids(StarsBuffer& first, StarsBuffer& second) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
  const auto usable = [](StarId id) { return value(id) >= 1 && value(id) < most; };
  if (!std::all_of(first.id.begin(), first.id.end(), usable) ||
      !std::all_of(second.id.begin(), second.id.end(), usable)) {
    first.number_from_one();
    second.number_from_one();
  }
  const std::int64_t top = value(*std::max_element(first.id.begin(), first.id.end()));
  for (StarId& id : second.id) id = static_cast<StarId>(value(id) + top);
}

template <class T>
void append(std::vector<T>& column, const std::vector<T>& more) {
  column.insert(column.end(), more.begin(), more.end());
}

}  // namespace

RelativeState start_of(const Encounter& e, double mass) { return start_of(e, mass, -mass / e.separation); }

RelativeState start_of(const Encounter& e, double mass, double potential) {
  const auto need = [](bool good, const char* name, double value, const char* should) {
    if (!good) throw InputError(fmt::format("{} = {:g} is not {}", name, value, should));
  };
  need(e.separation > 0 && std::isfinite(e.separation), "the separation", e.separation, "> 0");
  need(e.eccentricity >= 0 && std::isfinite(e.eccentricity), "the eccentricity", e.eccentricity, ">= 0");
  need(e.pericentre >= 0 && e.pericentre <= e.separation, "the pericentre", e.pericentre,
       "between 0 and the separation");
  // r = l / (1 + e cos(anomaly)), l = p (1 + e); v_r = sqrt(M/l) e sin(anomaly), v_t = sqrt(M l) / r.
  const double latus = e.pericentre * (1 + e.eccentricity);
  if (e.eccentricity < 1 && e.separation > latus / (1 - e.eccentricity) * (1 + 1e-12)) {
    throw InputError(fmt::format("the separation {:g} is never reached: the apocentre of this orbit is {:g}",
                                 e.separation, latus / (1 - e.eccentricity)));
  }
  // By the energy rather than by the anomaly, so that a pericentre of zero (head on) works too.
  const double energy = e.pericentre > 0 ? mass * (e.eccentricity - 1) / (2 * e.pericentre) : 0;
  if (e.pericentre == 0 && e.eccentricity != 1) {
    throw InputError(
        "a pericentre of 0 goes with eccentricity 1 only; for other head-on orbits give position and velocity");
  }
  const double tangential = std::sqrt(mass * latus) / e.separation;
  const double radial2 = 2 * (energy - potential) - tangential * tangential;
  // Rounding alone makes it negative at an apocentre; galaxies that reach into each other pull less than points.
  if (radial2 < -1e-9 * tangential * tangential) {
    throw InputError(fmt::format(
        "the galaxies reach so far into each other at the separation {:g} that no orbit with this pericentre "
        "and eccentricity passes there; start farther out, or give position and velocity",
        e.separation));
  }
  return {{e.separation, 0, 0}, {-std::sqrt(std::max(0.0, radial2)), tangential, 0}};
}

OrbitFigures orbit_of(const RelativeState& state, double mass, double potential) {
  OrbitFigures orbit;
  orbit.energy = norm2(state.velocity) / 2 + potential;
  orbit.angular_momentum = norm(cross(state.position, state.velocity));
  // e^2 = 1 + 2 E h^2 / M^2, l = h^2 / M = p (1 + e).
  const double latus = orbit.angular_momentum * orbit.angular_momentum / mass;
  orbit.eccentricity = std::sqrt(std::max(0.0, 1 + 2 * orbit.energy * latus / mass));
  orbit.pericentre = latus / (1 + orbit.eccentricity);
  return orbit;
}

void turn(StarsBuffer& stars, const Orientation& orientation) {
  constexpr double degree = std::numbers::pi / 180;
  const double ci = std::cos(orientation.inclination * degree), si = std::sin(orientation.inclination * degree);
  const double cn = std::cos(orientation.node * degree), sn = std::sin(orientation.node * degree);
  const auto turned = [&](const Vec3& a) {
    const double y = ci * a.y - si * a.z, z = si * a.y + ci * a.z;
    return Vec3{cn * a.x - sn * y, sn * a.x + cn * y, z};
  };
  for (Vec3& x : stars.position) x = turned(x);
  for (Vec3& v : stars.velocity) v = turned(v);
  stars.forget_systems();
}

StarsBuffer combine(StarsBuffer first, StarsBuffer second, const RelativeState& state) {
  if (first.size() == 0 || second.size() == 0) throw InputError("a galaxy without bodies cannot be combined");
  centre_on_mass(first);
  centre_on_mass(second);
  const double mass_a = total_mass(first.view()), mass_b = total_mass(second.view());
  if (!(mass_a + mass_b > 0)) throw InputError("both galaxies are without mass");
  shift(first, state, -mass_b / (mass_a + mass_b));
  shift(second, state, mass_a / (mass_a + mass_b));
  part_ids(first, second);
  if (!first.family.empty() || !second.family.empty()) {
    first.family.resize(first.size(), Family::star);
    second.family.resize(second.size(), Family::star);
  }
  append(first.id, second.id);
  append(first.mass, second.mass);
  append(first.radius, second.radius);
  append(first.position, second.position);
  append(first.velocity, second.velocity);
  append(first.family, second.family);
  return first;
}

}  // namespace tucana
