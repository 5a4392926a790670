#include "tucana/physics/galaxy/incomplete_gamma.h"

#include <cmath>
#include <limits>

namespace tucana::galaxy {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon() / 4;
/// Far more than either sum needs for the exponents of density profiles.
constexpr int most_terms = 1000;

/// x^s e^-x, which both sums contain.
double weight(double s, double x) { return std::exp(s * std::log(x) - x); }

/// Abramowitz & Stegun 6.5.29: gamma(s, x) = x^s e^-x sum_n x^n / (s (s + 1) ... (s + n)).
double lower_series(double s, double x) {
  double term = 1 / s, sum = term;
  for (int n = 1; n < most_terms && term > epsilon * sum; ++n) sum += term *= x / (s + n);
  return weight(s, x) * sum;
}

/// Abramowitz & Stegun 6.5.31 in its contracted form, by the recurrence of Lentz (1976).
double upper_fraction(double s, double x) {
  double b = x + 1 - s, d = 1 / b, c = std::numeric_limits<double>::max(), h = d;
  for (int n = 1; n < most_terms; ++n) {
    const double an = -n * (n - s);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= c * d;
    if (std::abs(c * d - 1) < epsilon * 4) break;
  }
  return weight(s, x) * h;
}

}  // namespace

double lower_gamma_part(double s, double x) {
  if (!(x > 0)) return 0;
  return x < s + 1 ? lower_series(s, x) / std::tgamma(s) : 1 - upper_fraction(s, x) / std::tgamma(s);
}

double upper_gamma(double s, double x) {
  if (!(x > 0)) return std::tgamma(s);
  return x < s + 1 ? std::tgamma(s) - lower_series(s, x) : upper_fraction(s, x);
}

}  // namespace tucana::galaxy
