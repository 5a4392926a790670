#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/integrators/leapfrog/short_columns.h"

namespace tucana {

/// The state of the bodies, one row a slot, 72 bytes each and 16 more where masses differ and names are anything: there
/// may be millions. A row's own time is not kept; the schedule knows it.
struct LeapfrogBodies {
  IdColumn id;
  MassColumn mass;
  std::vector<double> radius;         ///< empty where all are zero, as in a galaxy
  std::vector<std::uint8_t> is_halo;  ///< empty where nobody asks, or nobody is
  std::vector<Vec3> x, v, a;

  std::size_t size() const { return id.size(); }
  void take(const Stars& stars, bool with_halo);
  /// All but position and velocity.
  void name(StarsBuffer& stars) const;
  std::size_t bytes() const {
    return id.bytes() + mass.bytes() + is_halo.capacity() + radius.capacity() * sizeof(double) +
           (x.capacity() + v.capacity() + a.capacity()) * sizeof(Vec3);
  }
  /// `with_halo` as in take().
  void describe(Archive& archive, bool with_halo);
};

}  // namespace tucana
