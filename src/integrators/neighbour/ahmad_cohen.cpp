#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/changes/subsystem_start.h"
#include "tucana/integrators/slots/show_body.h"

namespace tucana {
namespace {

/// Bodies are sorted when there are several leaves.
constexpr std::size_t min_sorted_bodies = 4 * ForceEngine::leaf_rows;

/// At multiples of this step. The order is lost within a small part of a crossing time: with 8, 16, 32 and 64 sorts per
/// time unit, 20, 18, 16 and 14 of 64 leaves may hold neighbours of a body, and cost more than others. The cost of a
/// sort scales as N, what it saves as N^2: with 16384 and 32768 bodies 16 sorts are best, with 4096 8 to 16, all within
/// 2 %.
constexpr Level sorting_level(std::size_t bodies) { return {Tick::log2_per_unit - 3 - (bodies >= 16384 ? 1 : 0)}; }

}  // namespace

AhmadCohen::AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers)
    : state_(options, engine, workers, counts_, seconds_),
      given_eta_(options.eta),
      given_eta_regular_(options.eta_regular),
      irregular_(state_),
      regular_(state_),
      end_(state_),
      trial_(state_, block_, irregular_, regular_, end_),
      first_(state_, block_, regular_, end_),
      changing_(state_, block_, trial_, first_),
      changes_(options.law, options.simd, workers) {}

void AhmadCohen::start(const Stars& stars) {
  counts_ = {};
  contacts_.forget_radii();
  state_.take(stars);
  begin_subsystems(stars);
  state_.find_heavy_bodies();
  state_.refresh_copies();
  state_.move_frame(Tick{0});
  state_.find_scale();
  sort_bodies(Tick{0});
  first_.make(bodies().slots.bodies(), Tick{0});
  // Whoever is near to a pair acts on it from the first step on.
  settle_subsystems(Tick{0});
}

void AhmadCohen::step() {
  const Tick t = next();
  {
    const ScopedSeconds timer(seconds_.schedule);
    block_.take_due(state_.steps.irregular(), state_.slot_count());
  }
  regular_.select_due(block_, t);
  state_.advance_subsystems(block_.slots, t);
  {
    // A device works on the regular forces while the host sums the irregular ones.
    Pending regular_force = regular_.begin_force(t);
    irregular_.step(block_, t);
    regular_.end_force(regular_force);
  }
  regular_.correct(block_, t);
  end_.check(block_, t);
  // Nothing below can fail: up to here bodies, schedule and counts are those of the previous block.
  count_block();
  end_.store(block_, regular_, t);
  if (state_.subsystems) state_.subsystems->commit();
  {
    const ScopedSeconds timer(seconds_.schedule);
    state_.steps.advance();
    end_.file_steps(block_, regular_);
    state_.fast_bodies.forget_distant(t, state_.steps.longest().units());
  }
  const bool are_together = block_.size() == state_.body_count();
  if (contacts_.is_on()) search_contacts(t);
  settle_subsystems(t);
  const ScopedSeconds timer(seconds_.schedule);
  if (are_together) renew_scale(t);
  sort_bodies(t);
}

void AhmadCohen::count_block() {
  counts_.steps += block_.size();
  counts_.blocks += 1;
  counts_.regular_steps += regular_.size();
  counts_.interactions += regular_.size() * (state_.body_count() - 1);
}

/// All bodies are at t.
void AhmadCohen::renew_scale(Tick t) {
  if (state_.steps.meet_at(t)) state_.move_frame(t);
  state_.find_scale();
}

void AhmadCohen::sort_bodies(Tick t) {
  const std::size_t n = state_.slot_count();
  if (n >= min_sorted_bodies && sorting_level(n).divides(t) && state_.cluster.mean_density > 0)
    state_.renumber(order_.sort(state_.bodies, state_.cluster, t, state_.workers));
}

/// Where not all are at t with both their forces, every body takes a trial step there.
void AhmadCohen::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  trial_.make_for_all(t);
  if (state_.subsystems) state_.subsystems->show(t, block_.slots, PredictedBodies(bodies()), state_.workers);
  bodies().slots.name(stars);
  for (std::size_t k = 0; k < block_.size(); ++k) {
    const Slot slot = block_.slots[k];
    show_body(bodies().slots, slot, {bodies().row[index(slot)].mass, block_.rows[k].x, block_.rows[k].v}, subsystems(),
              stars);
  }
  state_.frame.leave(stars, t);
}

