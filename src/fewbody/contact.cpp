#include "tucana/fewbody/contact.h"

#include "tucana/fewbody/kepler.h"

namespace tucana {
namespace {

/// In units of the step in which the pericentre was: one, with a margin for what others do in it.
constexpr double longest_since_pericentre = 1.5;

}  // namespace

bool came_within(const PhasePoint& before, const PhasePoint& after, double mu, double dt, double distance) {
  if (norm2(after.x) < distance * distance) return true;
  const double beta = kepler_beta(after, mu);
  const bool passed = dot(before.x, before.v) < 0 && dot(after.x, after.v) >= 0;
  const bool has_revolved = beta > 0 && kepler_period(beta, mu) < dt;
  if (!passed && !has_revolved) return false;
  const OrbitPhase phase = orbit_phase(after, mu);
  // Others may turn a receding body round, or one that is inside another orbit: its own orbit about the first then says
  // nothing about what was between.
  return phase.shape.pericentre < distance && (has_revolved || phase.time() < longest_since_pericentre * dt);
}

bool comes_within(const PhasePoint& relative, double mu, const TimeWindow& window, double distance) {
  if (!(distance > 0)) return false;
  if (norm2(relative.x) < distance * distance) return true;
  if (!(mu > 0)) {
    const double speed2 = norm2(relative.v);
    const double since = speed2 > 0 ? dot(relative.x, relative.v) / speed2 : 0;
    return window.has(since) && norm2(relative.x - since * relative.v) < distance * distance;
  }
  const OrbitPhase phase = orbit_phase(relative, mu);
  if (!(phase.shape.pericentre < distance)) return false;
  return window.has(phase.time()) || kepler_period(phase.shape.beta, mu) < window.after;
}

bool leads_within(const PhasePoint& relative, double mu, double distance) {
  if (!(distance > 0)) return false;
  const bool comes = kepler_beta(relative, mu) > 0 || dot(relative.x, relative.v) < 0;
  return norm2(relative.x) < distance * distance || (comes && orbit_phase(relative, mu).shape.pericentre < distance);
}

}  // namespace tucana
