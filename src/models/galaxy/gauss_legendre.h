#pragma once

#include <array>
#include <cstddef>

namespace tucana {

/// Gauss-Legendre rules on [0, 1] (Abramowitz & Stegun 1964, table 25.4).
template <std::size_t N>
struct GaussLegendre {
  std::array<double, N> place, weight;

  /// The integral of f from a to b.
  template <class F>
  double integrate(double a, double b, F&& f) const {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += weight[i] * f(a + (b - a) * place[i]);
    return sum * (b - a);
  }
};

inline constexpr GaussLegendre<4> gauss4{
    {0.069431844202973712, 0.330009478207571868, 0.669990521792428132, 0.930568155797026288},
    {0.173927422568726929, 0.326072577431273071, 0.326072577431273071, 0.173927422568726929}};

inline constexpr GaussLegendre<8> gauss8{
    {0.019855071751231884, 0.101666761293186630, 0.237233795041835507, 0.408282678752175098, 0.591717321247824902,
     0.762766204958164493, 0.898333238706813370, 0.980144928248768116},
    {0.050614268145188130, 0.111190517226687235, 0.156853322938943644, 0.181341891689180991, 0.181341891689180991,
     0.156853322938943644, 0.111190517226687235, 0.050614268145188130}};

}  // namespace tucana
