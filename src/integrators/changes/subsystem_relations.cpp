#include "tucana/integrators/changes/subsystem_relations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace tucana {
namespace {

/// A lower bound of the time until a body is within a distance of another one: it may fall towards it from its radial
/// velocity, with the attraction of the two, of total mass mu, and the largest that others may have; whatever it moves
/// across only increases the distance. The way is taken in parts, each to half of the distance, at the mean of the
/// speeds at its ends: since the acceleration grows inwards, no fall is faster.
double time_to_reach(const Vec3& x, const Vec3& v, double distance, double mu, double pull) {
  constexpr int parts = 3;
  const double start = norm(x);
  if (!(start > distance)) return 0;
  const double inward = std::max(0.0, -dot(x, v) / start);
  double r = start, speed = inward, time = 0;
  for (int part = 0; part < parts && r > distance; ++part) {
    const double inner = std::max(distance, r / 2);
    const double then = std::sqrt(inward * inward + 2 * mu * (1 / inner - 1 / start) + 2 * pull * (start - inner));
    time += 2 * (r - inner) / (speed + then);
    r = inner;
    speed = then;
  }
  return time;
}

/// Whether that bound is later than a time, without roots and divisions: the way during it is shorter than the gap.
bool reaches_later(double r2, double approach, double distance, double fall, double time) {
  const double way = distance + 0.5 * fall * time * time, left = r2 + std::min(0.0, approach) * time;
  return left > 0 && left * left > way * way * r2;
}

/// The reach of a subsystem for bodies of some mass: a root that many bodies of one mass share, or of two where some
/// are pairs.
class ReachOf {
 public:
  ReachOf(const SubsystemRules& rules, const Subsystem& inside, double own_mass)
      : rules_(rules), inside_(inside), own_mass_(own_mass) {}
  double operator()(double mass) {
    if (mass == last_.mass) return last_.reach;
    std::swap(last_, before_);
    if (mass != last_.mass) last_ = {mass, rules_.reach(inside_, own_mass_, mass)};
    return last_.reach;
  }

 private:
  struct Known {
    double mass = -1, reach = 0;
  };
  const SubsystemRules& rules_;
  const Subsystem& inside_;
  double own_mass_;
  Known last_, before_;
};

/// Within which two subsystems may become one whatever their own extents are; 0 for a star.
double meeting_distance(Slot slot, double mass, Slot other, double other_mass, ChangingBodies& bodies,
                        const Subsystems& subsystems) {
  const SlotTable& table = bodies.slots();
  if (!table.holds_subsystem(other)) return 0;
  const SubsystemRules& rules = subsystems.rules();
  return std::max(rules.meeting_distance(mass + other_mass, bodies.speed2()),
                  rules.distance_to_know(subsystems[table.subsystem(slot)], mass, subsystems[table.subsystem(other)],
                                         other_mass, bodies.speed2()));
}

}  // namespace

