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
    case Precision::fp64: return 4e-15;
    case Precision::extended: return 2e-12;
    case Precision::two_float: return 2e-6;
    case Precision::fp32: return 3e-5;
  }
  return 0;
}

}  // namespace tucana
