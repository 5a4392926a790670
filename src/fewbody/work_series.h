#pragma once

#include <array>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/core/check_loaded.h"

namespace tucana {

/// The work of the two kinds of post-Newtonian forces on a pair, per reduced mass, as series of fourth order in the
/// fictitious time of one step of KsPair.
struct WorkSeries {
  /// Of one kind at one moment: the first and the second derivative.
  struct Rate {
    double first = 0, second = 0;
  };
  using Rates = std::array<Rate, 2>;  ///< of what conserves energy, and of radiation
  struct Terms {
    double value = 0, first = 0, second = 0, third = 0, fourth = 0;
  };

  std::array<Terms, 2> of_kind;

  double at(std::size_t kind, double d) const {
    const Terms& t = of_kind[kind];
    return t.value + d * (t.first + d / 2 * (t.second + d / 3 * (t.third + d / 4 * t.fourth)));
  }
  /// Goes on from what it has reached after the step d.
  void begin_at(double d) {
    for (std::size_t kind = 0; kind < 2; ++kind) of_kind[kind] = {at(kind, d)};
  }
  void describe(Archive& archive) {
    std::vector<double> numbers;
    for (const Terms& t : of_kind) numbers.insert(numbers.end(), {t.value, t.first, t.second, t.third, t.fourth});
    archive.field("relativistic_work", numbers);
    if (!archive.loading()) return;
    check_loaded(numbers.size() == 10, "the work of post-Newtonian forces is not complete");
    for (std::size_t kind = 0; kind < 2; ++kind) {
      const double* n = &numbers[5 * kind];
      of_kind[kind] = {n[0], n[1], n[2], n[3], n[4]};
    }
  }
};

}  // namespace tucana
