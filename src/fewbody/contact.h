#pragma once

#include <array>
#include <optional>

#include "tucana/core/frame.h"

namespace tucana {

/// Two members of a subsystem, by their numbers, whose surfaces have touched.
using Contact = std::array<std::size_t, 2>;

/// Whether two bodies of total mass mu have come nearer to each other than a distance while their relative state went
/// from one to another within a time dt: if it led through a pericentre, that is taken from the orbit at the end, so
/// that no approach is missed between two steps.
bool came_within(const PhasePoint& before, const PhasePoint& after, double mu, double dt, double distance);

/// A time around now.
struct TimeWindow {
  double before = 0, after = 0;
  bool has(double time_since) const { return time_since <= before && -time_since <= after; }
};
/// Whether two bodies are nearer to each other than a distance, or their undisturbed orbit has its pericentre there
/// within that time. Bodies without mass move on straight lines.
bool comes_within(const PhasePoint& relative, double mu, const TimeWindow& window, double distance);

/// Whether an undisturbed orbit leads so near, at any time if it is bound, else in the future.
bool leads_within(const PhasePoint& relative, double mu, double distance);

}  // namespace tucana
