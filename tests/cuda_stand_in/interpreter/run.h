#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/interpreter/memory.h"
#include "tests/cuda_stand_in/interpreter/module.h"

namespace cuda_stand_in {

struct Launch {
  const Function* kernel = nullptr;
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t dynamic_shared = 0;
  std::vector<std::vector<std::byte>> parameters;
  const void* owner = nullptr;  ///< the context whose memory may be touched
  bool races = false;           ///< look for races in shared memory
  std::uint64_t limit = 0;      ///< instructions, after which a kernel counts as endless
};

struct Outcome {
  int code = 0;
  std::string message;
  std::uint64_t instructions = 0;
};

/// Runs block after block, thread after thread from barrier to barrier: the same every time.
Outcome run(const Launch& launch, Memory& memory);

}  // namespace cuda_stand_in
