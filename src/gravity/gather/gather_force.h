#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/body_at.h"
#include "tucana/gravity/gather/gather_rows.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/gravity/partial_force.h"

namespace tucana {
namespace cpu {
struct SimdLevel;
}

using cpu::GatherBody;

/// Sums of forces over neighbour lists that the caller owns: SIMD over gathered rows in the arithmetic of
/// Precision::two_float, on the CPU. Every sum predicts the rows it reads: this costs less than finding out which rows
/// the lists of a block contain, predicting these once, and waiting until that is done.
class GatherForce {
 public:
  /// A SIMD level by name, or "best"; no source is older than four times `longest` when it is used.
  GatherForce(const std::string& simd, Level longest);

  /// What determines the bits besides the input, e.g. "gather AVX2 AuthenticAMD".
  std::string arithmetic_class() const;

  /// New rows are parked: far away, without mass.
  void resize(std::size_t bodies);
  std::size_t size() const { return size_; }
  void write(Slot slot, const GatherBody& body);
  /// Until it is written again, the row adds nothing to the sum of a list that names it.
  void park(Slot slot);
  /// Whether rows can represent this time exactly. The row of a body at another time is stored at the last
  /// representable one, and is accurate enough for distant targets only: a target so near that its own steps are as
  /// short needs more than the leading bits of the jerk.
  bool has(Tick time) const { return unit_.divides(time); }
  /// A body at a time as sums see it: rounded to a few bits less than a double has.
  BodyAt at(Slot slot, Tick when) const;
  /// All rows at a time, until the next resize(): for kernels that do more than sum.
  cpu::GatherView view(Tick when, const PairLaw& law) const;

  /// The force of a list on a body at (x, v), both at `when`. Not finite where a separation is below the range of
  /// float.
  PartialForce sum(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick when, const PairLaw& law) const;

 private:
  std::int32_t count_of(Tick time) const { return static_cast<std::int32_t>(time.n >> unit_.log2); }

  const cpu::SimdLevel& level_;
  const cpu::GatherKernels& kernels_;
  Level unit_;  ///< in which rows count time
  std::size_t size_ = 0;
  std::vector<cpu::GatherRow> rows_;  ///< and a parked one at the end, which fills the last lanes
};

}  // namespace tucana
