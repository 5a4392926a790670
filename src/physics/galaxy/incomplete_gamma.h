#pragma once

namespace tucana::galaxy {

/// The incomplete gamma function for s > 0, x >= 0: the part of Gamma(s) below x, divided by Gamma(s), to about 1e-15
/// (Abramowitz & Stegun 1964, 6.5.29 below s + 1, and the continued fraction 6.5.31 above).
double lower_gamma_part(double s, double x);
/// The part above x, Gamma(s, x) itself.
double upper_gamma(double s, double x);

}  // namespace tucana::galaxy
