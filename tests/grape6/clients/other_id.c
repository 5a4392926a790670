/* A client that calls as ph4 does: it opens the number of its GPU, goes on with that of its process, and does not look at
 * what calls return. */
#include "checks.h"

#include <g6.h>

int main(void) {
  int gpu = 1, process = 0, three = 3, nnb[3] = {0, 0, 0};
  double t = 0, eps2 = 0, h2[3] = {0, 0, 0}, acc[3][3] = {{0}}, jerk[3][3] = {{0}}, pot[3] = {0, 0, 0};
  g6_open_(&gpu);
  for (int i = 0; i < 3; ++i)
    g6_set_j_particle_(&process, &i, &index3[i], &t, &t, &mass3[i], zero3[0], zero3[0], zero3[0], zero3[0], x3[i]);
  g6_set_ti_(&process, &t);
  g6calc_firsthalf_(&process, &three, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
  g6calc_lasthalf2_(&process, &three, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot, nnb);
  check_three(acc, pot, nnb);
  g6_close_(&process);
  puts("ok");
  return 0;
}
