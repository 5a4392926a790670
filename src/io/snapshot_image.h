#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tucana/io/snapshot.h"

namespace tucana {

/// read_snapshot() for bytes that are already in memory; `name` is for messages.
LoadedStars read_snapshot(std::span<const std::byte> bytes, const std::string& name);

/// The same without the stars, which are not looked at.
LoadedStars read_snapshot_without_stars(std::span<const std::byte> bytes, const std::string& name);

}  // namespace tucana
