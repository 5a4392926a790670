// Stars that change between two blocks.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "tucana/core/stopwatch.h"
#include "tucana/integrators/changes/rewrite_past.h"
#include "tucana/integrators/changes/step_after_change.h"
#include "tucana/integrators/hermite/block_hermite.h"

namespace tucana {

/// The bodies of a BlockHermite while they change.
template <class Scheme>
class BlockHermite<Scheme>::Changing final : public ChangingBodies {
 public:
  /// `all`: whoever changes, all bodies get new forces in the 6th order; they are at one time.
  explicit Changing(BlockHermite& own, bool all = false) : own_(own), bodies_(own.bodies_), all_(all) {}

  BodyOnPath path(Slot slot, Tick t) const override { return Predicted(bodies_).path(slot, t); }
  BodyAt at(Slot slot, Tick t) const override { return Predicted(bodies_).at(slot, t); }
  bool are_apart() const override { return has_snap && !bodies_.all_at(own_.now()); }
  void bring_together(Tick t) override { own_.bring_together(t); }
  SlotTable& slots() override { return bodies_.slots; }
  Frame frame() const override { return bodies_.frame; }
  std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t) override {
    renew_sources();
    return own_.corrected(slots, t);
  }
  void feel(const ChangedForces& forces, Tick t) override { own_.feel(forces, t); }
  void set_mass(Slot slot, double mass) override { bodies_.mass[index(slot)] = mass; }
  void set(Slot slot, const BodyAt& body, Tick t) override {
    const std::size_t i = index(slot);
    bodies_.mass[i] = body.mass;
    bodies_.x[i] = body.x;
    bodies_.v[i] = body.v;
    bodies_.time[i] = t;
    is_changed_ = true;
  }
  void leave(std::span<const Slot> slots) override {
    for (const Slot slot : slots) own_.schedule_.remove(slot);
  }
  void fit_to_slots() override { bodies_.fit_to_slots(); }
  void join(std::span<const Slot> members, Tick) override { leave(members); }
  void part(std::span<const Slot> members) override { own_.schedule_.remove(members.front()); }
  void restart(std::vector<Slot> slots, Tick t) override {
    own_.restart(std::move(slots), t, all_);
    is_changed_ = false;
  }

  /// By a pass of the engine.
  std::vector<Slot> near(Slot slot, double radius, Tick t) override {
    renew_sources();
    const BodyAt own = at(slot, t);
    const double within = searched(radius), within2 = within * within;
    NeighbourLists lists;
    own_.engine_
        .evaluate(*own_.sources_, t,
                  {std::span(&slot, 1), std::span(&own.x, 1), std::span(&own.v, 1), std::span(&within2, 1)},
                  own_.options_.law, {.acceleration = false, .lists = true}, {{}, {}, {}, {}, {}, &lists})
        .wait();
    const auto list = lists.of(0);
    return {list.begin(), list.end()};
  }
  double time_to_arrive(double radius, double distance) const override {
    return (searched(radius) - distance) / (2 * own_.cluster_.max_speed + std::sqrt(own_.cluster_.depth));
  }
  Tick next_time(Slot slot) const override { return own_.schedule_.now() + own_.schedule_.level(slot).step(); }
  void limit_step(Slot slot, double longest) override {
    const Level level = Level::at_most(longest);
    if (level < own_.schedule_.level(slot)) own_.schedule_.place(slot, level);
  }
  double acceleration(Slot slot) const override { return norm(bodies_.a[index(slot)]); }
  void add_force(Slot slot, const PartialForce& force, Tick t) override {
    own_.shift_past(slot, force, t);
    own_.write_source(slot);
  }
  void add_series(Slot slot, const ForceSeries& force, Tick t) override {
    if (!has_snap) return add_force(slot, force, t);
    own_.shift_past(slot, force, t);
    own_.write_source(slot);
    // A step that was right for a mean over a revolution may be longer than the period of the stars that are felt now.
    const bool is_felt = norm(force.a) > noticeable * norm(bodies_.a[index(slot)]);
    if (is_felt && norm2(force.s) > 0) limit_step(slot, std::sqrt(norm(force.a) / norm(force.s)));
  }
  double speed2() const override { return own_.cluster_.speed2(); }
  double max_mass() const override { return own_.max_mass_; }

