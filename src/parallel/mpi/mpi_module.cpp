#include "tucana/parallel/mpi/mpi_module.h"

// Of the interface for C++, which MPI has given up, nothing is wanted.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

/// MPI counts in int.
constexpr std::size_t most_bytes = std::size_t{1} << 30;
/// Tests before another process gets the processor: some tens of microseconds, in which most messages have arrived.
constexpr int patience = 2000;

int rank_of_all = 0, size_of_all = 1;

int start(TucanaMpiModule::Place* place) {
  int provided = 0;
  if (const int error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided); error != 0) return error;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_all);
  MPI_Comm_size(MPI_COMM_WORLD, &size_of_all);
  place->rank = rank_of_all;
  place->size = size_of_all;
  MPI_Comm of_host = MPI_COMM_NULL;
  const int error = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &of_host);
  if (error != 0) return error;
  MPI_Comm_rank(of_host, &place->rank_on_host);
  MPI_Comm_size(of_host, &place->ranks_on_host);
  return MPI_Comm_free(&of_host);
}

int library(char* text, std::size_t size) {
  std::vector<char> full(MPI_MAX_LIBRARY_VERSION_STRING + 1, '\0');
  int length = 0;
  const int error = MPI_Get_library_version(full.data(), &length);
  std::snprintf(text, size, "%s", full.data());
  return error;
}

int host(char* text, std::size_t size) {
  std::vector<char> full(MPI_MAX_PROCESSOR_NAME + 1, '\0');
  int length = 0;
  const int error = MPI_Get_processor_name(full.data(), &length);
  std::snprintf(text, size, "%s", full.data());
  return error;
}

/// Waits without keeping a processor busy that another rank may need: MPI's own calls may do that for as long as they
/// take.
int wait_for(MPI_Request request) {
  int is_done = 0;
  for (int tests = 0;; ++tests) {
    if (const int error = MPI_Test(&request, &is_done, MPI_STATUS_IGNORE); error != 0 || is_done != 0) return error;
    if (tests > patience) sched_yield();
  }
}

int broadcast_from(int root, char* bytes, std::size_t size) {
  for (std::size_t at = 0; at < size; at += most_bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto count = static_cast<int>(std::min(most_bytes, size - at));
    int error = MPI_Ibcast(bytes + at, count, MPI_BYTE, root, MPI_COMM_WORLD, &request);
    if (error == 0) error = wait_for(request);
    if (error != 0) return error;
  }
  return 0;
}

int broadcast(void* bytes, std::size_t size) { return broadcast_from(0, static_cast<char*>(bytes), size); }

int gather(void* all, const std::size_t* first) {
  const auto ranks = static_cast<std::size_t>(size_of_all);
  if (first[ranks] > most_bytes) {
    for (int r = 0; r < size_of_all; ++r) {
      const std::size_t begin = first[r], size = first[r + 1] - begin;
      if (const int error = broadcast_from(r, static_cast<char*>(all) + begin, size); error != 0) return error;
    }
    return 0;
  }
  std::vector<int> begin(ranks), count(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    begin[r] = static_cast<int>(first[r]);
    count[r] = static_cast<int>(first[r + 1] - first[r]);
  }
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, count.data(), begin.data(), MPI_BYTE,
                                    MPI_COMM_WORLD, &request);
  return error != 0 ? error : wait_for(request);
}

int finish() { return MPI_Finalize(); }

void abort_all(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

void error_text(int error, char* text, std::size_t size) {
  std::vector<char> full(MPI_MAX_ERROR_STRING + 1, '\0');
  int length = 0;
  MPI_Error_string(error, full.data(), &length);
  std::snprintf(text, size, "%s", full.data());
}

constexpr TucanaMpiModule table = {
    tucana_mpi_module_version, start, library, host, broadcast, gather, finish, abort_all, error_text};

}  // namespace

extern "C" __attribute__((visibility("default"))) const TucanaMpiModule* tucana_mpi_module();
extern "C" const TucanaMpiModule* tucana_mpi_module() { return &table; }
