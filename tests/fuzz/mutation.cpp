#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <array>

#include "tucana/core/random.h"

namespace tucana::test {
namespace {

class Mutator {
 public:
  explicit Mutator(std::uint64_t number) : random_(5, RandomUse::test, number) {}

  void change(Bytes& bytes) {
    if (bytes.empty()) return;
    const std::size_t at = below(bytes.size());
    const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t length = std::min<std::size_t>(1 + below(16), bytes.size() - at);
    const auto there = here + static_cast<std::ptrdiff_t>(length);
    switch (below(8)) {
      case 0:
      case 1:
      case 2: *here ^= std::byte{1} << below(8); break;
      case 3: *here = extremes[below(extremes.size())]; break;
      case 4: std::fill(here, there, extremes[below(extremes.size())]); break;
      case 5: bytes.insert(here, length, static_cast<std::byte>(below(256))); break;
      case 6: bytes.erase(here, there); break;
      case 7:
        if (below(4) == 0) bytes.resize(at);
        break;
    }
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.bits64() % n); }

 private:
  static constexpr std::array extremes = {std::byte{0},    std::byte{1},   std::byte{0x7f}, std::byte{0x80},
                                          std::byte{0xff}, std::byte{'-'}, std::byte{'9'},  std::byte{'e'}};
  RandomStream random_;
};

}  // namespace

Bytes mutated(std::span<const std::byte> seed, std::uint64_t number) {
  Bytes bytes(seed.begin(), seed.end());
  Mutator mutator(number);
  for (std::size_t changes = 1 + mutator.below(8); changes > 0; --changes) mutator.change(bytes);
  return bytes;
}

}  // namespace tucana::test
