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

}  // namespace tucana
