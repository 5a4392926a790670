#include "tucana/physics/stellar/tracks/zams.h"

#include <cmath>

#include "tucana/physics/stellar/tracks/polynomial.h"

namespace tucana::stellar {

Zams::Zams(const Metallicity& metallicity) {
  const double x = metallicity.zeta;
  luminosity_ = {
      polynomial(x, {0.3970417, -0.32913574, 0.34776688, 0.37470851, 0.09011915}),
      polynomial(x, {8.527626, -24.41225973, 56.43597107, 37.06152575, 5.4562406}),
      polynomial(x, {0.00025546, -0.00123461, -0.00023246, 0.00045519, 0.00016176}),
      polynomial(x, {5.432889, -8.62157806, 13.44202049, 14.51584135, 3.39793084}),
      polynomial(x, {5.563579, -10.32345224, 19.44322980, 18.97361347, 4.16903097}),
      polynomial(x, {0.78866060, -2.90870942, 6.54713531, 4.05606657, 0.53287322}),
      polynomial(x, {0.00586685, -0.01704237, 0.03872348, 0.02570041, 0.00383376}),
  };
  radius_ = {
      polynomial(x, {1.715359, 0.62246212, -0.92557761, -1.16996966, -0.30631491}),
      polynomial(x, {6.597788, -0.42450044, -12.13339427, -10.73509484, -2.51487077}),
      polynomial(x, {10.08855000, -7.11727086, -31.67119479, -24.24848322, -5.33608972}),
      polynomial(x, {1.012495, 0.32699690, -0.00923418, -0.03876858, -0.00412750}),
      polynomial(x, {0.07490166, 0.02410413, 0.07233664, 0.03040467, 0.00197741}),
      0.01077422,
      polynomial(x, {3.082234, 0.94472050, -2.15200882, -2.49219496, -0.63848738}),
      polynomial(x, {17.84778, -7.45345690, -48.96066856, -40.05386135, -9.09331816}),
      polynomial(x, {0.00022582, -0.00186899, 0.00388783, 0.00142402, -0.00007671}),
  };
}

double Zams::luminosity(double m) const {
  const auto& c = luminosity_;
  const double m2 = m * m, m3 = m2 * m, m5 = m3 * m2, m7 = m5 * m2, root = std::sqrt(m);
  const double m8 = m7 * m, m9 = m8 * m, m11 = m9 * m2;
  return (c[0] * m5 * root + c[1] * m11) / (c[2] + m3 + c[3] * m5 + c[4] * m7 + c[5] * m8 + c[6] * m9 * root);
}

double Zams::radius(double m) const {
  const auto& c = radius_;
  const double root = std::sqrt(m), m2 = m * m, m6 = m2 * m2 * m2, m8 = m6 * m2, m11 = m8 * m2 * m;
  const double m18 = m8 * m8 * m2, m19 = m18 * m;
  return ((c[0] * m2 + c[1] * m6) * root + c[2] * m11 + (c[3] + c[4] * root) * m19) /
         (c[5] + c[6] * m2 + (c[7] * m8 + m18 + c[8] * m19) * root);
}

}  // namespace tucana::stellar
