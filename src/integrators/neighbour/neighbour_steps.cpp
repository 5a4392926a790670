#include "tucana/integrators/neighbour/neighbour_steps.h"

#include <algorithm>

#include "tucana/core/error.h"

namespace tucana {

NeighbourSteps::NeighbourSteps(const NeighbourOptions& options)
    : are_fixed_(options.steps == StepRule::fixed),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      fixed_irregular_(Level::at_most(options.fixed_step / options.fixed_ratio)) {
  TUCANA_EXPECT(options.steps != StepRule::shared);
}

Level NeighbourSteps::next_irregular(Slot slot, const NeighbourBody& body, double wanted, Tick t) const {
  const Level longest = body.regular_due_level();
  if (are_fixed_) return std::min(fixed_irregular_, longest);
  return irregular_.holds(slot) ? next_level(t, irregular_.level(slot), wanted, longest)
                                : first_level(t, wanted, longest);
}

Level NeighbourSteps::longest_regular(const NeighbourBody& body, Tick t) const {
  if (are_fixed_) return fixed_;
  return next_level(std::min(t, body.regular_end), body.regular_level,
                    std::max(body.regular_wanted, body.regular_level.units()), largest_);
}

/// Steps grow at the times at which they should have ended: otherwise bodies that always wait would never grow.
Level NeighbourSteps::next_regular(const NeighbourBody& body, double wanted, double list_time) const {
  if (are_fixed_) return body.regular_level;
  return next_level(body.regular_end, body.regular_level, wanted, Level::at_most(list_time));
}

Level NeighbourSteps::first_regular(double wanted, Tick t) const {
  return are_fixed_ ? fixed_ : first_level(t, wanted, largest_);
}

void NeighbourSteps::clear(Tick t) {
  irregular_.clear(t);
  regular_.clear(t);
}

void NeighbourSteps::advance() {
  irregular_.advance();
  regular_.advance_to(irregular_.now());
}

void NeighbourSteps::limit(Slot slot, Level longest) {
  if (longest < irregular_.level(slot)) irregular_.place(slot, longest);
}

void NeighbourSteps::refile_regular(const NeighbourBodies& bodies) {
  regular_.clear(now());
  for (const Slot slot : bodies.slots.bodies()) place_regular(slot, bodies.row[index(slot)]);
}

void NeighbourSteps::refile_regular(Slot slot, const NeighbourBodies& bodies) {
  if (!bodies.slots.is_parked(slot))
    place_regular(slot, bodies.row[index(slot)]);
  else if (regular_.holds(slot))
    regular_.remove(slot);
}

void NeighbourSteps::describe(Archive& archive, std::size_t slots) {
  const Archive::Group group(archive, "schedule");
  irregular_.describe(archive, slots);
}

}  // namespace tucana
