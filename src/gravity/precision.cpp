#include "tucana/gravity/precision.h"

namespace tucana {

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
