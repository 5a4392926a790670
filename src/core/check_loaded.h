#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "tucana/core/error.h"
#include "tucana/core/vec3.h"

namespace tucana {

// For describe(Archive&) of classes whose numbers lead somewhere (slots, levels, counts, lists): a checkpoint may hold
// any numbers, with a right checksum too, and must give an error then, never a crash.

/// Throws InputError unless what was loaded is `good`.
inline void check_loaded(bool good, const char* what) {
  if (!good) throw InputError(std::string("the checkpoint is damaged: ") + what);
}

template <class Column>
bool all_finite(const Column& column) {
  return std::all_of(column.begin(), column.end(), [](const auto& value) {
    if constexpr (requires { is_finite(value); }) {
      return is_finite(value);
    } else {
      return std::isfinite(value);
    }
  });
}

/// What is needed of bodies whatever moves them: there are some, each with its own id and with numbers.
template <class Ids, class Masses, class Positions, class Velocities>
void check_loaded_bodies(const Ids& id, const Masses& mass, const Positions& x, const Velocities& v) {
  check_loaded(id.size() > 0, "it holds no bodies");
  check_loaded(all_finite(mass) && std::all_of(mass.begin(), mass.end(), [](double m) { return m >= 0; }),
               "a mass is not a number >= 0");
  check_loaded(all_finite(x) && all_finite(v), "a body is at no place or has no velocity");
  auto sorted = id;
  std::sort(sorted.begin(), sorted.end());
  check_loaded(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "two bodies have one id");
}

}  // namespace tucana