/// Whoever begins or ceases to feel the members, or feels them in another way, does so from now on as if it always had:
/// both sides at once, so that no force jumps inside a step.
void SubsystemRelations::renew(const Scene& scene, const LinearTide& tide_beyond, ChangingBodies& bodies,
                               Subsystems& subsystems) {
  const Slot slot = scene.own.slot;
  const std::uint32_t number = bodies.slots().subsystem(slot);
  const double own_mass = scene.own.state.mass;
  const std::vector<Slot> before(subsystems.related(number).begin(), subsystems.related(number).end());
  std::vector<Slot> after;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Perturbers perturbers{false, 0, infinite, infinite, {}, {}};
  const double extent = scene.own.extent();
  ReachOf reach_of(subsystems.rules(), *scene.own.inside, own_mass);
  for (const NearBody& other : scene.near) {
    const Vec3 x = other.state.x - scene.own.state.x, v = other.state.v - scene.own.state.v;
    const double r = norm(x), reach = reach_of(other.state.mass);
    if (r > (std::ranges::binary_search(before, other.slot) ? to_unrelate : to_relate) * reach) continue;
    after.push_back(other.slot);
    perturbers.are_there = true;
    perturbers.gamma += 2 * other.state.mass / own_mass * std::pow(extent / r, 3);
    perturbers.nearest = std::min(perturbers.nearest, r / extent);
    const double speed2 = norm2(v);
    const double passage = speed2 > 0 ? r / std::sqrt(speed2) : infinite;
    perturbers.time = std::min({perturbers.time, passage, std::sqrt(r * r * r / (own_mass + other.state.mass))});
  }
  std::ranges::sort(after);
  // That of a field is renewed with the list: it changes more slowly than those around.
  const LinearTide field_before = subsystems.field_tide(number);
  if (!subsystems.tide_beyond(number) || bodies.has_new_list(slot, scene.t))
    subsystems.set_tide_beyond(number, tide_beyond);
  subsystems.renew_field_tide(number, scene.t, scene.own.state, *subsystems.tide_beyond(number));
  const double field = subsystems.field_tide(number).size();
  if (field > 0) {
    perturbers.are_there = true;
    perturbers.gamma += field * extent * extent * extent / own_mass;
    perturbers.time = std::min(perturbers.time, 1 / std::sqrt(field));
  }
  subsystems.commit();
  // Only who comes or goes is a change for the pair.
  const bool is_changed = before != after || (field_before == LinearTide{}) != !(field > 0);
  const bool turns = subsystems[number].turns_with(perturbers);
  if (!is_changed && !turns) return subsystems[number].attend(scene.t, perturbers);
  // Those who felt it before, and go on to, are concerned only if they see it in another way.
  std::vector<Slot> gone, come;
  if (turns) {
    gone = before;
    come = after;
  } else {
    std::ranges::set_difference(before, after, std::back_inserter(gone));
    std::ranges::set_difference(after, before, std::back_inserter(come));
  }
  // Two subsystems feel each other's members while either of them is related to the other.
  const auto relates_itself = [&](Slot other) {
    const SlotTable& table = bodies.slots();
    return table.holds_subsystem(other) && subsystems.is_related(table.subsystem(other), slot);
  };
  std::vector<Slot> gone_but_related, come_but_related;
  std::ranges::set_difference(gone, come, std::back_inserter(gone_but_related));
  std::ranges::set_difference(come, gone, std::back_inserter(come_but_related));
  std::erase_if(gone_but_related, [&](Slot other) { return !relates_itself(other); });
  std::erase_if(come_but_related, [&](Slot other) { return !relates_itself(other); });
  std::map<Slot, ForceSeries> change;
  const auto add_differences = [&](std::span<const Slot> related, double sign) {
    for (const Slot other : related) {
      const auto mutual = subsystems.difference_between(number, other, scene.t, bodies);
      change[other] += sign * mutual.on_body;
      change[slot] += sign * mutual.on_centre;
    }
  };
  add_differences(gone, -1);
  add_differences(come_but_related, -1);
  const LinearTide tide_before = subsystems.tide_on(number, scene.t, bodies, field_before);
  for (const Slot other : gone)
    if (!std::ranges::binary_search(after, other)) subsystems.unrelate(number, other);
  for (const Slot other : come)
    if (!std::ranges::binary_search(before, other)) subsystems.relate(number, other);
  perturbers.after = subsystems.tide_on(number, scene.t, bodies);
  perturbers.before = is_changed ? tide_before : perturbers.after;
  subsystems[number].attend(scene.t, perturbers);
  subsystems.show(scene.t, std::array{slot}, bodies, workers_);
  subsystems.commit();
  add_differences(come, 1);
  add_differences(gone_but_related, 1);
  for (const auto& [other, force] : change)
    if (norm2(force.a) + norm2(force.j) > 0) bodies.add_series(other, force, scene.t);
}

double SubsystemRelations::alone_for(Slot slot, double radius, Tick t, ChangingBodies& bodies,
                                     const Subsystems& subsystems) {
  constexpr double not_alone = -1;
  const BodyAt own = bodies.at(slot, t);
  const SubsystemRules& rules = subsystems.rules();
  const Subsystem& inside = subsystems[bodies.slots().subsystem(slot)];
  const double near = rules.near_distance(inside, bodies.speed2()), pull = 2 * bodies.acceleration(slot);
  const double joining = rules.joining_distance(inside, own.mass, bodies.speed2());
  double time = bodies.time_to_arrive(radius, std::max(near, radius / to_unrelate));
  ReachOf reach_of(rules, inside, own.mass);
  for (const Slot other : bodies.near(slot, radius, t)) {
    const BodyAt body = bodies.about(other, t);
    const Vec3 x = body.x - own.x;
    const double mu = own.mass + body.mass;
    const double meeting = meeting_distance(slot, own.mass, other, body.mass, bodies, subsystems);
    const double limit = std::max({reach_of(body.mass), near, meeting}), alone = std::max(to_relate * limit, joining);
    const Vec3 v = body.v - own.v;
    const double r2 = norm2(x);
    if (!(r2 > alone * alone)) return not_alone;
    // As if it had all the way the acceleration that it has at the end.
    if (!reaches_later(r2, dot(x, v), limit, mu / (limit * limit) + pull, time))
      time = std::min(time, time_to_reach(x, v, limit, mu, pull));
  }
  return time;
}

