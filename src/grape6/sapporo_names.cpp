// What Sapporo offers beside the calls of GRAPE-6; it has no ids, so that all is about id 0.
#include "tucana/grape6/exported.h"
#include "tucana/grape6/pipe_calls.h"

using namespace tucana::grape6;

extern "C" {
// NOLINTBEGIN(readability-non-const-parameter): the types are those of g6.h, as clients declare them

TUCANA_WEAK int g6_open_special(int n, int* devices) { return open_on_devices("g6_open_special", 0, n, devices); }
TUCANA_WEAK int g6_open_special2(int n, int* devices, int) {
  return open_on_devices("g6_open_special2", 0, n, devices);
}

// Sapporo2 has three more arguments (mass, softening, index). Clients that do not give them must not be written to.
TUCANA_WEAK int get_j_part_data(int address, int, double* pos, double* vel, double* acc, double* jrk,
                                double* predicted_pos, double* predicted_vel) {
  void* const vectors[6] = {pos, vel, acc, jrk, predicted_pos, predicted_vel};
  return get_source("get_j_part_data", 0, address, vectors);
}

TUCANA_WEAK void force_j_particle_send(void) { send_sources("force_j_particle_send"); }

// NOLINTEND(readability-non-const-parameter)
}  // extern "C"
