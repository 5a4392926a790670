#include "tucana/fewbody/contact.h"

#include "tucana/fewbody/kepler.h"

namespace tucana {

bool came_within(const PhasePoint& before, const PhasePoint& after, double mu, double dt, double distance) {
  if (norm2(after.x) < distance * distance) return true;
  const double beta = kepler_beta(after, mu);
  const bool passed = dot(before.x, before.v) < 0 && dot(after.x, after.v) >= 0;
  if (!passed && !(beta > 0 && kepler_period(beta, mu) < dt)) return false;
  return orbit_phase(after, mu).shape.pericentre < distance;
}

bool leads_within(const PhasePoint& relative, double mu, double distance) {
  if (!(distance > 0)) return false;
  const bool comes = kepler_beta(relative, mu) > 0 || dot(relative.x, relative.v) < 0;
  return norm2(relative.x) < distance * distance || (comes && orbit_phase(relative, mu).shape.pericentre < distance);
}

}  // namespace tucana
