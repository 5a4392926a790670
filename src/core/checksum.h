#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tucana {

/// 64 bits over all bytes. Changes confined to eight aligned bytes are always noticed, any other almost surely.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace tucana
