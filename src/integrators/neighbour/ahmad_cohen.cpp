#include "tucana/integrators/neighbour/ahmad_cohen.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
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

/// If more than one slot in this many is due, slots are sorted with a bit for each.
constexpr std::size_t max_slots_per_due = 1024;

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
      mirror_(engine) {
  TUCANA_EXPECT(options.steps != StepRule::shared);
}

std::size_t AhmadCohen::wanted_neighbours(double mass) const {
  const std::size_t others = size() > 0 ? size() - 1 : 0;
  return std::min(others, neighbours_of_mass(wanted_by_mean_mass_, mass / heavy_.mean_mass()));
}

/// For this many slots in active_slots_.
void AhmadCohen::set_active(std::size_t n) {
  active_slots_.resize(n);
  active_.resize(n);
  next_.resize(n);
}

void AhmadCohen::take_all_bodies() {
  set_active(size());
  for (std::size_t i = 0; i < size(); ++i) active_slots_[i] = slot_at(i);
}

/// In the order of slots: bodies that are close together share neighbours in the cache.
void AhmadCohen::take_due() {
  const ScopedSeconds timer(seconds_.schedule);
  const auto due = schedule_.due();
  set_active(due.size());
  if (size() < min_sorted_bodies || due.size() * max_slots_per_due < size()) {
    std::ranges::copy(due, active_slots_.begin());
    if (size() >= min_sorted_bodies) std::ranges::sort(active_slots_);
    return;
  }
  is_due_.resize(size());
  for (const Slot slot : due) is_due_.add(slot);
  is_due_.take([next = active_slots_.begin()](Slot slot) mutable { *next++ = slot; });
}

void AhmadCohen::step() {
  const Tick t = schedule_.next();
  take_due();
  select_regular(t);
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
  counts_.interactions += regular_.size() * (size() - 1);
  store(t);
  const ScopedSeconds timer(seconds_.schedule);
  schedule_.advance();
  reschedule(t);
  if (active_.size() == size()) {
    if (together_.divides(t)) move_frame(t);
    cluster_ = cluster_scale(bodies_.row, heavy_.mean_mass());
  }
  if (size() >= min_sorted_bodies && sorting_level(size()).divides(t) && cluster_.mean_density > 0)
    renumber(order_.sort(bodies_, cluster_, t, workers_));
}

/// Prediction, force and corrector of the irregular part, in one go while a body is in the cache.
void AhmadCohen::step_irregular(Tick t) {
  const ScopedSeconds timer(seconds_.irregular);
  const cpu::GatherView rows = irregular_.rows_at(t);
  for_each_index_with_affinity<grain>(workers_, active_.size(), [&](std::size_t k) {
    bodies_.prefetch_next(active_slots_, k);
    const std::size_t i = index(active_slots_[k]);
    ActiveRow& row = active_[k];
    const ActiveFacts facts = irregular_.step(active_slots_[k], rows, t, row);
    if (bodies_.row[i].time != t) limit_step(bodies_.row[i], bodies_.list[i].size(), t, facts, row);
    next_[k].neighbours = static_cast<std::uint32_t>(bodies_.list[i].size());
    look_at(row, facts.sum);
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

/// All bodies are at t. Forces and their derivatives are the same in the new frame.
void AhmadCohen::move_frame(Tick t) {
  const auto shift = frame_shift(size(), [&](std::size_t i) { return PhasePoint{bodies_.row[i].x, bodies_.row[i].v}; });
  if (!shift) return;
  frame_.move_by(*shift, t);
  for (NeighbourBody& body : bodies_.row) {
    body.x -= shift->x;
    body.v -= shift->v;
  }
  refresh_from_bodies();
}

/// Bodies have new slots. Everything that stores slots is updated here.
void AhmadCohen::renumber(std::span<const Slot> new_slot) {
  schedule_.renumber(new_slot);
  heavy_.renumber(new_slot);
  refresh_from_bodies();
}

/// Where not all are at t with both their forces, every body takes a trial step there, irregular and regular.
void AhmadCohen::peek(Tick t, StarsBuffer& stars) {
  TUCANA_EXPECT(now() <= t && t < next());
  const std::size_t n = size();
  stars.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const NeighbourBody& body = bodies_.row[i];
    const std::size_t shown = bodies_.star_row[i];
    stars.id[shown] = bodies_.id[i];
    stars.radius[shown] = bodies_.radius[i];
    stars.mass[shown] = body.mass;
    stars.position[shown] = body.x;
    stars.velocity[shown] = body.v;
  }
  const auto is_there = [t](const NeighbourBody& body) { return body.time == t && body.regular_time == t; };
  if (std::ranges::all_of(bodies_.row, is_there)) return frame_.leave(stars, t);
  take_all_bodies();
  step_irregular(t);
  std::vector<std::size_t> behind;
  for (std::size_t i = 0; i < n; ++i)
    if (bodies_.row[i].regular_time != t && !passages().regular_waits(bodies_.row[i], t)) behind.push_back(i);
  set_regular(std::move(behind), t);
  Pending regular = begin_regular(t);
  end_regular(regular);
  correct_regular(t);
  suspicious_ = false;  // short steps of a trial do not matter
  check_finite(t);
  for (std::size_t i = 0; i < n; ++i) {
    stars.position[bodies_.star_row[i]] = active_[i].x;
    stars.velocity[bodies_.star_row[i]] = active_[i].v;
  }
  frame_.leave(stars, t);
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
  counts_.describe(archive);
  if (!archive.loading()) return;
  if (!schedule_.holds_all(size())) throw InputError("the checkpoint is damaged: bodies without a step");
  bodies_.check_times(schedule_.now());
  find_heavy_bodies();
  refresh_from_bodies();
}

}  // namespace tucana
