#include "python/binding/gravity_at.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <span>

#include "tucana/core/error.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/make_engine.h"

namespace tucana::binding {

namespace {

/// On targets that are sources too (`who` is their slot) or not (no_slot).
GravityAtPoints gravity(const Stars& stars, std::span<const Vec3> places, std::span<const Slot> who, double softening,
                        Workers& workers) {
  const auto engine = make_engine({}, workers);
  const auto sources = engine->make_sources();
  const std::size_t n = stars.size();
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < n; ++i) slots.push_back(slot_at(i));
  const std::vector<Vec3> at_rest(n);
  const std::vector<Tick> start(n);
  sources->resize(n);
  sources->write(slots, {stars.mass, stars.position, at_rest, at_rest, at_rest, start});

  GravityAtPoints found;
  found.acceleration.resize(places.size());
  found.potential.resize(places.size());
  Results results;
  results.acceleration = found.acceleration;
  results.potential = found.potential;
  const Wanted wanted{.potential = true, .jerk = false};
  engine->evaluate(*sources, Tick{0}, {who, places, {}, {}}, {softening * softening}, wanted, results).wait();
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (is_finite(found.acceleration[k]) && std::isfinite(found.potential[k])) continue;
    throw InputError(fmt::format("position: at ({:.6g}, {:.6g}, {:.6g}) the force is not finite; is a star there?",
                                 places[k].x, places[k].y, places[k].z));
  }
  return found;
}

}  // namespace

GravityAtPoints gravity_at(const Stars& stars, const std::vector<Vec3>& places, double softening, Workers& workers) {
  const std::vector<Slot> none(places.size(), no_slot);
  return gravity(stars, places, none, softening, workers);
}

GravityAtPoints gravity_on(const Stars& stars, double softening, Workers& workers) {
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < stars.size(); ++i) slots.push_back(slot_at(i));
  return gravity(stars, stars.position, slots, softening, workers);
}

}  // namespace tucana::binding
