#include "tucana/integrators/neighbour/regular_rows.h"

namespace tucana {

void RegularRows::resize(std::size_t n) {
  active.resize(n);
  slot.resize(n);
  for (auto* column : {&x, &v, &a, &j}) column->resize(n);
  for (auto* column : {&radius2, &list_time, &wanted_step, &sphere}) column->resize(n);
  higher.resize(n);
  moved.resize(n);
}

void RegularRows::set(std::size_t r, Slot of, const NeighbourBody& body, double sphere_radius, double ahead, Tick t) {
  const auto at = body.predicted(t);
  slot[r] = of;
  x[r] = at.x;
  v[r] = at.v;
  sphere[r] = sphere_radius;
  radius2[r] = sphere_radius * sphere_radius;
  list_time[r] = ahead;
}

}  // namespace tucana
