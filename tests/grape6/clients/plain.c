/* A client in C that includes g6.h and calls both kinds of names. It is linked dynamically and statically. */
#include "checks.h"

#include <g6.h>

int main(void) {
  int id = 0, three = 3, n = 0, most = 3, list[3];
  double t = 0, eps2 = 0, h2[3] = {2, 2, 2}, acc[3][3], jerk[3][3], pot[3];
  int nnb[3];
  CHECK(g6_open(id) == 0 && g6_npipes_() > 0);
  for (int i = 0; i < 3; ++i)
    CHECK(g6_set_j_particle_(&id, &i, &index3[i], &t, &t, &mass3[i], zero3[0], zero3[0], zero3[0], zero3[0], x3[i]) ==
          0);
  g6_set_ti(id, 0);
  g6calc_firsthalf_(&id, &three, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
  CHECK(g6calc_lasthalf2_(&id, &three, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot, nnb) == 0);
  check_three(acc, pot, nnb);
  CHECK(g6_read_neighbour_list_(&id) == 0);
  CHECK(g6_get_neighbour_list(id, 0, most, &n, list) == 0);
  CHECK(n == 2 && list[0] == 10 && list[1] == 20);
  CHECK(g6_close_(&id) == 0);
  /* Opened again and left open: the end of the program must bear that. */
  CHECK(g6_open_(&id) == 0);
  puts("ok");
  return 0;
}
