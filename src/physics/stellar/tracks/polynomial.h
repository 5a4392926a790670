#pragma once

#include <initializer_list>
#include <iterator>

namespace tucana::stellar {

/// c0 + c1 x + c2 x^2 + ..., by Horner's scheme: how the papers give coefficients as functions of the metallicity.
inline double polynomial(double x, std::initializer_list<double> coefficients) {
  double sum = 0;
  for (auto c = std::rbegin(coefficients); c != std::rend(coefficients); ++c) sum = sum * x + *c;
  return sum;
}

/// The value at x on the straight line through (x1, y1) and (x2, y2).
inline double on_line(double x, double x1, double y1, double x2, double y2) {
  return y1 + (y2 - y1) / (x2 - x1) * (x - x1);
}

}  // namespace tucana::stellar
