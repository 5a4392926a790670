#pragma once

namespace tucana {

/// What post-Newtonian forces have added to the Newtonian energy of some bodies: those that conserve energy, which a
/// relativistic potential holds, and radiation, whose part is negative and has left with gravitational waves.
struct RelativisticWork {
  double orbit = 0, waves = 0;

  double total() const { return orbit + waves; }
  RelativisticWork& operator+=(const RelativisticWork& other) {
    orbit += other.orbit;
    waves += other.waves;
    return *this;
  }
  bool operator==(const RelativisticWork&) const = default;
};

}  // namespace tucana
