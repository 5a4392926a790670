// A client that uses MPI itself, as phiGRAPE does: each process gives the library its part of the sources, and the
// forces of all parts are added up. The library divides the devices of a machine between the processes.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <g6.h>
#include <mpi.h>

#include "checks.h"

namespace {

void sum_over_processes(double* own, int count) {
  double sum[9];
  CHECK(MPI_Allreduce(own, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
  for (int k = 0; k < count; ++k) own[k] = sum[k];
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(size > 1);
  int id = 0, three = 3, sources = 0;
  double t = 0, eps2 = 0, h2[3] = {2, 2, 2}, acc[3][3], jerk[3][3], pot[3];
  CHECK(g6_open_(&id) == 0);
  for (int k = rank; k < 3; k += size) {
    CHECK(g6_set_j_particle_(&id, &sources, &index3[k], &t, &t, &mass3[k], zero3[0], zero3[0], zero3[0], zero3[0],
                             x3[k]) == 0);
    ++sources;
  }
  g6_set_ti_(&id, &t);
  g6calc_firsthalf_(&id, &sources, &three, index3, x3, zero3, zero3, zero3, pot, &eps2, h2);
  CHECK(g6calc_lasthalf_(&id, &sources, &three, index3, x3, zero3, &eps2, h2, acc, jerk, pot) == 0);
  sum_over_processes(&acc[0][0], 9);
  sum_over_processes(pot, 3);
  check_three(acc, pot, nullptr);
  CHECK(g6_close_(&id) == 0);
  if (rank == 0) puts("ok");
  return MPI_Finalize();
}
