/* A field for field.kind = library: Plummer's sphere of mass 1000 and scale radius 10, in code units.

     cc -O2 -shared -fPIC plummer_field.c -o plummer_field.so
     tucana run --set field.kind=library --set field.library=plummer_field.so --set field.orbit_radius=20 */
#include <math.h>

static const double mass = 1000, scale = 10;

void tucana_field(double time, const double position[3], double acceleration[3], double* potential) {
  const double* x = position;
  const double r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + scale * scale;
  const double pull = -mass / (r2 * sqrt(r2));
  (void)time;
  for (int k = 0; k < 3; ++k) acceleration[k] = pull * x[k];
  *potential = -mass / sqrt(r2);
}
