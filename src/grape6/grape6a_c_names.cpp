// The names that GRAPE-6A has beside those of GRAPE-6, by value.
#include "tucana/grape6/exported.h"
#include "tucana/grape6/pipe_calls.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

TUCANA_WEAK int g6_set_j_particle_mxonly(int id, int address, int index, double mass, double x[3]) {
  return set_source("g6_set_j_particle_mxonly", id, {address, index, 0.0, mass, nullptr, nullptr, nullptr, nullptr, x});
}
TUCANA_WEAK int g6_set_njp(int id, int njp) { return set_sources_used("g6_set_njp", id, njp); }
TUCANA_WEAK int g6_set_nip(int id, int nip) { return set_pipes_used("g6_set_nip", id, nip); }
TUCANA_WEAK int g6_set_i_particle(int id, int address, int index, double x[3], double v[3], double eps2, double h2) {
  return set_pipe_target("g6_set_i_particle", id, {address, index, x, v, eps2, h2});
}
TUCANA_WEAK int g6_set_i_particle_scales_from_real_value(int, int, double*, double*, double, double, double) {
  return 0;
}
TUCANA_WEAK int g6_get_force(int id, double acc[][3], double jerk[][3], double phi[], int flag[]) {
  return get_force("g6_get_force", id, acc, jerk, phi, nullptr, flag);
}
TUCANA_WEAK int g6_get_force_etc(int id, double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]) {
  return get_force("g6_get_force_etc", id, acc, jerk, phi, nnb, flag);
}
TUCANA_WEAK int g6_getnjmax(int id) { return most_sources("g6_getnjmax", id); }
TUCANA_WEAK int g6_get_predicted_j_particles(int id, int nj, double x[][3], double v[][3]) {
  return get_predicted("g6_get_predicted_j_particles", id, nj, x, v);
}
TUCANA_WEAK void g6calc_firsthalf0(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                                   double (*)[3], double*, double* eps2, double h2[], int mode) {
  first_half("g6calc_firsthalf0", id, {nj, ni, index, xi, vi, nullptr, eps2, mode != 0, h2});
}
TUCANA_WEAK int g6calc_lasthalf0(int id, int, int ni, int*, double (*)[3], double (*)[3], double*, double*,
                                 double acc[][3], double jerk[][3], double pot[], int) {
  return last_half("g6calc_lasthalf0", id, ni, {acc, jerk, nullptr, pot, nullptr, nullptr});
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
