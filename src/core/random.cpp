#include "tucana/core/random.h"

#include <cmath>
#include <numbers>

namespace tucana {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  // Multipliers and Weyl increments: Salmon et al. 2011, section 4.3 and table 2.
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = multiplier0 * counter[0];
    const std::uint64_t p1 = multiplier1 * counter[2];
    counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(p1),
               static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(p0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

std::uint64_t RandomStream::bits64() {
  if (used_ == 4) {
    block_ = philox4x32(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }
  const std::uint64_t low = block_[static_cast<std::size_t>(used_)];
  const std::uint64_t high = block_[static_cast<std::size_t>(used_) + 1];
  used_ += 2;
  return high << 32 | low;
}

Vec3 RandomStream::direction() {
  const double z = 2 * uniform() - 1;
  const double phi = 2 * std::numbers::pi * uniform();
  const double s = std::sqrt((1 - z) * (1 + z));
  return {s * std::cos(phi), s * std::sin(phi), z};
}

}  // namespace tucana
