#include "tucana/gravity/precision.h"

namespace tucana {

std::string_view name_of(Precision precision) {
  switch (precision) {
    case Precision::fp64: return "fp64";
    case Precision::extended: return "extended";
    case Precision::two_float: return "two_float";
    case Precision::fp32: return "fp32";
  }
  return "?";
}

double force_rounding(Precision precision) {
  switch (precision) {
    case Precision::fp64: return 1e-15;
    case Precision::extended: return 1e-14;
    case Precision::two_float: return 3e-7;
    case Precision::fp32: return 3e-7;
  }
  return 0;
}

}  // namespace tucana
