// The names of GRAPE-6 that Fortran calls, and C clients most often too.
#include "tucana/grape6/exported.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

int g6_open_(int* id) { return open_id("g6_open_", id_of(id)); }
int g6_close_(int* id) { return close_id("g6_close_", id_of(id)); }
int g6_npipes_(void) { return pipes("g6_npipes_"); }

// Without effect. Arguments are not read: clients disagree about their types.
int g6_set_tunit_(void*) { return 0; }
int g6_set_xunit_(void*) { return 0; }
int g6_reset_(int*) { return 0; }
int g6_reset_fofpga_(int*) { return 0; }
int g6_initialize_jp_buffer_(int*, int*) { return 0; }
int g6_flush_jp_buffer_(int*) { return 0; }

int g6_set_ti_(int* id, double* ti) { return set_time("g6_set_ti_", id_of(id), number(ti)); }

int g6_set_j_particle_(int* id, int* address, int* index, double* tj, double*, double* mass, double k18[3],
                       double j6[3], double a2[3], double v[3], double x[3]) {
  return set_source("g6_set_j_particle_", id_of(id),
                    {number(address), number(index), number(tj), number(mass), k18, j6, a2, v, x});
}

void g6calc_firsthalf_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                       double (*)[3], double*, double* eps2, double h2[]) {
  first_half("g6calc_firsthalf_", id_of(id), {number(nj), number(ni), index, xi, vi, nullptr, eps2, false, h2});
}

int g6calc_lasthalf_(int* id, int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                     double jerk[][3], double pot[]) {
  return last_half("g6calc_lasthalf_", id_of(id), number(ni), {acc, jerk, nullptr, pot, nullptr, nullptr});
}

int g6calc_lasthalf2_(int* id, int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                      double jerk[][3], double pot[], int nnb[]) {
  return last_half("g6calc_lasthalf2_", id_of(id), number(ni), {acc, jerk, nullptr, pot, nnb, nullptr});
}

int g6_read_neighbour_list_(int* id) { return read_lists("g6_read_neighbour_list_", id_of(id)); }
int g6_read_neighbour_list_old_(int* id) { return read_lists("g6_read_neighbour_list_old_", id_of(id)); }

int g6_get_neighbour_list_(int* id, int* ipipe, int* maxlen, int* n, int list[]) {
  return get_list("g6_get_neighbour_list_", id_of(id), number(ipipe), number(maxlen), n, list);
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
