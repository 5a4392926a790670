#pragma once

/* The GRAPE-6 interface of libg6, for C and C++ clients; docs/grape6.md says what each call means.
 *
 * Names with a trailing underscore are those that Fortran calls: every argument is a pointer. Names without it take
 * numbers by value; they are weak, so that a client may define its own. Vectors are double[3], G = 1, counting starts
 * at zero. Calls that return an int return 0 when all is well, unless another meaning stands beside them. */

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(readability-identifier-naming): the names are those that Fortran makes */
/* The calls of GRAPE-6. */
int g6_open_(int* id);
int g6_close_(int* id);
int g6_npipes_(void); /* the most targets that a call takes */
int g6_set_tunit_(void* unit);
int g6_set_xunit_(void* unit);
int g6_reset_(int* id);
int g6_reset_fofpga_(int* id);
int g6_initialize_jp_buffer_(int* id, int* size);
int g6_flush_jp_buffer_(int* id);
int g6_set_ti_(int* id, double* ti);
int g6_set_j_particle_(int* id, int* address, int* index, double* tj, double* dtj, double* mass, double k18[3],
                       double j6[3], double a2[3], double v[3], double x[3]);
void g6calc_firsthalf_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                       double j6old[][3], double phiold[], double* eps2, double h2[]);
int g6calc_lasthalf_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                     double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                      double acc[][3], double jerk[][3], double pot[], int nnb[]);
int g6_read_neighbour_list_(int* id); /* > 0: too many, < 0: fault */
int g6_read_neighbour_list_old_(int* id);
int g6_get_neighbour_list_(int* id, int* ipipe, int* maxlen, int* n, int list[]); /* 1: more than maxlen */

/* The same by value. */
int g6_open(int id);
int g6_close(int id);
int g6_npipes(void);
int g6_get_number_of_pipelines(void);
int g6_set_tunit(double unit);
int g6_set_xunit(double unit);
int g6_reset(int id);
int g6_reset_fofpga(int id);
int g6_reinitialize(int id);
int g6_initialize_jp_buffer(int id, int size);
int g6_flush_jp_buffer(int id);
int g6_set_ti(int id, double ti);
int g6_set_j_particle(int id, int address, int index, double tj, double dtj, double mass, double k18[3], double j6[3],
                      double a2[3], double v[3], double x[3]);
void g6calc_firsthalf(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                      double j6old[][3], double phiold[], double eps2, double h2[]);
int g6calc_lasthalf(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double eps2, double h2[],
                    double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double eps2, double h2[],
                     double acc[][3], double jerk[][3], double pot[], int nnb[]);
int g6_read_neighbour_list(int id);
int g6_read_neighbour_list_old(int id);
int g6_get_neighbour_list(int id, int ipipe, int maxlen, int* n, int list[]);
void g6_set_neighbour_list_sort_mode(int mode); /* no effect: lists ascend */
int g6_get_neighbour_list_sort_mode(void);
int g6_set_overflow_flag_test_mode(int aflag, int jflag, int pflag); /* no effect */

/* Sapporo's own: id 0 on `n` listed devices (0: all, negative: any that many), whatever a sapporo.config says. */
int g6_open_special(int n, int* devices);
int g6_open_special2(int n, int* devices, int nmax);
int get_j_part_data(int address, int nj, double* pos, double* vel, double* acc, double* jrk, double* predicted_pos,
                    double* predicted_vel);
void force_j_particle_send(void);

/* GRAPE-6A's own. Every name also exists with a trailing underscore for Fortran and, where it takes an id, with _all
 * before that underscore and without the id. */
int g6_set_j_particle_mxonly(int id, int address, int index, double mass, double x[3]);
int g6_set_njp(int id, int njp);
int g6_set_nip(int id, int nip);
int g6_set_i_particle(int id, int address, int index, double x[3], double v[3], double eps2, double h2);
int g6_set_i_particle_scales_from_real_value(int id, int address, double acc[3], double jerk[3], double phi,
                                             double jfactor, double ffactor);
int g6_get_force(int id, double acc[][3], double jerk[][3], double phi[], int flag[]);
int g6_get_force_etc(int id, double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]);
int g6_getnjmax(int id);
int g6_get_predicted_j_particles(int id, int nj, double x[][3], double v[][3]);
/* mode 0: *eps2 for all targets, else eps2[i] for each. */
void g6calc_firsthalf0(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                       double j6old[][3], double phiold[], double* eps2, double h2[], int mode);
int g6calc_lasthalf0(int id, int nj, int ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                     double acc[][3], double jerk[][3], double pot[], int mode);

int g6_set_j_particle_mxonly_(int* id, int* address, int* index, double* mass, double x[3]);
int g6_set_njp_(int* id, int* njp);
int g6_set_nip_(int* id, int* nip);
int g6_set_i_particle_(int* id, int* address, int* index, double x[3], double v[3], double* eps2, double* h2);
int g6_set_i_particle_scales_from_real_value_(int* id, int* address, double acc[3], double jerk[3], double* phi,
                                              double* jfactor, double* ffactor);
