// The names of GRAPE-6A for Fortran.
#include "tucana/grape6/exported.h"
#include "tucana/grape6/pipe_calls.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

int g6_set_j_particle_mxonly_(int* id, int* address, int* index, double* mass, double x[3]) {
  return set_source("g6_set_j_particle_mxonly_", id_of(id),
                    {number(address), number(index), 0.0, number(mass), nullptr, nullptr, nullptr, nullptr, x});
}
int g6_set_njp_(int* id, int* njp) { return set_sources_used("g6_set_njp_", id_of(id), number(njp)); }
int g6_set_nip_(int* id, int* nip) { return set_pipes_used("g6_set_nip_", id_of(id), number(nip)); }
int g6_set_i_particle_(int* id, int* address, int* index, double x[3], double v[3], double* eps2, double* h2) {
  return set_pipe_target("g6_set_i_particle_", id_of(id),
                         {number(address), number(index), x, v, number(eps2), number(h2)});
}
int g6_set_i_particle_scales_from_real_value_(int*, int*, double*, double*, double*, double*, double*) { return 0; }
int g6_get_force_(int* id, double acc[][3], double jerk[][3], double phi[], int flag[]) {
  return get_force("g6_get_force_", id_of(id), acc, jerk, phi, nullptr, flag);
}
int g6_get_force_etc_(int* id, double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]) {
  return get_force("g6_get_force_etc_", id_of(id), acc, jerk, phi, nnb, flag);
}
int g6_getnjmax_(int* id) { return most_sources("g6_getnjmax_", id_of(id)); }
int g6_get_predicted_j_particles_(int* id, int* nj, double x[][3], double v[][3]) {
  return get_predicted("g6_get_predicted_j_particles_", id_of(id), number(nj), x, v);
}
void g6calc_firsthalf0_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double (*)[3],
                        double (*)[3], double*, double* eps2, double h2[], int* mode) {
  first_half("g6calc_firsthalf0_", id_of(id),
             {number(nj), number(ni), index, xi, vi, nullptr, eps2, number(mode) != 0, h2});
}
int g6calc_lasthalf0_(int* id, int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                      double jerk[][3], double pot[], int*) {
  return last_half("g6calc_lasthalf0_", id_of(id), number(ni), {acc, jerk, nullptr, pot, nullptr, nullptr});
}

// For all cards at once: all is id 0, which may use any number of devices.
int g6_open_all_(void) { return open_id("g6_open_all_", 0); }
int g6_close_all_(void) { return close_id("g6_close_all_", 0); }
int g6_set_ti_all_(double* ti) { return set_time("g6_set_ti_all_", 0, number(ti)); }
int g6_set_j_particle_all_(int* address, int* index, double* tj, double*, double* mass, double k18[3], double j6[3],
                           double a2[3], double v[3], double x[3]) {
  return set_source("g6_set_j_particle_all_", 0,
                    {number(address), number(index), number(tj), number(mass), k18, j6, a2, v, x});
}
void g6calc_firsthalf_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double (*)[3], double (*)[3],
                           double*, double* eps2, double h2[]) {
  first_half("g6calc_firsthalf_all_", 0, {number(nj), number(ni), index, xi, vi, nullptr, eps2, false, h2});
}
int g6calc_lasthalf_all_(int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                         double jerk[][3], double pot[]) {
  return last_half("g6calc_lasthalf_all_", 0, number(ni), {acc, jerk, nullptr, pot, nullptr, nullptr});
}
int g6calc_lasthalf2_all_(int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                          double jerk[][3], double pot[], int nnb[]) {
  return last_half("g6calc_lasthalf2_all_", 0, number(ni), {acc, jerk, nullptr, pot, nnb, nullptr});
}
int g6_read_neighbour_list_all_(void) { return read_lists("g6_read_neighbour_list_all_", 0); }
int g6_get_neighbour_list_all_(int* ipipe, int* maxlen, int* n, int list[]) {
  return get_list("g6_get_neighbour_list_all_", 0, number(ipipe), number(maxlen), n, list);
}
int g6_set_j_particle_mxonly_all_(int* address, int* index, double* mass, double x[3]) {
  return set_source("g6_set_j_particle_mxonly_all_", 0,
                    {number(address), number(index), 0.0, number(mass), nullptr, nullptr, nullptr, nullptr, x});
}
int g6_set_njp_all_(int* njp) { return set_sources_used("g6_set_njp_all_", 0, number(njp)); }
int g6_set_nip_all_(int* nip) { return set_pipes_used("g6_set_nip_all_", 0, number(nip)); }
int g6_set_i_particle_all_(int* address, int* index, double x[3], double v[3], double* eps2, double* h2) {
  return set_pipe_target("g6_set_i_particle_all_", 0, {number(address), number(index), x, v, number(eps2), number(h2)});
}
int g6_set_i_particle_scales_from_real_value_all_(int*, double*, double*, double*, double*, double*) { return 0; }
int g6_get_force_all_(double acc[][3], double jerk[][3], double phi[], int flag[]) {
  return get_force("g6_get_force_all_", 0, acc, jerk, phi, nullptr, flag);
}
int g6_get_force_etc_all_(double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]) {
  return get_force("g6_get_force_etc_all_", 0, acc, jerk, phi, nnb, flag);
}
int g6_getnjmax_all_(void) { return most_sources("g6_getnjmax_all_", 0); }
int g6_get_predicted_j_particles_all_(int* nj, double x[][3], double v[][3]) {
  return get_predicted("g6_get_predicted_j_particles_all_", 0, number(nj), x, v);
}
void g6calc_firsthalf0_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double (*)[3], double (*)[3],
                            double*, double* eps2, double h2[], int* mode) {
  first_half("g6calc_firsthalf0_all_", 0,
             {number(nj), number(ni), index, xi, vi, nullptr, eps2, number(mode) != 0, h2});
}
int g6calc_lasthalf0_all_(int*, int* ni, int*, double (*)[3], double (*)[3], double*, double*, double acc[][3],
                          double jerk[][3], double pot[], int*) {
  return last_half("g6calc_lasthalf0_all_", 0, number(ni), {acc, jerk, nullptr, pot, nullptr, nullptr});
}

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
