#pragma once

#include "tucana/fewbody/pair_motion.h"
#include "tucana/fewbody/tides.h"

namespace tucana {

/// Nobody is around a subsystem.
class Nobody final : public Surroundings {
 public:
  BodyAt at(Slot, Tick) const override { return {}; }
};

inline const Nobody nobody;
inline const Tides no_tides(nobody, Slot{}, {}, PairLaw{});

/// Nothing perturbs a pair.
constexpr auto nothing = [](const PairMotion& /*motion*/) { return Perturbation{}; };

}  // namespace tucana
