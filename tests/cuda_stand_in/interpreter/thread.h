#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/interpreter/memory.h"
#include "tests/cuda_stand_in/interpreter/module.h"

namespace cuda_stand_in {

// The results of the driver that a running kernel can have.
enum Code : int {
  success = 0,
  illegal_address = 700,
  launch_timeout = 702,
  illegal_instruction = 715,
  misaligned_address = 716,
  launch_failed = 719
};

struct Block;

/// What waits where. Each thread has its own place in the code.
enum class State { ready, at_barrier, at_warp_exchange, done };

struct Call {
  const Function* function = nullptr;  ///< the caller
  const Instruction* back = nullptr;
  std::vector<std::uint64_t> frame;  ///< the caller's
  std::uint64_t local_base = 0;
};

struct Thread {
  State state = State::ready;
  const Instruction* ip = nullptr;
  const Function* function = nullptr;
  std::vector<std::uint64_t> frame;
  std::vector<Call> calls;
  std::vector<std::byte> local;  ///< of all functions that are active
  std::uint64_t local_base = first_address;
  Block* block = nullptr;
  unsigned number = 0;
  bool carry = false;

  /// Ends the kernel. Returns null, for steps to hand on.
  const Instruction* fail(const Instruction* at, Code code, const std::string& what);
};

/// Which thread touched a byte of shared memory since the last barrier; -1 for none, -2 for several.
struct Touch {
  std::int32_t writer = -1, reader = -1;
};

/// A block of threads that runs.
struct Block {
  Memory* memory = nullptr;
  const void* owner = nullptr;
  const Function* kernel = nullptr;
  std::array<unsigned, 3> place{}, size{};
  std::vector<std::byte> shared;
  std::vector<Touch> touched;  ///< as long as shared when races are looked for, else empty
  std::vector<Thread> threads;
  int fault = success;
  std::string message;
};

}  // namespace cuda_stand_in
