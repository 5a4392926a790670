#include "tucana/integrators/neighbour/trial_step.h"

#include <algorithm>
#include <utility>

namespace tucana {

void TrialStep::make(std::vector<Slot> slots, Tick t) {
  block_.take(std::move(slots));
  state_.advance_subsystems(block_.slots, t);
  irregular_.step(block_, t);
  // Output omits the corrections that wait.
  const PassageRules passages = state_.passages();
  std::vector<std::size_t> behind;
  for (std::size_t k = 0; k < block_.size(); ++k) {
    const NeighbourBody& body = state_.bodies.row[index(block_.slots[k])];
    if (body.regular_time != t && !passages.regular_waits(body, t)) behind.push_back(k);
  }
  regular_.select(std::move(behind), block_, t);
  Pending force = regular_.begin_force(t);
  regular_.end_force(force);
  regular_.correct(block_, t);
  block_.is_suspicious = false;  // short steps of a trial do not matter
  end_.check_finite(block_, t);
}

void TrialStep::make_for_all(Tick t) {
  std::vector<Slot> all = state_.bodies.slots.bodies();
  const auto is_there = [&](Slot slot) {
    const NeighbourBody& body = state_.bodies.row[index(slot)];
    return body.time == t && body.regular_time == t;
  };
  if (!std::ranges::all_of(all, is_there)) return make(std::move(all), t);
  block_.take(std::move(all));
  for (std::size_t k = 0; k < block_.size(); ++k) {
    const NeighbourBody& body = state_.bodies.row[index(block_.slots[k])];
    block_.rows[k].x = body.x;
    block_.rows[k].v = body.v;
  }
}

}  // namespace tucana
