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

  /// For how long nobody acts on a subsystem on which nobody acts now; negative: somebody may at once. Most pairs of a
  /// cluster are alone most of the time. `radius`: as for schedule_check().
  static double alone_for(Slot slot, double radius, Tick t, ChangingBodies& bodies, const Subsystems& subsystems);
  /// It is to be looked at again after that time, and nothing else is to be done.
  static void leave_alone(Slot slot, double time, Tick t, ChangingBodies& bodies, Subsystems& subsystems);
  /// Of the subsystem that a scene is about, which has been due at its time. `tide_beyond`: at its centre, of bodies
  /// that are no neighbours, if those are others than before.
  void renew(const Scene& scene, const LinearTide& tide_beyond, ChangingBodies& bodies, Subsystems& subsystems);
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
