/* A client that brings by-value wrappers of its own, as AMUSE's g6lib does, with other types and no header of ours. The
 * library must neither clash with them nor call them. */
#include "checks.h"

int g6_open_(int*);
int g6_close_(int*);
int g6_npipes_(void);
int g6_set_ti_(int*, double*);
int g6_set_j_particle_(int*, int*, int*, double*, double*, double*, double*, double*, double*, double*, double*);
void g6calc_firsthalf_(int*, int*, int*, int*, double (*)[3], double (*)[3], double (*)[3], double (*)[3], double*,
                       double*, double*);
int g6calc_lasthalf_(int*, int*, int*, int*, double (*)[3], double (*)[3], double*, double*, double (*)[3],
                     double (*)[3], double*);
void g6_get_force_all_(double (*)[3], double (*)[3], double*, int*);

static int calls = 0;

/* Their results would be wrong if the library relied on them. */
int g6_open(int id) { return ++calls, g6_open_(&id); }
int g6_close(int id) { return ++calls, g6_close_(&id); }
int g6_npipes(void) { return ++calls, -g6_npipes_(); }
void g6_set_ti(int id, double t) { ++calls, g6_set_ti_(&id, &t); }
int g6_read_neighbour_list(int id) { return ++calls, id + 99; }
int initialize(double a, double b) { return ++calls, (int)(a + b); }
int set_j_particle(int a) { return ++calls, a; }

int main(void) {
  int id = 2, three = 3;
  double t = 0, eps2 = 0, h2[3] = {0, 0, 0}, acc[3][3], jerk[3][3], pot[3];
  CHECK(g6_open(id) == 0);
  CHECK(g6_npipes() < 0);
  for (int i = 0; i < 3; ++i)
    g6_set_j_particle_(&id, &i, &index3[i], &t, &t, &mass3[i], zero3[0], zero3[0], zero3[0], zero3[0], x3[i]);
  g6_set_ti(id, 0);
  CHECK(calls == 3);
  g6calc_firsthalf_(&id, &three, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
  CHECK(g6calc_lasthalf_(&id, &three, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot) == 0);
  check_three(acc, pot, NULL);
  CHECK(calls == 3);
  CHECK(g6_read_neighbour_list(0) == 99 && initialize(1, 2) == 3 && set_j_particle(5) == 5);
  CHECK(g6_close(id) == 0);
  puts("ok");
  return 0;
}
