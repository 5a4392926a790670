#include "tucana/fewbody/ks_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/fewbody/stumpff.h"

namespace tucana {

/// Derivatives of the physical time by d, first to sixth.
struct KsSeries::TimeTerms {
  double t1, t2, t3, t4, t5, t6, omega;

  double time(double d) const {
    const StumpffFactors c = stumpff_factors(4 * omega * d * d);
    return d * (t1 + d / 2 * (t2 + d / 3 * (t3 + d / 4 * (t4 + d / 5 * (t5 * c.f5 + d / 6 * (t6 * c.f6))))));
  }

  struct WithRates {
    double time, rate, change;
  };
  /// With the first and second derivative.
  WithRates time_and_rates(double d) const {
    const StumpffFactors c = stumpff_factors(4 * omega * d * d);
    return {d * (t1 + d / 2 * (t2 + d / 3 * (t3 + d / 4 * (t4 + d / 5 * (t5 * c.f5 + d / 6 * (t6 * c.f6)))))),
            t1 + d * (t2 + d / 2 * (t3 + d / 3 * (t4 + d / 4 * (t5 * c.f4 + d / 5 * (t6 * c.f5))))),
            t2 + d * (t3 + d / 2 * (t4 + d / 3 * (t5 * c.f3 + d / 4 * (t6 * c.f4))))};
  }
};

KsPoint KsSeries::at(double d) const { return at(d, stumpff_factors(omega * d * d)); }

KsPoint KsSeries::at(double d, const StumpffFactors& c) const {
  KsPoint point;
  point.u = u + d * (u1 + (d / 2) * (u2 + (d / 3) * (u3 + (d / 4) * (c.f4 * u4 + (d / 5 * c.f5) * u5))));
  point.du = u1 + d * (u2 + (d / 2) * (u3 + (d / 3) * (c.f3 * u4 + (d / 4 * c.f4) * u5)));
  return point;
}

double KsSeries::energy_at(double d) const {
  return energy + d * (energy1 + d / 2 * (energy2 + d / 3 * (energy3 + d / 4 * energy4)));
}

KsSeries::TimeTerms KsSeries::time_terms() const {
  return {norm2(u),
          2 * dot(u, u1),
          2 * (norm2(u1) + dot(u, u2)),
          2 * (3 * dot(u1, u2) + dot(u, u3)),
          2 * (dot(u, u4) + 4 * dot(u1, u3) + 3 * norm2(u2)),
          2 * (dot(u, u5) + 5 * dot(u1, u4) + 10 * dot(u2, u3)),
          omega};
}

double KsSeries::time_at(double d) const { return slow_down * time_terms().time(d); }

/// Halley's method in a bracket, with the derivatives of the same series: the time grows monotonously.
double KsSeries::step_reaching(double dt, double longest) const {
  const TimeTerms terms = time_terms();
  const double wanted = dt / slow_down;
  if (!(wanted > 0)) return 0;
  if (wanted >= terms.time(longest)) return longest;
  double low = 0, high = longest, d = std::min(wanted / terms.t1, 0.5 * longest);
  for (int turn = 0; turn < 100; ++turn) {
    const auto [time, rate, change] = terms.time_and_rates(d);
    const double miss = time - wanted;
    (miss < 0 ? low : high) = d;
    double next = d - miss * rate / (rate * rate - 0.5 * miss * change);
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = std::abs(next - d);
    d = next;
    if (step <= 2 * std::numeric_limits<double>::epsilon() * d) break;
  }
  return d;
}

void KsSeries::describe(Archive& archive) {
  archive.field("u", u);
  archive.field("u1", u1);
  archive.field("u2", u2);
  archive.field("u3", u3);
  archive.field("u4", u4);
  archive.field("u5", u5);
  archive.field("omega", omega);
  archive.field("slow_down", slow_down);
  archive.field("energy", energy);
  archive.field("energy1", energy1);
  archive.field("energy2", energy2);
  archive.field("energy3", energy3);
  archive.field("energy4", energy4);
}

}  // namespace tucana
