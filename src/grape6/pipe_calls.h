#pragma once

namespace tucana::grape6 {

/// What the names of GRAPE-6A and of Sapporo do that GRAPE-6 has not; like calls.h.
int set_pipes_used(const char* call, int id, int count) noexcept;
int set_sources_used(const char* call, int id, int count) noexcept;
struct PipeTarget {
  int address, index;
  const void *position, *velocity;
  double eps2, radius2;
};
int set_pipe_target(const char* call, int id, const PipeTarget& target) noexcept;
/// Results of all targets that were set; `flag` gets 0 for each that is well.
int get_force(const char* call, int id, void* acceleration, void* jerk, void* potential, void* nearest,
              void* flag) noexcept;
int most_sources(const char* call, int id) noexcept;
int get_predicted(const char* call, int id, int count, void* position, void* velocity) noexcept;
/// State and prediction of one source, each where the client gave room.
int get_source(const char* call, int id, int address, void* const vectors[6]) noexcept;
int send_sources(const char* call) noexcept;

}  // namespace tucana::grape6