 private:
  /// For those who look at others, or are moved by them, at the time at which these have changed.
  void renew_sources() {
    if (std::exchange(is_changed_, false)) own_.write_all_sources();
  }
  /// At least a sphere with some neighbours: those outside take a while to arrive.
  double searched(double radius) const {
    const double density = own_.cluster_.mean_density;
    return std::max(1.5 * radius, density > 0 ? std::cbrt(usual_neighbours / density) : 1);
  }
  static constexpr double usual_neighbours = 16;
  /// Relative to the acceleration. The best of 1e-3, 1e-4 and 1e-5 by five clusters with pairs.
  static constexpr double noticeable = 1e-4;

  BlockHermite& own_;
  BodyColumns& bodies_;
  bool all_;
  bool is_changed_ = false;  ///< bodies are in places that the engine does not know yet
};

template <class Scheme>
EnergyChange BlockHermite<Scheme>::apply(const ChangeSet& set) {
  Changing bodies(*this, true);
  contacts_.forget_radii();
  return changes_.apply(set, bodies, subsystems(), now());
}

template <class Scheme>
std::vector<BodyAt> BlockHermite<Scheme>::corrected(std::span<const Slot> slots, Tick t) {
  active_.take({slots.begin(), slots.end()});
  if (subsystems_) subsystems_->advance(t, active_.slot, Predicted(bodies_), workers_);
  predict(t);
  if (std::ranges::any_of(active_.h, [](double h) { return h != 0; })) {
    evaluate(t);
    check_finite(t);
    correct();
  }
  std::vector<BodyAt> states;
  for (std::size_t k = 0; k < active_.size(); ++k)
    states.push_back({bodies_.mass[index(active_.slot[k])], active_.x[k], active_.v[k]});
  return states;
}

/// The 6th order changes stars with all bodies at one time: snaps depend on the accelerations of both bodies of a pair,
/// all of which change. Those within a step end it here; the next one leads to where this one would have ended. They
/// keep their crackle, which so short a step may not know; restart() gives them all other derivatives. Subsystems form
/// and end without this: whoever feels other forces then knows their derivatives.
template <class Scheme>
void BlockHermite<Scheme>::bring_together(Tick t) {
  std::vector<Slot> slots = bodies_.slots.bodies();
  std::erase_if(slots, [&](Slot slot) { return bodies_.time[index(slot)] == t; });
  corrected(slots, t);
  if constexpr (has_snap)
    for (std::size_t k = 0; k < slots.size(); ++k) active_.c[k] = bodies_.c[index(slots[k])];
  store(t);
  if (subsystems_) subsystems_->commit();
  counts_.steps += slots.size();
  counts_.interactions += slots.size() * others();
  write_all_sources();
}

template <class Scheme>
template <class Force>
void BlockHermite<Scheme>::shift_past(Slot slot, const Force& change, Tick t) {
  const std::size_t i = index(slot);
  const auto shift = past_shift(change, (t - bodies_.time[i]).units());
  bodies_.x[i] += shift.x;
  bodies_.v[i] += shift.v;
  bodies_.a[i] += shift.force.a;
  bodies_.j[i] += shift.force.j;
  if constexpr (has_snap && std::is_same_v<Force, ForceSeries>) {
    bodies_.s[i] += shift.force.s;
    bodies_.c[i] += shift.force.c;
  }
}

template <class Scheme>
void BlockHermite<Scheme>::write_source(Slot slot) {
  const std::size_t i = index(slot);
  const auto one = [i](const auto& column) {
    return std::span(column).subspan(column.empty() ? 0 : i, column.empty() ? 0 : 1);
  };
  sources_->write(std::span(&slot, 1), {one(bodies_.mass), one(bodies_.x), one(bodies_.v), one(bodies_.a),
                                        one(bodies_.j), one(bodies_.time), one(bodies_.s), one(bodies_.c)});
}

/// All bodies are at one time.
template <class Scheme>
void BlockHermite<Scheme>::find_scale() {
  std::vector<PhasePoint> places;
  double mass = 0;
  max_mass_ = 0;
  for (const Slot slot : bodies_.slots.bodies()) {
    places.push_back({bodies_.x[index(slot)], bodies_.v[index(slot)]});
    mass += bodies_.mass[index(slot)];
    max_mass_ = std::max(max_mass_, bodies_.mass[index(slot)]);
  }
  cluster_ = cluster_scale(places, mass / static_cast<double>(places.size()));
}

