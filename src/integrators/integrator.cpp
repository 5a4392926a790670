#include "tucana/integrators/integrator.h"

namespace tucana {

void IntegratorCounts::describe(Archive& archive) {
  const Archive::Group group(archive, "counts");
  archive.field("steps", steps);
  archive.field("blocks", blocks);
  archive.field("interactions", interactions);
  archive.field("regular_steps", regular_steps);
  archive.field("neighbours", neighbours);
}

void PhaseSeconds::describe(Archive& archive) {
  const Archive::Group group(archive, "seconds");
  archive.field("predict", predict);
  archive.field("force", force);
  archive.field("irregular", irregular);
  archive.field("correct", correct);
  archive.field("schedule", schedule);
  archive.field("subsystem", subsystem);
}

}  // namespace tucana
