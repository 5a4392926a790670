#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/integrators/slots/show_body.h"
#include "tucana/integrators/step_criteria.h"

namespace tucana {
namespace {

/// Bodies are sorted when there are several leaves.
constexpr std::size_t min_sorted_bodies = 4 * ForceEngine::leaf_rows;

/// At multiples of this step. The order is lost within a small part of a crossing time: with 8, 16, 32 and 64 sorts per
/// time unit, 20, 18, 16 and 14 of 64 leaves may hold neighbours of a body, and cost more than others. The cost of a
/// sort scales as N, what it saves as N^2: with 16384 and 32768 bodies 16 sorts are best, with 4096 8 to 16, all within
/// 2 %.
constexpr Level sorting_level(std::size_t bodies) { return {Tick::log2_per_unit - 3 - (bodies >= 16384 ? 1 : 0)}; }

/// Bodies for one thread at a time: some microseconds of work.
constexpr std::size_t grain = 16;

bool in_double(const ForceEngine& engine) {
  return engine.precision() == Precision::fp64 || engine.precision() == Precision::extended;
}

}  // namespace

AhmadCohen::AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers)
    : options_(options),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      together_(has_fixed_steps() ? fixed_ : largest_),
      engine_(engine),
      workers_(workers),
      irregular_(bodies_, {options.law, options.eta, options.simd, std::max(largest_, fixed_), in_double(engine)}),
      mirror_(engine),
      changes_(options.law, options.simd, workers) {
  TUCANA_EXPECT(options.steps != StepRule::shared);
}

std::size_t AhmadCohen::wanted_neighbours(double mass) const {
  const std::size_t others = body_count() > 0 ? body_count() - 1 : 0;
  return std::min(others, neighbours_of_mass(wanted_by_mean_mass_, mass / heavy_.mean_mass()));
}

void AhmadCohen::set_active(std::vector<Slot> slots) {
  active_slots_ = std::move(slots);
  fit_active();
}

/// Rows for the slots in active_slots_.
void AhmadCohen::fit_active() {
  active_.resize(active_slots_.size());
  next_.resize(active_slots_.size());
}

void AhmadCohen::take_due() {
  const ScopedSeconds timer(seconds_.schedule);
  due_.take(schedule_, size(), active_slots_);
  fit_active();
}

void AhmadCohen::step() {
  const Tick t = schedule_.next();
  take_due();
  select_regular(t);
  advance_subsystems(t);
  {
    // A device works on the regular forces while the host sums the irregular ones.
    Pending regular = begin_regular(t);
    step_irregular(t);
    end_regular(regular);
  }
  correct_regular(t);
  check(t);
  // Nothing below can fail: up to here bodies, schedule and counts are those of the previous block.
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.regular_steps += regular_.size();
  counts_.interactions += regular_.size() * (body_count() - 1);
  store(t);
  if (subsystems_) subsystems_->commit();
  {
    const ScopedSeconds timer(seconds_.schedule);
    schedule_.advance();
    reschedule(t);
  }
  const bool are_together = active_.size() == body_count();
  if (subsystems_ && !has_fixed_steps()) settle_subsystems(t);
  const ScopedSeconds timer(seconds_.schedule);
  if (are_together) {
    if (together_.divides(t)) move_frame(t);
    find_scale();
  }
  if (size() >= min_sorted_bodies && sorting_level(size()).divides(t) && cluster_.mean_density > 0)
    renumber(order_.sort(bodies_, cluster_, t, workers_));
}

void AhmadCohen::advance_subsystems(Tick t) {
  if (!subsystems_ || subsystems_->empty()) return;
  const ScopedSeconds timer(seconds_.subsystem);
  subsystems_->advance(t, active_slots_, Predicted(bodies_), workers_);
}

/// Prediction, force and corrector of the irregular part, in one go while a body is in the cache.
void AhmadCohen::step_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.irregular);
  const cpu::GatherView rows = irregular_.rows_at(t);
  const bool has_subsystems = subsystems_ && !subsystems_->empty();
  const Predicted around(bodies_);
  const auto step = [&](Slot slot, ActiveRow& row) {
    if (!has_subsystems || !subsystems_->concern(slot)) return irregular_.step(slot, rows, t, row);
    return irregular_.step_with(
        [&](const HermitePrediction& place) {
          return subsystems_->difference_on(slot, {bodies_.row[index(slot)].mass, place.x, place.v}, t, around);
        },
        slot, t, row);
  };
  const RankRows::Share own = rank_rows_.share_of(active_.size());
  for_each_index_with_affinity<grain>(workers_, own.size, [&](std::size_t number) {
    const std::size_t k = own.begin + number;
    bodies_.prefetch_next(active_slots_, k);
    const std::size_t i = index(active_slots_[k]);
    ActiveRow& row = active_[k];
    const ActiveFacts facts = step(active_slots_[k], row);
    if (bodies_.row[i].time != t) limit_step(bodies_.row[i], bodies_.list[i].size(), t, facts, row);
    next_[k].neighbours = static_cast<std::uint32_t>(bodies_.list[i].size());
    look_at(row, facts.sum);
  });
  if (own.is_all) return;
  std::uint64_t own_pairs = 0;
  for (std::size_t k = own.begin; k < own.begin + own.size; ++k) own_pairs += next_[k].neighbours;
  rank_rows_.gather({active_.data(), active_.size()}, own_pairs);
  for_each_index<grain * grain>(workers_, active_.size(), [&](std::size_t k) {
    next_[k].neighbours = static_cast<std::uint32_t>(bodies_.list[index(active_slots_[k])].size());
    look_at(active_[k], RankRows::sum_of(active_[k]));
  });
}

