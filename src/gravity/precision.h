#pragma once

#include <string_view>

#include "tucana/core/enum_words.h"

namespace tucana {

/// The arithmetic of an engine, chosen at run time.
/// fp64: double. extended: pairs of floats throughout, about 48 bits (the EX of Goz et al. 2018).
/// two_float: positions as two floats with exact differences, the rest in float, leaf sums added in double,
/// on a device as pairs of floats (Nitadori & Aarseth 2012; Gaburov, Harfst & Portegies Zwart 2009).
/// fp32: float, leaf sums added likewise. Only fp64 needs double on a device.
enum class Precision { fp64, extended, two_float, fp32 };

template <>
inline constexpr auto enum_words<Precision> = std::to_array<EnumWord<Precision>>({{Precision::fp64, "fp64"},
                                                                                  {Precision::extended, "extended"},
                                                                                  {Precision::two_float, "two_float"},
                                                                                  {Precision::fp32, "fp32"}});

constexpr std::string_view name_of(Precision precision) { return word_of(precision); }

/// The typical relative error of an acceleration, for criteria that amplify noise: four times the median that `bench
/// direct` finds among 16384 bodies of a Plummer sphere, on the worst engine.
double force_rounding(Precision precision);

}  // namespace tucana
