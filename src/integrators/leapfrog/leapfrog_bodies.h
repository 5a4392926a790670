#pragma once

#include <cstdint>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/stars.h"
#include "tucana/integrators/leapfrog/short_columns.h"

namespace tucana {

/// The state of the bodies, one row per slot, 72 bytes each and 16 more where masses differ and ids are arbitrary:
/// there may be millions. The time of a row is not stored; it follows from the schedule.
struct LeapfrogBodies {
  IdColumn id;
  MassColumn mass;
  std::vector<double> radius;        ///< empty where all are zero, as in a galaxy
  std::vector<std::uint8_t> family;  ///< numbers of Family; empty if not needed, or if all are stars
  std::vector<Vec3> x, v, a;

  std::size_t size() const { return id.size(); }
  std::size_t family_of(std::size_t i) const { return family.empty() ? 0 : family[i]; }
  void take(const Stars& stars, bool with_families);
  /// All but position and velocity.
  void name(StarsBuffer& stars) const;
  std::size_t bytes() const {
    return id.bytes() + mass.bytes() + family.capacity() + radius.capacity() * sizeof(double) +
           (x.capacity() + v.capacity() + a.capacity()) * sizeof(Vec3);
  }
  /// `with_families` as in take().
  void describe(Archive& archive, bool with_families);
};

}  // namespace tucana