void SubsystemRelations::leave_alone(Slot slot, double time, Tick t, ChangingBodies& bodies, Subsystems& subsystems) {
  bodies.limit_step(slot, time);
  subsystems.set_check_time(bodies.slots().subsystem(slot), t + Tick::nearest(std::min(time, 1024.0)));
}

/// When those around may be somebody else, or near enough to join. The centre does not step beyond that.
void SubsystemRelations::schedule_check(const Scene& scene, double radius, double grows_after, ChangingBodies& bodies,
                                        Subsystems& subsystems) {
  const Slot slot = scene.own.slot;
  const std::uint32_t number = bodies.slots().subsystem(slot);
  const Subsystem& inside = *scene.own.inside;
  const BodyAt& own = scene.own.state;
  const double near = subsystems.rules().near_distance(inside, bodies.speed2()), pull = 2 * bodies.acceleration(slot);
  double time = std::min(grows_after, bodies.time_to_arrive(radius, std::max(near, radius / to_unrelate)));
  double passing = time;
  // What is felt of a field stays the same until the next examination, and has to follow the orbit of the pair.
  if (const double tide = subsystems.background_at(scene.t, own.x).size(); tide > 0) {
    passing = std::min(passing, 0.1 / std::sqrt(tide));
    if (subsystems.field_tide(number).size() > 0) time = std::min(time, 0.01 / std::sqrt(tide));
  }
  ReachOf reach_of(subsystems.rules(), inside, own.mass);
  for (const NearBody& other : scene.near) {
    const Vec3 x = other.state.x - own.x, v = other.state.v - own.v;
    const double reach = reach_of(other.state.mass);
    const bool is_related = subsystems.is_related(number, other.slot);
    // Stars look for those that they meet in every step.
    const double mu = own.mass + other.state.mass;
    const double joining =
        std::max(near, meeting_distance(slot, own.mass, other.slot, other.state.mass, bodies, subsystems));
    const double limit = std::max(joining, is_related ? 0.0 : reach);
    if (!(limit > 0)) continue;  // it never interacts with this subsystem
    if (!is_related && reaches_later(norm2(x), dot(x, v), limit, mu / (limit * limit) + pull, time)) continue;
    const double circular2 = mu / limit;
    // One that is within that distance and does not join is on its way out, or passes by.
    double until = std::max(time_to_reach(x, v, joining, mu, pull), 0.1 * joining / std::sqrt(norm2(v) + circular2));
    if (!is_related && reach > 0) until = std::min(until, time_to_reach(x, v, reach, mu, pull));
    if (is_related) {
      passing = std::min(passing, 0.5 * norm(x) / std::sqrt(norm2(v) + circular2));
    }
    time = std::min(time, until);
  }
  bodies.limit_step(slot, time);
  // Members of a group may part at any time.
  const double until = inside.can_sleep() ? std::min({time, passing, 1024.0}) : 0;
  subsystems.set_check_time(number, scene.t + Tick::nearest(until));
}

/// Others feel the members, in whatever way they have felt the subsystem before.
void SubsystemRelations::resolve(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t) {
  const std::uint32_t number = bodies.slots().subsystem(slot);
  if (subsystems.is_asleep(number)) return;
  std::map<Slot, ForceSeries> change;
  const auto show_and_add = [&](double sign) {
    std::vector<Slot> shown(subsystems.related(number).begin(), subsystems.related(number).end());
    shown.push_back(slot);
    subsystems.show(t, shown, bodies, workers_);
    for (const Slot other : subsystems.related(number)) {
      const auto mutual = subsystems.difference_between(number, other, t, bodies);
      change[other] += sign * mutual.on_body;
    }
  };
  show_and_add(-1);
  subsystems.commit();
  const LinearTide tide = subsystems.tide_on(number, t, bodies);
  subsystems[number].attend(t, {true, 0, 0, 0, tide, tide});
  show_and_add(1);
  for (const auto& [other, force] : change)
    if (norm2(force.a) + norm2(force.j) > 0) bodies.add_series(other, force, t);
}

}  // namespace tucana
