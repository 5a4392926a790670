#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "tucana/io/foreign/star_format.h"
#include "tucana/io/snapshot.h"

namespace tucana {

/// Reads stars from a file, in any of the formats of foreign/star_format.h, recognised by its content, and validates
/// them; numbers without units are in those that the options say. Whatever the file holds, the result is stars to begin
/// a run with or an InputError, one line that names the path.
LoadedStars read_stars(const std::filesystem::path& path, const ForeignOptions& options = {});

/// The same for bytes that are in memory already; `name` is for messages.
LoadedStars read_stars(std::span<const std::byte> bytes, const std::string& name);

/// What a file says beside its stars, which are not looked at: their units and softening. Of the tables of
/// text only CSV files say something, and those in astronomical units.
LoadedStars read_all_but_stars(const std::filesystem::path& path, const ForeignOptions& options = {});

}  // namespace tucana
