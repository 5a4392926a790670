#pragma once

#include <span>

#include "tucana/gravity/force_engine.h"

namespace tucana {

/// Throws the error for a body whose force or state is not finite: names the two stars when they are at one
/// place without softening, the star alone otherwise. InputError at tick 0, where the data are the user's,
/// FailureError later. Position and velocity are as the engine has them, relative to `origin`.
[[noreturn]] void report_non_finite(std::span<const StarId> id, SourceSet& sources, ForceEngine& engine, Slot slot,
                                    const Vec3& position, const Vec3& velocity, Tick t, const Vec3& origin = {});

/// Whether two stars at such a distance from one another are at one place, as far as doubles tell.
bool is_same_place(const Vec3& place, double distance2);
/// Throws that error for two that are.
[[noreturn]] void report_same_place(StarId one, StarId other, const Vec3& place, Precision precision, Tick t);

/// Throws the error for a star that wants a step below one tick, with the cause: a neighbour too close, or a speed too
/// high. InputError at tick 0, FailureError later. Position and velocity are relative to a frame that moves.
[[noreturn]] void report_short_step(std::span<const StarId> id, SourceSet& sources, ForceEngine& engine, Slot slot,
                                    const Vec3& position, const Vec3& velocity, double wanted, Tick t,
                                    const Vec3& frame_velocity = {});

}  // namespace tucana
