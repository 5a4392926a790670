#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "tucana/core/stars.h"
#include "tucana/gravity/pair_law.h"

namespace tucana {

/// Softening lengths of components of a galaxy. 0: that of the law, which all others have.
struct FamilySoftening {
  double halo = 0, disc = 0, bulge = 0;

  bool operator==(const FamilySoftening&) const = default;
  bool any() const { return halo > 0 || disc > 0 || bulge > 0; }
};

/// Softening by the number of a Family; 0 where a body has none.
struct SofteningTable {
  static constexpr std::size_t families = static_cast<std::size_t>(Family::other) + 1;
  std::array<double, families> length, square;

  SofteningTable(const PairLaw& law, const FamilySoftening& own) {
    length.fill(std::sqrt(law.eps2));
    square.fill(law.eps2);
    put(Family::halo, own.halo);
    put(Family::disc, own.disc);
    put(Family::bulge, own.bulge);
  }

 private:
  void put(Family family, double softening) {
    if (!(softening > 0)) return;
    length[static_cast<std::size_t>(family)] = softening;
    square[static_cast<std::size_t>(family)] = softening * softening;
  }
};

}  // namespace tucana
