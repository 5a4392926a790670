#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tucana::test {

using Bytes = std::vector<std::byte>;

/// A copy of `seed` with one to eight changes: bytes flipped, set to extreme values, cut off, inserted, repeated.
/// The same for the same number, on every machine.
Bytes mutated(std::span<const std::byte> seed, std::uint64_t number);

}  // namespace tucana::test
