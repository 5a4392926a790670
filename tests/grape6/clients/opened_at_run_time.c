/* A client that opens the library by dlopen, twice, and leaves an id open the first time: as plug-ins do. */
#include "checks.h"

#include <dlfcn.h>

typedef int (*Open)(int*);
typedef int (*SetJ)(int*, int*, int*, double*, double*, double*, double*, double*, double*, double*, double*);
typedef void (*First)(int*, int*, int*, int*, double (*)[3], double (*)[3], double (*)[3], double (*)[3], double*,
                      double*, double*);
typedef int (*Last)(int*, int*, int*, int*, double (*)[3], double (*)[3], double*, double*, double (*)[3],
                    double (*)[3], double*, int*);

/* ISO C knows no way from an object pointer to a function. */
static void get(void* library, const char* name, void* to) {
  void* found = dlsym(library, name);
  CHECK(found != NULL);
  *(void**)to = found;
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  for (int round = 0; round < 2; ++round) {
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(library != NULL);
    Open open, close;
    SetJ set;
    First first;
    Last last;
    get(library, "g6_open_", &open), get(library, "g6_close_", &close), get(library, "g6_set_j_particle_", &set);
    get(library, "g6calc_firsthalf_", &first), get(library, "g6calc_lasthalf2_", &last);
    int id = 0, three = 3, nnb[3];
    double t = 0, eps2 = 0, h2[3] = {0, 0, 0}, acc[3][3], jerk[3][3], pot[3];
    CHECK(open(&id) == 0);
    for (int i = 0; i < 3; ++i)
      CHECK(set(&id, &i, &index3[i], &t, &t, &mass3[i], zero3[0], zero3[0], zero3[0], zero3[0], x3[i]) == 0);
    first(&id, &three, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
    CHECK(last(&id, &three, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot, nnb) == 0);
    check_three(acc, pot, nnb);
    if (round > 0) CHECK(close(&id) == 0);
    CHECK(dlclose(library) == 0);
  }
  puts("ok");
  return 0;
}
