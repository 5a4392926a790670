#include "tucana/core/tick.h"

#include <array>
#include <charconv>

namespace tucana {

double Tick::label() const {
  const double exact = units();
  std::array<char, 64> text{};
  for (int digits = 1; digits < 17; ++digits) {
    auto* const end = std::to_chars(text.begin(), text.end(), exact, std::chars_format::scientific, digits - 1).ptr;
    double shorter = 0;
    std::from_chars(text.data(), end, shorter);
    if (nearest(shorter) == *this) return shorter;
  }
  return exact;
}

}  // namespace tucana
