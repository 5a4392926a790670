#pragma once

namespace tucana {

/// How two bodies attract each other. A value, not a build option. The potential of a source of mass m at
/// distance r is -m / sqrt(r^2 + eps2) (Plummer softening; eps2 = 0 is Newton's law).
struct PairLaw {
  double eps2 = 0;

  bool operator==(const PairLaw&) const = default;
};

}  // namespace tucana
