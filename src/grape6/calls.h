#pragma once

#include <optional>

#include "tucana/grape6/card.h"

namespace tucana::grape6 {

/// What the names of the interface do, once the id is known; `call` is the name for messages. None of them throws: they
/// return 0 or a code. Both the Fortran and the C names call these, never each other: a client may define some of them.
int open_id(const char* call, int id) noexcept;
int open_on_devices(const char* call, int id, int count, const int* devices) noexcept;
int close_id(const char* call, int id) noexcept;
int pipes(const char* call) noexcept;
int set_time(const char* call, int id, double time) noexcept;

/// The derivatives as GRAPE has them: k18 = snap / 18, j6 = jerk / 6, a2 = acceleration / 2.
struct GrapeSource {
  int address, index;
  double time, mass;
  const void *k18, *j6, *a2, *velocity, *position;
};
int set_source(const char* call, int id, const GrapeSource& source) noexcept;

void first_half(const char* call, int id, const ClientTargets& targets) noexcept;
int last_half(const char* call, int id, int ni, const ClientResults& results) noexcept;
int read_lists(const char* call, int id) noexcept;
int get_list(const char* call, int id, int target, int most, void* n, void* list) noexcept;

}  // namespace tucana::grape6
