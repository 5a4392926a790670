/* A linear spring whose strength grows with time, with every function that a user's field may have. */
#include "tucana/physics/galaxy/user_field.h"

static double strength(double time) { return 2 + time; }

void tucana_field(double time, const double position[3], double acceleration[3], double* potential) {
  *potential = 0;
  for (int k = 0; k < 3; ++k) {
    acceleration[k] = -strength(time) * position[k];
    *potential += strength(time) * position[k] * position[k] / 2;
  }
}

void tucana_field_derivatives(double time, const double position[3], const double velocity[3],
                              const double acceleration[3], double jerk[3], double snap[3]) {
  for (int k = 0; k < 3; ++k) {
    jerk[k] = -strength(time) * velocity[k] - position[k];
    snap[k] = -strength(time) * acceleration[k] - 2 * velocity[k];
  }
}

int tucana_field_changes(void) { return 1; }
