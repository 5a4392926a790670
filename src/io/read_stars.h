#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "tucana/io/snapshot.h"

namespace tucana {

/// Reads stars from a file, HDF5 or ASCII by its content, and validates them. Whatever the file holds, the result
/// is stars to begin a run with or an InputError, one line that names the path.
LoadedStars read_stars(const std::filesystem::path& path);

/// The same for bytes that are in memory already; `name` is for messages.
LoadedStars read_stars(std::span<const std::byte> bytes, const std::string& name);

/// What a file says beside its stars, which are not looked at: their units and softening. A table of text says nothing.
LoadedStars read_all_but_stars(const std::filesystem::path& path);

}  // namespace tucana
