#pragma once

#include <cstddef>

/// What the program calls of an MPI, as a table of C functions: the module which fills it in (libtucana_mpi.so) is the
/// only thing linked against MPI and is opened at run time, so that one program serves machines with and without MPI.
/// The binary interfaces of Open MPI and MPICH differ; a module for another MPI takes a compiler a second to make.
///
/// Functions return 0 or the error code of MPI, which `error_text` explains.
struct TucanaMpiModule {
  /// Counts changes of this table.
  int version;

  struct Place {
    int rank, size;
    int rank_on_host, ranks_on_host;
  };
  /// Starts MPI; the thread that calls it makes all further calls but abort().
  int (*start)(Place* place);
  /// The name and version of the library: "Open MPI v4.1.4, ..."
  int (*library)(char* text, std::size_t size);
  int (*host)(char* text, std::size_t size);
  /// From rank 0.
  int (*broadcast)(void* bytes, std::size_t size);
  /// Parts of `all` that begin at first[r]; first has size + 1 numbers. In place.
  int (*gather)(void* all, const std::size_t* first);
  int (*finish)();
  /// Ends all ranks.
  void (*abort)(int exit_code);
  void (*error_text)(int error, char* text, std::size_t size);
};

inline constexpr int tucana_mpi_module_version = 1;
/// The one function of the module: `const TucanaMpiModule* tucana_mpi_module()`.
inline constexpr const char* tucana_mpi_module_symbol = "tucana_mpi_module";
