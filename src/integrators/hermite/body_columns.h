#pragma once

#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/frame.h"
#include "tucana/core/stars.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/hermite/hermite_state.h"

namespace tucana {

/// The state of the bodies, one row per slot, each row at its own time.
struct BodyColumns {
  /// Schemes that predict with the crackle keep snap and crackle; the others leave these columns empty.
  explicit BodyColumns(Prediction kept) : prediction(kept) {}

  Prediction prediction;
  Frame frame;  ///< in which x and v are
  std::vector<StarId> id;
  std::vector<double> mass, radius;
  std::vector<Vec3> x, v, a, j, s, c;
  std::vector<Tick> time;
  /// The numbers of a device that have more bits than a double can hold, from which an integrator there continues.
  /// Otherwise empty.
  std::vector<double> device_rows;

  std::size_t size() const { return id.size(); }
  bool has_crackle() const { return prediction == Prediction::crackle; }
  HermiteState state(std::size_t i) const {
    if (!has_crackle()) return {x[i], v[i], a[i], j[i]};
    return {x[i], v[i], a[i], j[i], s[i], c[i]};
  }
  SourceRows rows() const { return {mass, x, v, a, j, time, s, c}; }

  /// All bodies at tick 0, without derivatives yet, in a frame that suits them.
  void take(const Stars& stars);
  /// Whether all bodies, which are at t, were moved to another frame. Forces and their derivatives are the same there.
  bool move_frame(Tick t);
  void describe(Archive& archive);
  /// Throws InputError when a body that was loaded is ahead of the run.
  void check_times(Tick now) const;
};

}  // namespace tucana
