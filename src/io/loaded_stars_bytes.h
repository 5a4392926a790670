#pragma once

#include <cstddef>
#include <span>

#include "tucana/io/file_image.h"
#include "tucana/io/snapshot.h"

namespace tucana {

/// Loaded stars as bytes and back, to pass them between two processes of one program.
FileImage to_bytes(const LoadedStars& loaded);
/// Throws std::runtime_error when the bytes do not fit.
LoadedStars from_bytes(std::span<const std::byte> bytes);

}  // namespace tucana
