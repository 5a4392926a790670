// The same by value. Weak, and in an object of their own: clients bring such wrappers themselves.
#include "tucana/grape6/exported.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

TUCANA_WEAK int g6_open(int id) { return open_id("g6_open", id); }
TUCANA_WEAK int g6_close(int id) { return close_id("g6_close", id); }
TUCANA_WEAK int g6_npipes(void) { return pipes("g6_npipes"); }
TUCANA_WEAK int g6_get_number_of_pipelines(void) { return pipes("g6_get_number_of_pipelines"); }

TUCANA_WEAK int g6_set_tunit(double) { return 0; }
TUCANA_WEAK int g6_set_xunit(double) { return 0; }
TUCANA_WEAK int g6_reset(int) { return 0; }
TUCANA_WEAK int g6_reset_fofpga(int) { return 0; }
TUCANA_WEAK int g6_reinitialize(int) { return 0; }
TUCANA_WEAK int g6_initialize_jp_buffer(int, int) { return 0; }
TUCANA_WEAK int g6_flush_jp_buffer(int) { return 0; }
TUCANA_WEAK void g6_set_neighbour_list_sort_mode(int) {}
TUCANA_WEAK int g6_get_neighbour_list_sort_mode(void) { return 1; }
TUCANA_WEAK int g6_set_overflow_flag_test_mode(int, int, int) { return 0; }

TUCANA_WEAK int g6_set_ti(int id, double ti) { return set_time("g6_set_ti", id, ti); }

TUCANA_WEAK int g6_set_j_particle(int id, int address, int index, double tj, double, double mass, double k18[3],
                                  double j6[3], double a2[3], double v[3], double x[3]) {
  return set_source("g6_set_j_particle", id, {address, index, tj, mass, k18, j6, a2, v, x});
}

TUCANA_WEAK void g6calc_firsthalf(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                                  double (*)[3], double*, double eps2, double h2[]) {
  first_half("g6calc_firsthalf", id, {nj, ni, index, xi, vi, nullptr, &eps2, false, h2});
}

TUCANA_WEAK int g6calc_lasthalf(int id, int, int ni, int*, double (*)[3], double (*)[3], double, double*,
                                double acc[][3], double jerk[][3], double pot[]) {
  return last_half("g6calc_lasthalf", id, ni, {acc, jerk, nullptr, pot, nullptr, nullptr});
}

TUCANA_WEAK int g6calc_lasthalf2(int id, int, int ni, int*, double (*)[3], double (*)[3], double, double*,
                                 double acc[][3], double jerk[][3], double pot[], int nnb[]) {
  return last_half("g6calc_lasthalf2", id, ni, {acc, jerk, nullptr, pot, nnb, nullptr});
}

TUCANA_WEAK int g6_read_neighbour_list(int id) { return read_lists("g6_read_neighbour_list", id); }
TUCANA_WEAK int g6_read_neighbour_list_old(int id) { return read_lists("g6_read_neighbour_list_old", id); }

TUCANA_WEAK int g6_get_neighbour_list(int id, int ipipe, int maxlen, int* n, int list[]) {
  return get_list("g6_get_neighbour_list", id, ipipe, maxlen, n, list);
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
