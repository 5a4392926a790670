#pragma once

#include <string_view>

namespace tucana {

/// The arithmetic of an engine, chosen at run time.
/// fp64: double. two_float: positions as two floats with exact differences, the rest in float, leaf sums
/// added in double (Nitadori & Aarseth 2012; Gaburov, Harfst & Portegies Zwart 2009). fp32: float, leaf
/// sums added in double.
enum class Precision { fp64, two_float, fp32 };

std::string_view name_of(Precision precision);

}  // namespace tucana
