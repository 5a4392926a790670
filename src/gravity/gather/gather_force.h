#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/gather/gather_rows.h"
#include "tucana/gravity/pair_law.h"

namespace tucana {
namespace cpu {
struct SimdLevel;
}

/// A body as a source of GatherForce.
struct GatherBody {
  double mass = 0;
  Vec3 position, velocity, acceleration, jerk;
  Tick time;
};

/// Sums of pulls over neighbour lists that the caller owns: SIMD over gathered rows in the arithmetic of
/// Precision::two_float, on the CPU. Rows are predicted once a block, as many as the lists of the block name.
class GatherForce {
 public:
  /// From so many entries of lists for each row on, all rows are predicted. An estimate: to look at a mark costs about
  /// a quarter of a prediction, and runs hardly feel the difference between 1 and 4.
  static constexpr std::size_t all_from = 4;

  /// A SIMD level by name, or "best". Workers must outlive it.
  GatherForce(const std::string& simd, Workers& workers);

  /// What decides the bits beside the input, e.g. "gather AVX2 AuthenticAMD".
  std::string arithmetic_class() const;

  /// Rows that are new stand far away without mass.
  void resize(std::size_t bodies);
  std::size_t size() const { return size_; }
  void write(Slot slot, const GatherBody& body);

  /// Brings to `when` all that these lists name.
  void predict(Tick when, std::span<const std::span<const Slot>> lists);

  /// The pull of a list on a body at (x, v), at the time of the last predict(). Not finite where a separation is below
  /// the range of float.
  PartialForce sum(std::span<const Slot> list, const Vec3& x, const Vec3& v, const PairLaw& law) const;

 private:
  void predict_all(Tick when);
  void predict_named(Tick when, std::span<const std::span<const Slot>> lists, std::size_t entries);
  void begin_marks();

  Workers& workers_;
  const cpu::SimdLevel& level_;
  const cpu::GatherKernels& kernels_;
  std::size_t size_ = 0;
  std::vector<cpu::GatherSource> sources_;  ///< and a parked one at the end, which fills the last lanes
  std::vector<cpu::GatherRow> rows_;
  std::vector<std::uint32_t> mark_;        ///< the number of the prediction that named the row last
  std::uint32_t prediction_ = 0;           ///< the number of the last one
  std::vector<std::vector<Slot>> chosen_;  ///< by each worker
};

}  // namespace tucana