template <class Scheme>
void BlockHermite<Scheme>::settle_subsystems(Tick t) {
  const ScopedSeconds timer(seconds_.subsystem);
  std::vector<Slot> close;
  for (const Slot slot : active_.slot) {
    const std::size_t i = index(slot);
    if (!subsystems_->rules().may_be_close(bodies_.mass[i], max_mass_, norm2(bodies_.a[i]), cluster_.speed2(),
                                           schedule_.level(slot).units()))
      continue;
    if (bodies_.slots.holds_star(slot)) close.push_back(slot);
  }
  Changing bodies(*this);
  changes_.events().settle(std::vector(active_.slot), close, bodies, *subsystems_, t);
}

/// Fixed steps do not follow encounters: two bodies may pass each other within one.
template <class Scheme>
void BlockHermite<Scheme>::search_contacts(Tick t) {
  double way = 0;
  if (has_fixed_steps()) {
    for (const Vec3& v : active_.v) way = std::max(way, ContactSearch::way(norm(v), fixed_.units()));
  }
  contacts_.begin(bodies_.slots, way);
  Changing bodies(*this);
  for (const Slot slot : active_.slot) {
    const std::size_t i = index(slot);
    const ContactSearch::Stepped body{slot, bodies_.mass[i], norm2(bodies_.a[i]),
                                      ContactSearch::window(schedule_.level(slot).units(), has_fixed_steps())};
    if (contacts_.is_suspect(body, bodies_.slots, subsystems()))
      contacts_.look_at(body, bodies, subsystems(), workers_, t);
  }
  for (Event& event : contacts_.end()) contact_events_.push_back(std::move(event));
}

/// In the 6th order, restart() evaluates all forces anew; steps that are too long end earlier all the same.
template <class Scheme>
void BlockHermite<Scheme>::feel(const ChangedForces& forces, Tick t) {
  const bool limits_steps = options_.steps == StepRule::block && subsystems_.has_value();
  for (const ChangeForces::Difference& one : forces.sources)
    if (limits_steps) fast_bodies_.add(one.body, cluster_.speed2(), bodies_.frame, t);
  for (std::size_t k = 0; k < forces.slot.size(); ++k) {
    const std::size_t i = index(forces.slot[k]);
    if (!has_snap) shift_past(forces.slot[k], forces.change[k], t);
    if (options_.steps != StepRule::block) continue;
    const double by_change = step_after_change(forces, k, bodies_.a[i], schedule_.level(forces.slot[k]).units(),
                                               options_.eta_start, options_.law);
    const Level longest = Level::at_most(
        std::min(by_change, fast_bodies_.longest_step(forces.state[k].x, forces.state[k].v, bodies_.frame, t)));
    if (longest < schedule_.level(forces.slot[k])) schedule_.place(forces.slot[k], longest);
  }
}

/// The engine gets all rows anew. Bodies that go on keep their crackle.
template <class Scheme>
void BlockHermite<Scheme>::restart(std::vector<Slot> slots, Tick t, bool all) {
  bodies_.device_rows.clear();
  std::vector<Vec3> crackle;
  if constexpr (has_snap) {
    crackle = bodies_.c;
    for (const Slot slot : slots) crackle[index(slot)] = {};
  }
  write_all_sources();
  active_.take(has_snap && all ? bodies_.slots.bodies() : slots);
  if (active_.size() > 0) begin_active(t);
  if constexpr (has_snap) bodies_.c = std::move(crackle);
  // Only those without a past get another step.
  std::ranges::sort(slots);
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const Slot slot = active_.slot[k];
    if (!std::ranges::binary_search(slots, slot)) continue;
    schedule_.place(slot, has_fixed_steps() ? fixed_ : first_level(t, active_.wanted_step[k], largest_));
  }
  if (options_.steps == StepRule::shared) {
    const Level common = schedule_.shortest();
    for (const Slot slot : bodies_.slots.bodies()) schedule_.place(slot, common);
  }
  // Parked slots cost as much as bodies in the sums of an engine: dropped when they are more than an eighth.
  constexpr std::size_t max_parked_part = 8;
  const SlotTable& table = bodies_.slots;
  if (max_parked_part * (table.slot_count() - table.body_count()) > table.slot_count()) drop_parked_slots();
  write_all_sources();
}

template <class Scheme>
void BlockHermite<Scheme>::drop_parked_slots() {
  const std::vector<Slot> new_slot = bodies_.slots.parked_last();
  schedule_.renumber(new_slot);
  if (subsystems_) subsystems_->renumber(new_slot);
  bodies_.renumber(new_slot);
}

}  // namespace tucana
