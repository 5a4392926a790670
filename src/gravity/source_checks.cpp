#include "tucana/gravity/source_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/gravity/range_checks.h"

namespace tucana {
namespace {

double largest(const Vec3& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

/// Only the owner of the rows has a better name.
std::string name_of(Slot slot) { return slot == no_slot ? "a test point" : fmt::format("slot {}", index(slot)); }

/// With as many digits as are needed to tell it from the limit.
std::string size_text(double size, double limit) {
  std::string text = fmt::format("{:.3g}", size);
  return text == fmt::format("{:.3g}", limit) ? fmt::format("{}", size) : text;
}

[[noreturn]] void refuse(std::string_view what, double size, Slot slot, double limit, Precision precision) {
  if (!std::isfinite(size)) throw SlotFailure({slot, std::string(what), "is not finite"});
  const auto* const advice =
      precision == Precision::fp64 ? "choose larger units" : "use engine.precision = fp64 or larger units";
  throw SlotInputError({slot, std::string(what),
                        fmt::format("is {}, above {:g}, the largest that {} can square; {}", size_text(size, limit),
                                    limit, tucana::name_of(precision), advice)});
}

std::string too_small(double size, Precision precision) {
  return fmt::format(
      "is {:.3g}, below {:.3g}, the smallest that {} holds; use engine.precision = fp64 or smaller units, or 0", size,
      smallest_number(precision), tucana::name_of(precision));
}

/// A sum of absolute values keeps a NaN, which a maximum may lose.
bool is_within(const Vec3& a, double limit) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z) <= limit; }

void check(std::string_view what, const Vec3& a, Slot slot, double limit, Precision precision) {
  if (is_within(a, limit)) return;
  if (!is_finite(a)) refuse(what, std::nan(""), slot, limit, precision);
  if (largest(a) > limit) refuse(what, largest(a), slot, limit, precision);
}

/// Derivatives grow with inverse powers of small distances, and are not squared.
double largest_derivative(Precision precision) { return precision == Precision::fp64 ? 1e250 : 1e35; }

}  // namespace

std::string SlotProblem::text(std::string_view whose) const {
  return fmt::format("gravity: the {} of {} {}", quantity, whose, problem);
}
SlotInputError::SlotInputError(const SlotProblem& p) : InputError(p.text(name_of(p.slot))), SlotProblem(p) {}
SlotFailure::SlotFailure(const SlotProblem& p) : FailureError(p.text(name_of(p.slot))), SlotProblem(p) {}

double largest_coordinate(Precision precision) { return precision == Precision::fp64 ? 1e100 : 1e15; }

void check_source_rows(std::span<const Slot> slots, const SourceRows& rows, [[maybe_unused]] std::size_t size,
                       Precision precision) {
  const std::size_t n = slots.size();
  TUCANA_EXPECT(rows.mass.size() == n && rows.position.size() == n && rows.velocity.size() == n);
  TUCANA_EXPECT(rows.time.size() == n);
  TUCANA_EXPECT(rows.acceleration.empty() || rows.acceleration.size() == n);
  TUCANA_EXPECT(rows.jerk.empty() || rows.jerk.size() == n);
  TUCANA_EXPECT(rows.snap.empty() || rows.snap.size() == n);
  TUCANA_EXPECT(rows.crackle.empty() || rows.crackle.size() == n);
  const double limit = largest_coordinate(precision);
  const double steep = largest_derivative(precision);
  const double least = smallest_number(precision);
  for (std::size_t k = 0; k < n; ++k) {
    TUCANA_EXPECT(index(slots[k]) < size);
    check("position", rows.position[k], slots[k], limit, precision);
    check("velocity", rows.velocity[k], slots[k], limit, precision);
    check("mass", {rows.mass[k], 0, 0}, slots[k], limit, precision);
    if (rows.mass[k] != 0 && std::abs(rows.mass[k]) < least)
      throw SlotInputError({slots[k], "mass", too_small(rows.mass[k], precision)});
    if (!rows.acceleration.empty()) check("acceleration", rows.acceleration[k], slots[k], steep, precision);
    if (!rows.jerk.empty()) check("jerk", rows.jerk[k], slots[k], steep, precision);
    if (!rows.snap.empty()) check("snap", rows.snap[k], slots[k], steep, precision);
    if (!rows.crackle.empty()) check("crackle", rows.crackle[k], slots[k], steep, precision);
  }
}

void check_slots([[maybe_unused]] std::span<const Slot> slots, [[maybe_unused]] std::size_t size) {
  TUCANA_EXPECT(std::all_of(slots.begin(), slots.end(), [size](Slot slot) { return index(slot) < size; }));
}

void check_targets(const Targets& targets, Precision precision) {
  TUCANA_EXPECT(targets.position.size() == targets.size());
  TUCANA_EXPECT(targets.velocity.empty() || targets.velocity.size() == targets.size());
  TUCANA_EXPECT(targets.acceleration.empty() || targets.acceleration.size() == targets.size());
  const double limit = largest_coordinate(precision);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    check("position", targets.position[t], targets.slot[t], limit, precision);
    if (!targets.velocity.empty()) check("velocity", targets.velocity[t], targets.slot[t], limit, precision);
    if (!targets.acceleration.empty())
      check("acceleration", targets.acceleration[t], targets.slot[t], largest_derivative(precision), precision);
  }
}

void check_wanted([[maybe_unused]] const Wanted& wanted, [[maybe_unused]] const Targets& targets,
                  [[maybe_unused]] Prediction prediction, [[maybe_unused]] const Results& results) {
  [[maybe_unused]] const std::size_t n = targets.size();
  TUCANA_EXPECT(!wanted.acceleration ||
                (results.acceleration.size() == n && (!wanted.jerk || results.jerk.size() == n)));
  TUCANA_EXPECT(!wanted.potential || results.potential.size() == n);
  TUCANA_EXPECT(!wanted.nearest || (results.nearest.size() == n && results.nearest_distance2.size() == n));
  TUCANA_EXPECT(!wanted.snap || (wanted.acceleration && prediction == Prediction::crackle));
  TUCANA_EXPECT(!wanted.snap || (targets.acceleration.size() == n && results.snap.size() == n));
  TUCANA_EXPECT(!wanted.far_only || wanted.lists);
  TUCANA_EXPECT(!wanted.lists || (targets.radius2.size() == n && results.lists != nullptr));
  TUCANA_EXPECT(!wanted.lists || wanted.list_rule == ListRule::distance || targets.list_time.size() == n);
}

void check_law(const PairLaw& law, Precision precision) {
  const double limit = largest_coordinate(precision);
  if (!(law.eps2 >= 0 && law.eps2 <= limit * limit))
    throw InputError(fmt::format("gravity.softening^2 = {:g} is not from 0 to {:g}, the largest square of {}", law.eps2,
                                 limit * limit, name_of(precision)));
  if (law.eps2 > 0 && law.eps2 < smallest_number(precision))
    throw InputError("the square of gravity.softening " + too_small(law.eps2, precision));
}

}  // namespace tucana
