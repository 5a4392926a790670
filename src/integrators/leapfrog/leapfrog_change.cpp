// Stars that change between two blocks.
#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/integrators/changes/rewrite_past.h"
#include "tucana/integrators/leapfrog/device/resident_steps.h"
#include "tucana/integrators/leapfrog/leapfrog.h"
#include "tucana/integrators/leapfrog/leapfrog_formulae.h"

namespace tucana {

/// The bodies of a leap-frog while they change. Slots are parked only meanwhile: trees should hold nothing but bodies.
class Leapfrog::Changing final : public ChangingBodies {
 public:
  explicit Changing(Leapfrog& own) : own_(own), bodies_(own.bodies_), schedule_(own.schedule_) {}

  BodyAt at(Slot slot, Tick t) const override {
    const std::size_t i = index(slot);
    const double h = step_of(slot, t);
    return {bodies_.mass[i], drifted(bodies_.x[i], bodies_.v[i], bodies_.a[i], h), bodies_.v[i] + h * bodies_.a[i]};
  }
  SlotTable& slots() override { return bodies_.slots; }

  std::vector<BodyAt> corrected(std::span<const Slot> slots, Tick t) override {
    std::vector<BodyAt> states;
    for (const Slot slot : slots) states.push_back(at(slot, t));
    if (slots.empty() || schedule_.all_together()) return states;
    own_.active_.slot.assign(slots.begin(), slots.end());
    own_.active_.resize(slots.size());
    own_.predict(t, own_.active_.x);
    own_.evaluate(t, own_.active_.x, {.jerk = false, .looking = true});
    for (std::size_t k = 0; k < slots.size(); ++k) states[k].v = own_.new_velocity(t, k);
    return states;
  }

  /// Steps stay as they are: the time of a body follows from its step.
  void feel(const ChangedForces& forces, Tick t) override {
    for (std::size_t k = 0; k < forces.slot.size(); ++k) {
      const std::size_t i = index(forces.slot[k]);
      const PastShift shift = past_shift({forces.change[k].a, {}}, step_of(forces.slot[k], t));
      bodies_.x[i] += shift.x;
      bodies_.v[i] += shift.v;
      bodies_.a[i] += shift.force.a;
    }
    mass_ = bodies_.mass.all();
  }

  void set_mass(Slot slot, double mass) override { mass_[index(slot)] = mass; }
  void set(Slot slot, const BodyAt& body, Tick) override {
    mass_[index(slot)] = body.mass;
    bodies_.x[index(slot)] = body.x;
    bodies_.v[index(slot)] = body.v;
    bodies_.a[index(slot)] = {};
    if (schedule_.holds(slot)) schedule_.remove(slot);
  }
  void leave(std::span<const Slot> slots) override {
    for (const Slot slot : slots) schedule_.remove(slot);
  }
  void fit_to_slots() override {
    mass_.resize(bodies_.slots.slot_count());
    for (auto* column : {&bodies_.x, &bodies_.v, &bodies_.a}) column->resize(bodies_.slots.slot_count());
  }
  // There are no subsystems.
  void join(std::span<const Slot>, Tick) override {}
  void part(std::span<const Slot>) override {}

  void restart(std::vector<Slot> slots, Tick t) override {
    bodies_.mass.assign(mass_);
    if (bodies_.slots.has_parked()) {
      const std::vector<Slot> new_slot = bodies_.slots.parked_last();
      schedule_.renumber(new_slot);
      bodies_.drop_parked();
      for (Slot& slot : slots) slot = new_slot[index(slot)];
    }
    own_.restart(slots, t);
  }

 private:
  double step_of(Slot slot, Tick t) const { return (t - schedule_.time_of(slot)).units(); }

  Leapfrog& own_;
  LeapfrogBodies& bodies_;
  BlockSchedule& schedule_;
  std::vector<double> mass_;
};

EnergyChange Leapfrog::apply(const ChangeSet& set) {
  if (set.empty()) return {};
  if (softens_each()) throw InputError("stars cannot change where each component has a softening of its own");
  fetch();
  Changing bodies(*this);
  const EnergyChange energy = changes_.apply(set, bodies, nullptr, now());
  last_look_.reset();
  if (resident_) resident_->load(bodies_, schedule_);
  return energy;
}

/// Forces and first steps of bodies that have no past; the engine gets all rows anew.
void Leapfrog::restart(const std::vector<Slot>& slots, Tick t) {
  for (const Slot slot : slots) schedule_.place(slot, std::min(Level::largest_dividing(t), largest_));
  take_all();
  write_all_sources();
  if (slots.empty()) return;
  active_.slot = slots;
  active_.resize(slots.size());
  predict(t, active_.x);
  active_.old_acceleration.clear();  // not known
  counts_.interactions += evaluate(t, active_.x, {.jerk = false});
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!is_finite(active_.a[k])) report(t, k, active_.x);
    bodies_.a[index(slots[k])] = active_.a[k];
    const Level level = options_.steps == StepRule::fixed ? fixed_ : first_level(t, wanted_step(k), largest_);
    schedule_.place(slots[k], level);
  }
  if (options_.steps == StepRule::shared) {
    const Level common = schedule_.shortest();
    for (std::size_t i = 0; i < size(); ++i) schedule_.place(slot_at(i), common);
  }
  take_all();
  write_all_sources();
}

}  // namespace tucana
