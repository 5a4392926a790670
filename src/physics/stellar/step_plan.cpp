#include "tucana/physics/stellar/step_plan.h"

#include <algorithm>
#include <cmath>

#include "tucana/physics/stellar/wind_step.h"

namespace tucana::stellar {
namespace {

/// A phase is over when less than this part of it is left.
constexpr double nearly_over = 1e-10;
/// No step is longer than this part of what is left of a phase, unless it ends the phase.
constexpr double largest_part = 0.25;

/// A step over which the wind takes less than this part of the mass is short enough for any wind. Some winds jump where
/// a star crosses a limit, and a star may move along the limit: the estimated error alone would make its steps vanish.
constexpr double small_loss = 2e-4;

/// Factor by which a step of length h is too long: above 1 it must be shortened.
double excess(const EvolutionOptions& options, const Star& from, const WindStep& step, double h) {
  const double loss = (from.mass - step.star.mass) / from.mass;
  const double of_wind =
      loss > small_loss ? std::max(loss / options.max_mass_change, std::cbrt(step.error / options.wind_tolerance)) : 0;
  if (h <= options.shortest_interval) return of_wind;
  const double radius_change = std::abs(step.star.radius - from.radius) / std::max(from.radius, step.star.radius);
  return std::max(of_wind, radius_change / options.max_radius_change);
}

/// The smallest step after which `reached(h)` holds, given that it holds after h.
template <class Reached>
double bisect(double h, const Reached& reached) {
  double low = 0, high = h;
  for (int i = 0; i < 100 && high - low > 1e-13 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

void plan_step(const TrackCoefficients& tracks, const EvolutionOptions& options, StarState& state, double previous) {
  const Star& base = state.base;
  const Phase phase(tracks, options, base);
  const double end = phase.end(base.mass), remaining = (end - phase.progress()) / phase.rate(base.mass);
  const auto after = [&](double h) { return wind_step(phase, options, base, state.metallicity, h); };
  state.end = StarState::StepEnd::none;
  state.next = base;
  if (std::isinf(remaining)) {
    state.next.age = remaining;
    return;
  }
  if (phase.envelope(base) <= 0) {
    state.end = StarState::StepEnd::envelope;
    return;
  }
  if (remaining <= nearly_over * std::abs(end / phase.rate(base.mass))) {
    state.end = StarState::StepEnd::phase;
    return;
  }
  double h = previous > 0 ? std::min(remaining, 3 * previous) : remaining * largest_part;
  // A step that would leave almost nothing goes to the end.
  if (h > 0.7 * remaining) h = remaining;
  WindStep step = after(h);
  double too_long = excess(options, base, step, h);
  while (too_long > 1) {
    // Stops at the shortest interval on its way down.
    const double shorter = h * std::clamp(0.9 / too_long, 0.1, 0.7);
    h = h > options.shortest_interval ? std::max(shorter, options.shortest_interval) : shorter;
    step = after(h);
    too_long = excess(options, base, step, h);
  }
  if (phase.envelope(step.star) <= 0) {
    h = bisect(h, [&](double t) { return phase.envelope(after(t).star) <= 0; });
    step = after(h);
    state.end = StarState::StepEnd::envelope;
  } else if (step.star.type != base.type) {
    h = bisect(h, [&](double t) { return after(t).star.type != base.type; });
    step = after(h);
  } else if (const double last = phase.end(step.star.mass); step.progress >= last - nearly_over * std::abs(last)) {
    state.end = StarState::StepEnd::phase;
  }
  state.next = step.star;
}

}  // namespace tucana::stellar