int g6_get_force_(int* id, double acc[][3], double jerk[][3], double phi[], int flag[]);
int g6_get_force_etc_(int* id, double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]);
int g6_getnjmax_(int* id);
int g6_get_predicted_j_particles_(int* id, int* nj, double x[][3], double v[][3]);
void g6calc_firsthalf0_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                        double j6old[][3], double phiold[], double* eps2, double h2[], int* mode);
int g6calc_lasthalf0_(int* id, int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                      double acc[][3], double jerk[][3], double pot[], int* mode);

int g6_open_all(void);
int g6_close_all(void);
int g6_set_ti_all(double ti);
int g6_set_j_particle_all(int address, int index, double tj, double dtj, double mass, double k18[3], double j6[3],
                          double a2[3], double v[3], double x[3]);
int g6_set_j_particle_mxonly_all(int address, int index, double mass, double x[3]);
void g6calc_firsthalf_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                          double j6old[][3], double phiold[], double eps2, double h2[]);
void g6calc_firsthalf0_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                           double j6old[][3], double phiold[], double* eps2, double h2[], int mode);
int g6calc_lasthalf_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double eps2, double h2[],
                        double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf0_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                         double acc[][3], double jerk[][3], double pot[], int mode);
int g6calc_lasthalf2_all(int nj, int ni, int index[], double xi[][3], double vi[][3], double eps2, double h2[],
                         double acc[][3], double jerk[][3], double pot[], int nnb[]);
int g6_read_neighbour_list_all(void);
int g6_get_neighbour_list_all(int ipipe, int maxlen, int* n, int list[]);
int g6_set_nip_all(int nip);
int g6_set_njp_all(int njp);
int g6_set_i_particle_all(int address, int index, double x[3], double v[3], double eps2, double h2);
int g6_set_i_particle_scales_from_real_value_all(int address, double acc[3], double jerk[3], double phi, double jfactor,
                                                 double ffactor);
int g6_get_force_all(double acc[][3], double jerk[][3], double phi[], int flag[]);
int g6_get_force_etc_all(double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]);
int g6_get_predicted_j_particles_all(int nj, double x[][3], double v[][3]);
int g6_getnjmax_all(void);

int g6_open_all_(void);
int g6_close_all_(void);
int g6_set_ti_all_(double* ti);
int g6_set_j_particle_all_(int* address, int* index, double* tj, double* dtj, double* mass, double k18[3], double j6[3],
                           double a2[3], double v[3], double x[3]);
int g6_set_j_particle_mxonly_all_(int* address, int* index, double* mass, double x[3]);
void g6calc_firsthalf_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                           double j6old[][3], double phiold[], double* eps2, double h2[]);
void g6calc_firsthalf0_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double aold[][3],
                            double j6old[][3], double phiold[], double* eps2, double h2[], int* mode);
int g6calc_lasthalf_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                         double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf0_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                          double acc[][3], double jerk[][3], double pot[], int* mode);
int g6calc_lasthalf2_all_(int* nj, int* ni, int index[], double xi[][3], double vi[][3], double* eps2, double h2[],
                          double acc[][3], double jerk[][3], double pot[], int nnb[]);
int g6_read_neighbour_list_all_(void);
int g6_get_neighbour_list_all_(int* ipipe, int* maxlen, int* n, int list[]);
int g6_set_nip_all_(int* nip);
int g6_set_njp_all_(int* njp);
int g6_set_i_particle_all_(int* address, int* index, double x[3], double v[3], double* eps2, double* h2);
int g6_set_i_particle_scales_from_real_value_all_(int* address, double acc[3], double jerk[3], double* phi,
                                                  double* jfactor, double* ffactor);
int g6_get_force_all_(double acc[][3], double jerk[][3], double phi[], int flag[]);
int g6_get_force_etc_all_(double acc[][3], double jerk[][3], double phi[], int nnb[], int flag[]);
int g6_get_predicted_j_particles_all_(int* nj, double x[][3], double v[][3]);
int g6_getnjmax_all_(void);

/* Sapporo2's interface for 6th-order integrators. */
void initialize(void);
void initialize_special(int n, int* devices);
void set_j_particle(int address, double pos[3], double vel[3], double acc[3], double jrk[3], double snp[3],
                    double crk[3], double mass, double time, int id, double eps2);
void predict_all(double time, int nj);
void no_predict_all(double time, int nj);
void pick_up_predictor_2(int address, int* id, double* mass, double* eps2, double pos[3], double vel[3], double acc[3]);
void calc_force_on_predictors(int ni, int nj, int ids[], double pos[][3], double vel[][3], double acc[][3],
                              double mass[], double eps2[], double acc_new[][3], double jrk_new[][3],
                              double snp_new[][3], double crk_new[][3], double phi[], int nnb[], double nnb_r2[]);

/* NOLINTEND(readability-identifier-naming) */
#ifdef __cplusplus
}
#endif
