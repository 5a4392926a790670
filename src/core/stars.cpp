#include "tucana/core/stars.h"

namespace tucana {

void StarsBuffer::resize(std::size_t n) {
  id.resize(n);
  mass.resize(n);
  radius.resize(n);
  position.resize(n);
  velocity.resize(n);
  if (!family.empty()) family.resize(n, Family::star);
  forget_systems();
}

void StarsBuffer::forget_systems() {
  systems.clear();
  system_members.clear();
}

void StarsBuffer::shift(const Vec3& position_change, const Vec3& velocity_change) {
  for (Vec3& x : position) x += position_change;
  for (Vec3& v : velocity) v += velocity_change;
  for (StarSystem& system : systems) {
    system.position += position_change;
    system.velocity += velocity_change;
  }
}

Stars StarsBuffer::view() const {
  return {0, size(), id, mass, radius, position, velocity, family, systems, system_members};
}

void StarsBuffer::number_from_one() {
  for (std::size_t i = 0; i < size(); ++i) id[i] = static_cast<StarId>(i + 1);
}

StarsBuffer with_systems_as_bodies(const Stars& stars) {
  // By row: the system of which it is the first member, or `hidden` inside one.
  constexpr std::uint32_t single = ~std::uint32_t{0}, hidden = single - 1;
  std::vector<std::uint32_t> what(stars.systems.empty() ? 0 : stars.size(), single);
  for (std::size_t s = 0; s < stars.systems.size(); ++s) {
    const auto members = stars.members_of(stars.systems[s]);
    for (const SystemMember& member : members) what[member.row] = hidden;
    what[members.front().row] = static_cast<std::uint32_t>(s);
  }
  StarsBuffer bodies;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const std::uint32_t is = what.empty() ? single : what[i];
    if (is == hidden) continue;
    bodies.id.push_back(stars.id[i]);
    bodies.radius.push_back(stars.radius[i]);
    if (!stars.family.empty()) bodies.family.push_back(stars.family[i]);
    if (is == single) {
      bodies.mass.push_back(stars.mass[i]);
      bodies.position.push_back(stars.position[i]);
      bodies.velocity.push_back(stars.velocity[i]);
      continue;
    }
    const StarSystem& system = stars.systems[is];
    double mass = 0;
    for (const SystemMember& member : stars.members_of(system)) mass += stars.mass[member.row];
    bodies.mass.push_back(mass);
    bodies.position.push_back(system.position);
    bodies.velocity.push_back(system.velocity);
  }
  return bodies;
}

}  // namespace tucana
