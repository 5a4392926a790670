#pragma once

#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"

namespace tucana {

/// Who feels the members of a subsystem one by one, and whose tides these feel: both sides at once, from one block time
/// to another, with the past rewritten as if it had always been so (docs/theory/fewbody.md).
class SubsystemRelations {
 public:
  /// The workers must outlive this.
  explicit SubsystemRelations(Workers& workers) : workers_(workers) {}

  /// Whether nobody acts on a subsystem, and nobody is about to: then this sets when it has to be looked at again, and
  /// nothing else is to be done. Most pairs of a cluster are so most of the time. `radius`: as for schedule_check().
  bool stays_alone(Slot slot, double radius, Tick t, ChangingBodies& bodies, Subsystems& subsystems) const;
  /// Of the subsystem that a scene is about, which has been due at its time.
  void renew(const Scene& scene, ChangingBodies& bodies, Subsystems& subsystems);
  /// Sets when those around may be somebody else, or near enough to join; the centre does not step beyond that.
  /// `radius`: all within it are in the scene; `grows_after`: how long the extent holds.
  void schedule_check(const Scene& scene, double radius, double grows_after, ChangingBodies& bodies,
                      Subsystems& subsystems);
  /// Others feel the members from now on, in whatever way they have felt the subsystem before.
  void resolve(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t);

  /// Relations begin somewhat outside of the reach and end farther out: a body near the limit does not come and go,
  /// and one that approaches is noticed before it is there.
  static constexpr double to_relate = 1.1, to_unrelate = 1.3;

 private:
  Workers& workers_;
};

}  // namespace tucana