/// Pairs that are there at the start become one body before anything else is done. The slots of members are dropped at
/// once: half of all may be empty.
void AhmadCohen::begin_subsystems(const Stars& stars) {
  if (!state_.subsystems || state_.steps.are_fixed() || stars.size() < 2) return;
  state_.find_heavy_bodies();
  state_.find_scale();
  if (stars.systems.empty())
    begin_close_pairs();
  else
    begin_known_systems(stars, changing_, *state_.subsystems, changes_.events().record());
  if (state_.subsystems->empty()) return;
  const std::vector<Slot> new_slot = bodies().slots.parked_last();
  state_.bodies.renumber(new_slot);
  state_.subsystems->renumber(new_slot);
}

void AhmadCohen::begin_close_pairs() {
  state_.refresh_copies();
  sort_bodies(now());
  const std::vector<Slot> all = bodies().slots.bodies();
  std::vector<Vec3> x, v;
  for (const NeighbourBody& body : bodies().row) x.push_back(body.x), v.push_back(body.v);
  std::vector<Slot> nearest(all.size());
  std::vector<double> distance2(all.size());
  state_.engine
      .evaluate(state_.updated_sources(), now(), {all, x, v, {}}, state_.options.law,
                {.acceleration = false, .nearest = true}, {{}, {}, {}, nearest, distance2, nullptr})
      .wait();
  tucana::begin_close_pairs(nearest, changing_, *state_.subsystems, changes_.events().record());
}

void AhmadCohen::settle_subsystems(Tick t) {
  if (!state_.subsystems || state_.steps.are_fixed()) return;
  const ScopedSeconds timer(seconds_.subsystem);
  changes_.events().settle(std::vector(block_.slots), close_stars(), changing_, *state_.subsystems, t);
}

/// Of those that have just been stepped.
std::vector<Slot> AhmadCohen::close_stars() const {
  std::vector<Slot> close;
  const double max_mass = state_.max_mass(), speed2 = state_.cluster.speed2();
  const SubsystemRules& rules = state_.subsystems->rules();
  for (const Slot slot : block_.slots) {
    if (!bodies().slots.holds_star(slot)) continue;
    const NeighbourBody& body = bodies().row[index(slot)];
    const double pull2 = norm2(body.irregular.a), step = (changing_.next_time(slot) - now()).units();
    // Wide orbits are looked for as often as lists are made.
    if (rules.may_be_close(body.mass, max_mass, pull2, speed2, step) ||
        (body.regular_time == now() && rules.may_be_isolated(body.mass, pull2, spacing_around(slot))))
      close.push_back(slot);
  }
  return close;
}

/// Whoever is near enough is on the list. Fixed steps do not follow encounters: two bodies may pass each other within
/// one.
void AhmadCohen::search_contacts(Tick t) {
  double way = 0;
  if (state_.steps.are_fixed()) {
    for (std::size_t k = 0; k < block_.size(); ++k)
      way = std::max(way, ContactSearch::way(norm(block_.rows[k].v), state_.steps.longest().units()));
  }
  contacts_.begin(bodies().slots, way);
  for (const Slot slot : block_.slots) {
    const NeighbourBody& body = bodies().row[index(slot)];
    const double step = state_.steps.irregular().level(slot).units();
    const ContactSearch::Stepped stepped{slot, body.mass, norm2(body.irregular.a),
                                         ContactSearch::window(step, state_.steps.are_fixed())};
    if (contacts_.is_suspect(stepped, bodies().slots, subsystems()))
      contacts_.look_at(stepped, changing_, subsystems(), state_.workers, t);
  }
  for (Event& event : contacts_.end()) contact_events_.push_back(std::move(event));
}

double AhmadCohen::spacing_around(Slot slot) const {
  const auto listed = static_cast<double>(bodies().list[index(slot)].size());
  return bodies().row[index(slot)].sphere * std::cbrt(4 * std::numbers::pi / 3 / std::max(1.0, listed));
}

bool AhmadCohen::set_eta_factor(double factor) {
  if (state_.steps.are_fixed()) return false;
  state_.options.eta = given_eta_ * factor;
  state_.options.eta_regular = given_eta_regular_ * factor;
  state_.irregular.set_eta(state_.options.eta);
  return true;
}

void AhmadCohen::describe(Archive& archive) {
  const Archive::Group group(archive, name());
  state_.describe(archive);
  counts_.describe(archive);
  if (state_.subsystems) {
    state_.subsystems->describe(archive, state_.slot_count());
    changes_.events().describe(archive);
  }
  if (!archive.loading()) return;
  contacts_.forget_radii();
  state_.finish_loading();
}

}  // namespace tucana
