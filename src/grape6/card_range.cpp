// What becomes of numbers that are large or small: units of the engine's own, and targets that it cannot do.
#include <fmt/format.h>

#include <cmath>

#include "tucana/grape6/card.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/gravity/range_checks.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::grape6 {
namespace {

/// A NaN stays in a sum of sizes.
double size_of(const Vec3& b) { return std::abs(b.x) + std::abs(b.y) + std::abs(b.z); }

bool is_place(const Vec3& x) { return size_of(x) <= largest_coordinate(Precision::fp64); }

}  // namespace

Extent Card::extent_of_targets() const {
  Extent extent;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (is_place(rows_.position[i])) extent.add_place(largest_of(rows_.position[i]));
    extent.add_softening(std::sqrt(rows_.eps2[i]));
  }
  return extent;
}

/// The targets in an engine's units, those marked that it cannot take.
Card::TargetRows Card::scaled(const Units& units, Precision precision) const {
  const double largest = largest_coordinate(precision);
  TargetRows to = rows_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Vec3 &x = to.position[i], &v = to.velocity[i], &a = to.acceleration[i];
    x = units.to_engine(x, 1, 0, 0);
    v = units.to_engine(v, 1, 0, -1);
    a = units.to_engine(a, 1, 0, -2);
    to.eps2[i] = units.to_engine(to.eps2[i], 2, 0, 0);
    if (to.eps2[i] < smallest_number(precision))
      to.eps2[i] = 0;  // only pairs that overflow feel it, which are repeated
    to.radius2[i] = std::min(units.to_engine(to.radius2[i], 2, 0, 0), 16 * largest * largest);
    to.is_bad[i] =
        !(is_place(rows_.position[i]) && size_of(x) <= largest && size_of(v) <= largest && size_of(a) <= largest);
    if (to.is_bad[i]) x = v = a = {};
  }
  return to;
}

/// True when the engine's precision, not the client, may be to blame for a result: it is not finite, or so small that
/// terms have been lost.
bool Card::is_lost(std::size_t i) const {
  const double potential = std::abs(answers_.potential[i]);
  if (!std::isfinite(potential) || !is_finite(answers_.acceleration[i]) || !is_finite(answers_.jerk[i]) ||
      (wants_snap_ && !is_finite(answers_.snap[i])))
    return true;
  return store_.extent().largest_mass > 0 &&
         potential < store_.units().least_potential(store_.extent(), store_.used(), engine_->precision());
}

/// Does again, in double and on the host, the few targets that the engine's precision cannot do: a pair that is closer
/// than its range, or a body so much heavier than all others that their pull on it is lost.
void Card::repeat_in_double() {
  if (engine_->precision() == Precision::fp64 || !store_.is_sent()) return;
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (!rows_.is_bad[i] && unit_[i] == store_.units() && is_lost(i)) lost.push_back(i);
  if (lost.empty()) return;
  report_.repeated += lost.size();
  const auto engine = make_engine({.kind = "reference"}, *pool_);
  SourceStore store(*engine, wants_snap_);
  for (std::size_t i = 0; i < store_.used(); ++i)
    if (table()[i].is_set) store.set(static_cast<int>(i), table()[i]);
  store.send(nj_, call_time_, predicts_, extent_of_targets());
  evaluate_in_passes(lost, {*engine, store, scaled(store.units(), engine->precision())});
}

/// In the client's words; "" when the result is well.
std::string Card::problem_of(std::size_t i) const {
  const int own = rows_.index[i];
  if (rows_.is_bad[i]) {
    if (!is_finite(rows_.position[i]) || !is_finite(rows_.velocity[i]))
      return fmt::format("the target of index {} is not finite", own);
    return fmt::format("the place or velocity of the target of index {} is too large for {}", own,
                       name_of(engine_->precision()));
  }
  const bool is_finite_here =
      std::isfinite(answers_.potential[i]) && is_finite(answers_.acceleration[i]) && is_finite(answers_.jerk[i]);
  if (is_finite_here) return {};
  if (has_nearest_ && answers_.nearest[i] != no_slot && answers_.nearest_distance2[i] > 0)
    return fmt::format("the force on the target of index {} is too large for {}", own, name_of(engine_->precision()));
  return fmt::format("a source of another index stands at the place of the target of index {}, and eps2 is 0", own);
}

}  // namespace tucana::grape6