/// What limits a step beside the criterion.
void AhmadCohen::limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                            ActiveRow& row) const {
  // The speed of its neighbours is unknown.
  const double speed = std::sqrt(facts.speed2) + cluster_.typical_speed();
  const double step = step_among_neighbours(row.wanted_step, body.sphere, neighbours, speed);
  row.wanted_step = passages().shortened(step, body.mass, facts.pull2);
  if (options_.velocity_limit > 0)
    row.wanted_step = std::min(row.wanted_step, velocity_step_limit(options_.velocity_limit, (t - body.time).units(),
                                                                    row.total.a, row.v, body.predicted(t).v));
}

/// All bodies are at one time.
void AhmadCohen::find_scale() {
  std::vector<PhasePoint> places;
  places.reserve(body_count());
  for (const Slot slot : bodies_.slots.bodies())
    places.push_back({bodies_.row[index(slot)].x, bodies_.row[index(slot)].v});
  cluster_ = cluster_scale(places, heavy_.mean_mass());
}

/// All bodies are at t. Forces and their derivatives are the same in the new frame.
void AhmadCohen::move_frame(Tick t) {
  const std::vector<Slot> bodies = bodies_.slots.bodies();
  const auto shift = frame_shift(bodies.size(), [&](std::size_t k) {
    const NeighbourBody& body = bodies_.row[index(bodies[k])];
    return PhasePoint{body.x, body.v};
  });
  if (!shift) return;
  frame_.move_by(*shift, t);
  for (const Slot slot : bodies) {
    bodies_.row[index(slot)].x -= shift->x;
    bodies_.row[index(slot)].v -= shift->v;
  }
  refresh_from_bodies();
}

/// Bodies have new slots. Everything that stores slots is updated here.
void AhmadCohen::renumber(std::span<const Slot> new_slot) {
  schedule_.renumber(new_slot);
  heavy_.renumber(new_slot);
  if (subsystems_) subsystems_->renumber(new_slot);
  refresh_from_bodies();
}

/// A step of some bodies to t, irregular and regular, whose results stay in the active rows.
void AhmadCohen::try_step(std::vector<Slot> slots, Tick t) {
  set_active(std::move(slots));
  advance_subsystems(t);
  step_irregular(t);
  std::vector<std::size_t> behind;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const NeighbourBody& body = bodies_.row[index(active_slots_[k])];
    if (body.regular_time != t && !passages().regular_waits(body, t)) behind.push_back(k);
  }
  set_regular(std::move(behind), t);
  Pending regular = begin_regular(t);
  end_regular(regular);
  correct_regular(t);
  suspicious_ = false;  // short steps of a trial do not matter
  check_finite(t);
}

/// Where not all are at t with both their forces, every body takes a trial step there.
void AhmadCohen::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  const auto is_there = [&](Slot slot) {
    const NeighbourBody& body = bodies_.row[index(slot)];
    return body.time == t && body.regular_time == t;
  };
  std::vector<Slot> all = bodies_.slots.bodies();
  if (!std::ranges::all_of(all, is_there)) {
    try_step(std::move(all), t);
  } else {
    set_active(std::move(all));
    for (std::size_t k = 0; k < active_.size(); ++k) {
      active_[k].x = bodies_.row[index(active_slots_[k])].x;
      active_[k].v = bodies_.row[index(active_slots_[k])].v;
    }
  }
  if (subsystems_) subsystems_->show(t, active_slots_, Predicted(bodies_), workers_);
  bodies_.slots.name(stars);
  for (std::size_t k = 0; k < active_.size(); ++k)
    show_body(bodies_.slots, active_slots_[k], {bodies_.row[index(active_slots_[k])].mass, active_[k].x, active_[k].v},
              subsystems(), stars);
  frame_.leave(stars, t);
}

bool AhmadCohen::set_eta_factor(double factor) {
  if (has_fixed_steps()) return false;
  options_.eta = given_options_.eta * factor;
  options_.eta_regular = given_options_.eta_regular * factor;
  irregular_.set_eta(options_.eta);
  return true;
}

void AhmadCohen::describe(Archive& archive) {
  const Archive::Group group(archive, name());
  frame_.describe(archive);
  bodies_.describe(archive);
  {
    const Archive::Group schedule(archive, "schedule");
    schedule_.describe(archive, size());
  }
  cluster_.describe(archive);
  fast_bodies_.describe(archive);
  counts_.describe(archive);
  if (subsystems_) {
    subsystems_->describe(archive, size());
    changes_.events().describe(archive);
  }
  if (!archive.loading()) return;
  if (!schedule_.holds_exactly(bodies_.slots.bodies()))
    throw InputError("the checkpoint is damaged: bodies without a step");
  check_loaded(subsystems_.has_value() || !bodies_.slots.has_subsystems(), "it has subsystems, this run has none");
  bodies_.check_times(schedule_.now());
  find_heavy_bodies();
  refresh_from_bodies();
}

}  // namespace tucana
