// The names of GRAPE-6A for all cards at once, by value: all is id 0, which may use any number of devices.
#include "tucana/grape6/exported.h"
#include "tucana/grape6/pipe_calls.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

TUCANA_WEAK int g6_open_all(void) { return open_id("g6_open_all", 0); }
TUCANA_WEAK int g6_close_all(void) { return close_id("g6_close_all", 0); }
TUCANA_WEAK int g6_set_ti_all(double ti) { return set_time("g6_set_ti_all", 0, ti); }
TUCANA_WEAK int g6_set_j_particle_all(int address, int index, double tj, double, double mass, double k18[3],
                                      double j6[3], double a2[3], double v[3], double x[3]) {
  return set_source("g6_set_j_particle_all", 0, {address, index, tj, mass, k18, j6, a2, v, x});
}
TUCANA_WEAK void g6calc_firsthalf_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                                      double (*)[3], double*, double eps2, double h2[]) {
  first_half("g6calc_firsthalf_all", 0, {nj, ni, index, xi, vi, nullptr, &eps2, false, h2});
}
TUCANA_WEAK int g6calc_lasthalf_all(int, int ni, int*, double (*)[3], double (*)[3], double, double*, double acc[][3],
                                    double jerk[][3], double pot[]) {
  return last_half("g6calc_lasthalf_all", 0, ni, {acc, jerk, nullptr, pot, nullptr, nullptr});
}
TUCANA_WEAK int g6calc_lasthalf2_all(int, int ni, int*, double (*)[3], double (*)[3], double, double*, double acc[][3],
                                     double jerk[][3], double pot[], int nnb[]) {
  return last_half("g6calc_lasthalf2_all", 0, ni, {acc, jerk, nullptr, pot, nnb, nullptr});
}
TUCANA_WEAK int g6_read_neighbour_list_all(void) { return read_lists("g6_read_neighbour_list_all", 0); }
TUCANA_WEAK int g6_get_neighbour_list_all(int ipipe, int maxlen, int* n, int list[]) {
  return get_list("g6_get_neighbour_list_all", 0, ipipe, maxlen, n, list);
}
TUCANA_WEAK int g6_set_j_particle_mxonly_all(int address, int index, double mass, double x[3]) {
  return set_source("g6_set_j_particle_mxonly_all", 0,
                    {address, index, 0.0, mass, nullptr, nullptr, nullptr, nullptr, x});
}
TUCANA_WEAK int g6_set_njp_all(int njp) { return set_sources_used("g6_set_njp_all", 0, njp); }
TUCANA_WEAK int g6_set_nip_all(int nip) { return set_pipes_used("g6_set_nip_all", 0, nip); }
TUCANA_WEAK int g6_set_i_particle_all(int address, int index, double x[3], double v[3], double eps2, double h2) {
  return set_pipe_target("g6_set_i_particle_all", 0, {address, index, x, v, eps2, h2});
}
TUCANA_WEAK int g6_set_i_particle_scales_from_real_value_all(int, double*, double*, double, double, double) {
  return 0;
}
TUCANA_WEAK int g6_get_force_all(double acc[][3], double jerk[][3], double phi[], int flag[]) {
  return get_force("g6_get_force_all", 0, acc, jerk, phi, nullptr, flag);
}
TUCANA_WEAK int g6_get_force_etc_all(double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]) {
  return get_force("g6_get_force_etc_all", 0, acc, jerk, phi, nnb, flag);
}
TUCANA_WEAK int g6_getnjmax_all(void) { return most_sources("g6_getnjmax_all", 0); }
TUCANA_WEAK int g6_get_predicted_j_particles_all(int nj, double x[][3], double v[][3]) {
  return get_predicted("g6_get_predicted_j_particles_all", 0, nj, x, v);
}
TUCANA_WEAK void g6calc_firsthalf0_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                                       double (*)[3], double*, double* eps2, double h2[], int mode) {
  first_half("g6calc_firsthalf0_all", 0, {nj, ni, index, xi, vi, nullptr, eps2, mode != 0, h2});
}
TUCANA_WEAK int g6calc_lasthalf0_all(int, int ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                                     double jerk[][3], double pot[], int) {
  return last_half("g6calc_lasthalf0_all", 0, ni, {acc, jerk, nullptr, pot, nullptr, nullptr});
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
