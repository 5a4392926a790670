#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tucana {

/// A star's identity, for life.
enum class StarId : std::int64_t {};

/// A row of an integrator's state and of an engine's sources.
enum class Slot : std::uint32_t {};

inline constexpr Slot no_slot{std::numeric_limits<std::uint32_t>::max()};

constexpr std::int64_t value(StarId id) { return static_cast<std::int64_t>(id); }
constexpr std::uint32_t index(Slot slot) { return static_cast<std::uint32_t>(slot); }
constexpr Slot slot_at(std::size_t i) { return static_cast<Slot>(i); }

}  // namespace tucana
