#include "tucana/integrators/changes/subsystem_record.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tucana/fewbody/binary_tree.h"

namespace tucana {
namespace {

/// More stars than there can be: a damaged file must not ask for all memory.
constexpr std::uint64_t max_parted = std::uint64_t{1} << 32;

/// Two stars that are bound to each other and to nobody more closely, by their numbers.
struct BoundPair {
  std::size_t first, second;
  OrbitShape orbit;
};

struct Bonds {
  std::vector<BoundPair> pairs;
  std::vector<std::size_t> unbound;  ///< stars that are bound to nobody
};

Bonds bonds_of(std::span<const BodyAt> states) {
  std::vector<double> masses;
  std::vector<PhasePoint> places;
  for (const BodyAt& state : states) {
    masses.push_back(state.mass);
    places.push_back({state.x, state.v});
  }
  const BinaryTree tree(masses, places);
  Bonds bonds;
  for (const BinaryNode& node : tree.nodes())
    if (node.pair && node.pair->first < states.size() && node.pair->second < states.size())
      bonds.pairs.push_back({node.pair->first, node.pair->second, node.pair->orbit});
  for (const std::uint32_t root : tree.roots())
    if (root < states.size()) bonds.unbound.push_back(root);
  return bonds;
}

void add_orbit(const OrbitShape& orbit, Event& event) {
  event.numbers.emplace_back("semi_major_axis", orbit.mu / orbit.beta);
  event.numbers.emplace_back("eccentricity", orbit.eccentricity);
}

/// An event of two stars tells of their orbit.
Event event_of(std::string_view pair, std::string_view group, std::span<const StarId> members,
               std::span<const BodyAt> states) {
  Event event{std::string(members.size() == 2 ? pair : group), {members.begin(), members.end()}};
  if (members.size() == 2) {
    const PhasePoint relative{states[1].x - states[0].x, states[1].v - states[0].v};
    const OrbitShape orbit = orbit_phase(relative, states[0].mass + states[1].mass).shape;
    // Nothing else than numbers can be written: neither a parabola nor two stars without mass have an axis.
    if (orbit.beta != 0) add_orbit(orbit, event);
  }
  return event;
}

bool is_in(StarId star, const SlotTable& table) {
  for (std::size_t row = 0; row < table.star_count(); ++row)
    if (table.id(row) == star) return true;
  return false;
}

}  // namespace

void SubsystemRecord::note_companions(std::span<const StarId> members, std::span<const BodyAt> states) {
  const Bonds bonds = bonds_of(states);
  for (const BoundPair& pair : bonds.pairs) {
    companions_[members[pair.first]] = members[pair.second];
    companions_[members[pair.second]] = members[pair.first];
  }
  for (const std::size_t k : bonds.unbound) companions_.erase(members[k]);
}

void SubsystemRecord::begun(const Subsystem& subsystem, std::span<const StarId> members,
                            std::span<const BodyAt> states) {
  if (subsystem.keeps_pairs()) return;
  for (const BoundPair& pair : bonds_of(states).pairs) {
    const StarId first = members[pair.first], second = members[pair.second];
    if (companions_.contains(first) || companions_.contains(second)) continue;
    companions_[first] = second;
    companions_[second] = first;
  }
}

void SubsystemRecord::compare(StarId star, StarId companion, const Event& orbit, const SlotTable& table) {
  const auto known = companions_.find(star);
  if (known == companions_.end()) return;
  const StarId former = known->second;
  companions_.erase(known);
  // One that it has merged with has not been replaced.
  if (former == companion || !is_in(former, table)) return;
  events_.push_back({"exchange", {star, companion, former}, orbit.numbers});
}

void SubsystemRecord::formed(const Subsystem& subsystem, std::span<const StarId> members,
                             std::span<const BodyAt> states, const SlotTable& table) {
  events_.push_back(event_of("pair_formed", "group_formed", members, states));
  if (!subsystem.keeps_pairs()) return begun(subsystem, members, states);
  for (const BoundPair& pair : bonds_of(states).pairs) {
    Event orbit;
    add_orbit(pair.orbit, orbit);
    compare(members[pair.first], members[pair.second], orbit, table);
    compare(members[pair.second], members[pair.first], orbit, table);
  }
}

void SubsystemRecord::joins(const Subsystem& subsystem, std::span<const StarId> members,
                            std::span<const BodyAt> states) {
  // Within a group anybody may be bound to anybody for a while: what counts is who came together.
  if (subsystem.keeps_pairs()) note_companions(members, states);
}

void SubsystemRecord::ended(const Subsystem& subsystem, std::span<const StarId> members,
                            std::span<const BodyAt> states) {
  events_.push_back(event_of("pair_ended", "group_ended", members, states));
  if (subsystem.keeps_pairs()) return note_companions(members, states);
  for (const std::size_t k : bonds_of(states).unbound) companions_.erase(members[k]);
}

void SubsystemRecord::touched(StarId one, StarId other) {
  Event event{std::string(contact_event), {one, other}};
  const auto is_same = [&](const Event& known) { return known.kind == event.kind && known.stars == event.stars; };
  if (std::ranges::none_of(events_, is_same)) events_.push_back(std::move(event));
}

void SubsystemRecord::describe(Archive& archive) {
  std::vector<std::pair<StarId, StarId>> parted(companions_.begin(), companions_.end());
  std::uint64_t count = parted.size();
  archive.field("parted_star_count", count);
  parted.resize(archive.loading() ? std::min<std::uint64_t>(count, max_parted) : count);
  archive.column("parted_stars", parted, [](auto& one) -> StarId& { return one.first; });
  archive.column("former_companions", parted, [](auto& one) -> StarId& { return one.second; });
  if (archive.loading()) companions_ = {parted.begin(), parted.end()};
}

}  // namespace tucana
