#include "tucana/integrators/changes/contact_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tucana {
namespace {

/// A body is looked at from this many sums of radii on: steps resolve an encounter, so that one of them ends in
/// between.
constexpr double near_radii = 2;
/// The forces of others may act against that of the partner.
constexpr double margin = 0.5;

}  // namespace

void ContactSearch::begin(const SlotTable& table, double way) {
  way_ = way;
  if (largest_radius_ >= 0) return;
  largest_radius_ = 0;
  for (std::size_t row = 0; row < table.star_count(); ++row)
    largest_radius_ = std::max(largest_radius_, table.radius(row));
}

/// From the centre of a body to the surfaces of its stars. Wider pairs and groups notice others in time.
double ContactSearch::reach_of(Slot slot, const SlotTable& table, const Subsystems* subsystems) const {
  if (table.holds_star(slot)) return table.radius(table.star_row(slot));
  double radius = 0;
  for (const std::uint32_t row : table.member_rows(slot)) radius = std::max(radius, table.radius(row));
  return radius + std::min((*subsystems)[table.subsystem(slot)].extent(), largest_radius_);
}

bool ContactSearch::is_suspect(const Stepped& body, const SlotTable& table, const Subsystems* subsystems) const {
  if (!(largest_radius_ > 0)) return false;
  const auto may_be_within = [&](double distance) {
    const double limit = margin * body.mass / (distance * distance);
    return body.pull2 >= limit * limit;
  };
  // Nobody reaches farther than this: a test that every step can afford.
  if (!may_be_within(4 * near_radii * largest_radius_ + way_)) return false;
  return may_be_within(near_radii * (reach_of(body.slot, table, subsystems) + 2 * largest_radius_) + way_);
}

void ContactSearch::look_at(const Stepped& suspect, ChangingBodies& bodies, Subsystems* subsystems, Workers& workers,
                            Tick t) {
  const SlotTable& table = bodies.slots();
  const BodyAt own = bodies.at(suspect.slot, t);
  const double own_reach = reach_of(suspect.slot, table, subsystems);
  for (const Slot other : bodies.near(suspect.slot, near_radii * (own_reach + 2 * largest_radius_) + way_, t)) {
    if (other == suspect.slot || table.is_parked(other)) continue;
    const BodyAt body = bodies.at(other, t);
    const double distance = own_reach + reach_of(other, table, subsystems);
    if (!comes_within({body.x - own.x, body.v - own.v}, own.mass + body.mass, suspect.window, distance)) continue;
    if (table.holds_star(suspect.slot) && table.holds_star(other))
      note(table.star(suspect.slot), table.star(other));
    else
      look_at_members(suspect.slot, other, suspect.window, bodies, subsystems, workers, t);
  }
}

void ContactSearch::look_at_members(Slot one, Slot other, const TimeWindow& window, ChangingBodies& bodies,
                                    Subsystems* subsystems, Workers& workers, Tick t) {
  struct Member {
    std::uint32_t row;
    BodyAt state;
  };
  const SlotTable& table = bodies.slots();
  subsystems->show(t, std::array{std::min(one, other), std::max(one, other)}, bodies, workers);
  const auto members_of = [&](Slot slot) {
    const BodyAt centre = bodies.at(slot, t);
    if (table.holds_star(slot)) return std::vector<Member>{{table.star_row(slot), centre}};
    std::vector<Member> members;
    const auto rows = table.member_rows(slot);
    const auto inside = subsystems->members(table.subsystem(slot));
    for (std::size_t m = 0; m < rows.size(); ++m)
      members.push_back({rows[m], {inside[m].mass, centre.x + inside[m].x, centre.v + inside[m].v}});
    return members;
  };
  const std::vector<Member> others = members_of(other);
  for (const Member& mine : members_of(one)) {
    for (const Member& member : others) {
      const PhasePoint relative{member.state.x - mine.state.x, member.state.v - mine.state.v};
      if (comes_within(relative, mine.state.mass + member.state.mass, window,
                       table.radius(mine.row) + table.radius(member.row)))
        note(table.id(mine.row), table.id(member.row));
    }
  }
}

void ContactSearch::note(StarId one, StarId other) { found_.emplace_back(std::min(one, other), std::max(one, other)); }

std::vector<Event> ContactSearch::end() {
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  std::vector<Event> events;
  for (const auto& [one, other] : found_) events.push_back({std::string(contact_event), {one, other}});
  found_.clear();
  return events;
}

}  // namespace tucana
