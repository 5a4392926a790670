#include "tucana/integrators/neighbour/neighbour_state.h"

#include <algorithm>
#include <vector>

#include "tucana/core/check_loaded.h"
#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/neighbour/predicted_bodies.h"
#include "tucana/integrators/neighbour/sphere_rules.h"

namespace tucana {
namespace {

/// Bodies for one thread at a time.
constexpr std::size_t refresh_grain = 256;

IrregularForce::Choice irregular_choice(const NeighbourOptions& options, const ForceEngine& engine) {
  const bool in_double = engine.precision() == Precision::fp64 || engine.precision() == Precision::extended;
  const Level longest = std::max(Level::at_most(options.largest_step), Level::at_most(options.fixed_step));
  return {options.law, options.eta, options.simd, longest, in_double};
}

}  // namespace

NeighbourState::NeighbourState(const NeighbourOptions& chosen, ForceEngine& forces, Workers& threads,
                               IntegratorCounts& to_count, PhaseSeconds& to_time)
    : options(chosen),
      engine(forces),
      workers(threads),
      counts(to_count),
      seconds(to_time),
      steps(chosen),
      irregular(bodies, irregular_choice(chosen, forces)),
      mirror(forces) {}

void NeighbourState::take(const Stars& stars) {
  bodies.take(stars);
  steps.clear(Tick{0});
  frame = {};
}

/// Also how many neighbours are wanted: what depends on the number and the masses of bodies alone.
void NeighbourState::find_heavy_bodies() {
  heavy.find(bodies);
  find_wanted_neighbours();
}

void NeighbourState::find_wanted_neighbours() {
  wanted_by_mean_mass_ = options.wanted_neighbours > 0 ? options.wanted_neighbours : default_neighbours(body_count());
}

/// A body that becomes heavy, or is it no more, has another row in the engine.
void NeighbourState::renew_heavy_bodies() {
  const std::vector<Slot> before(heavy.slots().begin(), heavy.slots().end());
  if (all_changed_)
    heavy.find(bodies);
  else
    heavy.find_again(bodies, changed_);
  find_wanted_neighbours();
  if (std::ranges::equal(before, heavy.slots())) return;
  changed_.insert(changed_.end(), before.begin(), before.end());
  changed_.insert(changed_.end(), heavy.slots().begin(), heavy.slots().end());
}

void NeighbourState::find_scale() {
  std::vector<PhasePoint> places;
  places.reserve(body_count());
  for (const Slot slot : bodies.slots.bodies())
    places.push_back({bodies.row[index(slot)].x, bodies.row[index(slot)].v});
  cluster = cluster_scale(places, heavy.mean_mass());
}

/// Forces and their derivatives are the same in the new frame.
void NeighbourState::move_frame(Tick t) {
  const std::vector<Slot> all = bodies.slots.bodies();
  const auto shift = frame_shift(all.size(), [&](std::size_t k) {
    const NeighbourBody& body = bodies.row[index(all[k])];
    return PhasePoint{body.x, body.v};
  });
  if (!shift) return;
  frame.move_by(*shift, t);
  for (const Slot slot : all) {
    bodies.row[index(slot)].x -= shift->x;
    bodies.row[index(slot)].v -= shift->v;
  }
  refresh_copies();
}

std::size_t NeighbourState::wanted_neighbours(double mass) const {
  const std::size_t others = body_count() > 0 ? body_count() - 1 : 0;
  return std::min(others, neighbours_of_mass(wanted_by_mean_mass_, mass / heavy.mean_mass()));
}

double NeighbourState::max_mass() const {
  double largest = heavy.max_mass_of_others();
  for (const Slot slot : heavy.slots()) largest = std::max(largest, bodies.row[index(slot)].mass);
  return largest;
}

void NeighbourState::refresh_copies() {
  engine.set_frame(frame);
  const std::vector<Slot> all = bodies.slots.bodies();
  mirror.resize(bodies.slots);
  irregular.resize(slot_count());
  for_each_index<refresh_grain>(workers, all.size(), [&](std::size_t k) { irregular.write(all[k]); });
  steps.refile_regular(bodies);
  changed_.clear();
  written_ = 0;
  all_changed_ = false;
}

void NeighbourState::refresh_changed() {
  if (all_changed_) return refresh_copies();
  refresh_rows();
  for (const Slot slot : changed_) steps.refile_regular(slot, bodies);
  changed_.clear();
  written_ = 0;
}

void NeighbourState::refresh_rows() {
  if (all_changed_) return refresh_copies();
  const auto concerns_heavy = [&](Slot slot) {
    return heavy.is_heavy(bodies.row[index(slot)]) || std::ranges::binary_search(heavy.slots(), slot);
  };
  if (std::any_of(changed_.begin() + written_, changed_.end(), concerns_heavy)) renew_heavy_bodies();
  mirror.grow(slot_count());
  irregular.resize(slot_count());
  std::vector<Slot> parked;
  for (; written_ < std::ssize(changed_); ++written_) {
    const Slot slot = changed_[static_cast<std::size_t>(written_)];
    if (bodies.slots.is_parked(slot)) {
      parked.push_back(slot);
    } else {
      irregular.write(slot);
      mirror.mark_stale(slot);
    }
  }
  mirror.park(parked);
}

void NeighbourState::renumber(std::span<const Slot> new_slot) {
  steps.renumber(new_slot);
  heavy.renumber(new_slot);
  if (subsystems) subsystems->renumber(new_slot);
  refresh_copies();
}

SourceSet& NeighbourState::updated_sources() {
  const ScopedSeconds timer(seconds.correct);
  return mirror.updated(bodies, heavy, workers);
}

void NeighbourState::advance_subsystems(std::span<const Slot> due, Tick t) {
  if (!has_active_subsystems()) return;
  const ScopedSeconds timer(seconds.subsystem);
  subsystems->advance(t, due, BodiesInRows(bodies, irregular), workers);
}

void NeighbourState::describe(Archive& archive) {
  frame.describe(archive);
  bodies.describe(archive);
  steps.describe(archive, slot_count());
  cluster.describe(archive);
  fast_bodies.describe(archive);
}

void NeighbourState::finish_loading() {
  if (!steps.irregular().holds_exactly(bodies.slots.bodies()))
    throw InputError("the checkpoint is damaged: bodies without a step");
  check_loaded(subsystems.has_value() || !bodies.slots.has_subsystems(), "it has subsystems, this run has none");
  bodies.check_times(steps.now());
  find_heavy_bodies();
  refresh_copies();
}

}  // namespace tucana
