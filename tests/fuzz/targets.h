#pragma once

#include <cstddef>
#include <span>

#include "tests/fuzz/mutation.h"

// A target reads bytes as the program would read a file of them. It returns whether they were taken and lets nothing
// pass but InputError, which it catches. A new reader adds one target here, one in targets.cpp and one line to
// CMakeLists.txt; the mutation test adds one line too.
namespace tucana::test {

bool fuzz_ascii(std::span<const std::byte> bytes);
bool fuzz_petar(std::span<const std::byte> bytes);
bool fuzz_csv(std::span<const std::byte> bytes);
bool fuzz_nemo(std::span<const std::byte> bytes);
bool fuzz_snapshot(std::span<const std::byte> bytes);
bool fuzz_checkpoint(std::span<const std::byte> bytes);
/// The same, after a right seal is put behind the bytes: forged, or changed by a tool that seals again.
bool fuzz_resealed_snapshot(std::span<const std::byte> bytes);
bool fuzz_resealed_checkpoint(std::span<const std::byte> bytes);
bool fuzz_options(std::span<const std::byte> bytes);

/// A valid file for each, to begin with.
Bytes seed_ascii();
Bytes seed_petar();
Bytes seed_csv();
Bytes seed_nemo();
Bytes seed_snapshot();
Bytes seed_checkpoint();
/// Without their seals.
Bytes seed_resealed_snapshot();
Bytes seed_resealed_checkpoint();
Bytes seed_options();

}  // namespace tucana::test
