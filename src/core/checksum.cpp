#include "tucana/core/checksum.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace tucana {
namespace {

// Bytes are combined explicitly so that a checksum is the same on every machine.
std::uint64_t load_word(const std::byte* p) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, 8);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// One step is a bijection of the state for every word and of the word for every state, hence a changed word
// always changes the result. The odd multiplier is 2^64 over the golden ratio.
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
std::uint64_t stir(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * multiplier;
  return state ^ (state >> 29);
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  // Four lanes, because one would wait for its own multiplication.
  std::array<std::uint64_t, 4> lanes = {1, 2, 3, 4};
  std::size_t i = 0;
  for (; i + 32 <= bytes.size(); i += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] = stir(lanes[lane], load_word(&bytes[i + 8 * lane]));
  }
  std::array<std::byte, 32> rest{};
  std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(i), bytes.end(), rest.begin());
  for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] = stir(lanes[lane], load_word(&rest[8 * lane]));
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) sum = stir(sum, lane);
  return sum;
}

}  // namespace tucana
