#include "tucana/fewbody/kepler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tucana/fewbody/stumpff.h"

namespace tucana {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double revolution(double beta) { return 2 * std::numbers::pi / std::sqrt(beta); }

}  // namespace

double kepler_beta(const PhasePoint& relative, double mu) { return 2 * mu / norm(relative.x) - norm2(relative.v); }

double kepler_period(double beta, double mu) { return beta > 0 ? revolution(beta) * (mu / beta) : infinity; }

KsDrift ks_drift(const KsPoint& start, double mu, double beta, double s) {
  // u'' = -(beta/4) u
  const double frequency2 = beta / 4;
  const Stumpff half = stumpff(frequency2 * s * s);
  const double sine = s * half.c1;
  const KsPoint end{half.c0 * start.u + sine * start.du, half.c0 * start.du - (frequency2 * sine) * start.u};
  return {end, UniversalOrbit::of(start, mu, beta).time(s)};
}

UniversalOrbit UniversalOrbit::of(const KsPoint& start, double mu, double beta) {
  const double r0 = norm2(start.u);
  return {r0, 2 * dot(start.u, start.du), mu - beta * r0, beta, mu};
}

double UniversalOrbit::time(double s) const {
  const Stumpff c = stumpff(beta * s * s);
  return s * (r0 + s * (eta * c.c2 + s * (zeta * c.c3)));
}

double UniversalOrbit::anomaly(double dt) const {
  if (beta > 0) {
    const double period = kepler_period(beta, mu);
    dt = std::fma(-std::nearbyint(dt / period), period, dt);
  }
  if (dt == 0) return 0;
  if (dt > 0) return anomaly_forwards(dt);
  return -UniversalOrbit{r0, -eta, zeta, beta, mu}.anomaly_forwards(-dt);
}

double UniversalOrbit::upper_anomaly(double dt) const {
  if (beta > 0) return revolution(beta);
  // Searched upwards from the smallest scale of the orbit: from dt/r0 on a hyperbola's exponentials would overflow.
  double high = std::min(dt / r0, std::cbrt(6 * dt / mu));
  if (beta < 0) high = std::min(high, 1 / std::sqrt(-beta));
  while (time(high) < dt) high *= 2;
  return high;
}

double UniversalOrbit::anomaly_forwards(double dt) const {
  double low = 0, high = upper_anomaly(dt);
  double s = dt / r0;
  if (!(s < high)) s = 0.5 * high;
  double last_move = high;
  // Every turn halves the bracket or the move; 200 are more than a double has bits for both.
  for (int turn = 0; turn < 200; ++turn) {
    const Stumpff c = stumpff(beta * s * s);
    const double miss = s * (r0 + s * (eta * c.c2 + s * (zeta * c.c3))) - dt;
    if (miss == 0) return s;
    (miss < 0 ? low : high) = s;
    const double r = r0 + s * (eta * c.c1 + s * (zeta * c.c2));
    const double slope = eta * c.c0 + zeta * s * c.c1;
    const double root = std::sqrt(std::abs(16 * r * r - 20 * miss * slope));
    double next = s - 5 * miss / (r + std::copysign(root, r));
    if (!(next >= low && next <= high) || std::abs(next - s) > 0.5 * last_move) next = 0.5 * (low + high);
    if (next == s) return s;
    last_move = std::abs(next - s);
    s = next;
  }
  return s;
}

PhasePoint kepler_drift(const PhasePoint& relative, double mu, double dt) {
  const KsPoint start = to_ks(relative);
  const double beta = kepler_beta(relative, mu);
  const double s = UniversalOrbit::of(start, mu, beta).anomaly(dt);
  return from_ks(ks_drift(start, mu, beta, s).point);
}

double OrbitShape::apocentre() const { return beta > 0 ? mu * (1 + eccentricity) / beta : infinity; }

double OrbitShape::time_at(double s) const {
  return s * (pericentre + s * s * (mu * eccentricity * stumpff(beta * s * s).c3));
}

double OrbitShape::distance_at(double s) const {
  return pericentre + s * s * (mu * eccentricity * stumpff(beta * s * s).c2);
}

std::optional<double> OrbitShape::anomaly_at_distance(double r) const {
  if (!(r >= pericentre && r <= apocentre() && r < infinity)) return std::nullopt;
  // r - q = mu e G2, and G2(s) is half the square of 2 sin(w s/2)/w, where w^2 = beta.
  const double rise = r - pericentre;
  if (rise == 0) return 0;
  const double chord = std::sqrt(2 * rise / (mu * eccentricity));
  if (beta == 0) return chord;
  const double w = std::sqrt(std::abs(beta));
  if (beta < 0) return 2 * std::asinh(w * chord / 2) / w;
  // The cosine from the distance to the apocentre: an arcsine would lose half of the digits there.
  return 2 * std::atan2(std::sqrt(rise), std::sqrt(apocentre() - r)) / w;
}

OrbitPhase orbit_phase(const PhasePoint& relative, double mu) {
  const double r = norm(relative.x), eta = dot(relative.x, relative.v), beta = kepler_beta(relative, mu);
  const double p = norm2(cross(relative.x, relative.v)) / mu;
  const double e = std::hypot(p / r - 1, std::sqrt(p / mu) * eta / r);
  const OrbitShape shape{p / (1 + e), e, beta, mu};
  const double zeta = mu - beta * r;
  if (beta == 0) return {shape, eta / mu};
  const double w = std::sqrt(std::abs(beta));
  if (beta > 0) return {shape, std::atan2(eta * w, zeta) / w};
  return {shape, std::asinh(eta * w / (mu * e)) / w};
}

double time_to_pericentre(const PhasePoint& relative, double mu) {
  const OrbitPhase phase = orbit_phase(relative, mu);
  const double since = phase.time();
  return since > 0 && phase.shape.beta > 0 ? phase.shape.period() - since : -since;
}

std::optional<double> time_to_distance(const PhasePoint& relative, double mu, double r, Direction direction) {
  const OrbitPhase phase = orbit_phase(relative, mu);
  const auto anomaly = phase.shape.anomaly_at_distance(r);
  if (!anomaly) return std::nullopt;
  const double after = phase.shape.time_at(*anomaly);
  const double wait = (direction == Direction::outward ? after : -after) - phase.time();
  if (wait >= 0) return wait;
  if (!(phase.shape.beta > 0)) return std::nullopt;
  return wait + phase.shape.period();
}

}  // namespace tucana
