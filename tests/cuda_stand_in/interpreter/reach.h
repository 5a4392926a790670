#pragma once

#include <cstring>

#include "tests/cuda_stand_in/interpreter/thread.h"

namespace cuda_stand_in {

enum class Space { global, shared, local, generic };
enum class Access { read, write, atomic };

/// The reason why an access is not allowed, told to the thread; always null.
std::byte* refuse(const Instruction* i, Thread& t, Space space, std::uint64_t address, std::uint64_t bytes,
                  Access access);
/// Remembers an access to shared memory; null (and the thread has failed) for a race.
std::byte* watched(const Instruction* i, Thread& t, std::uint64_t offset, std::uint64_t bytes, Access access);

/// The bytes at an address of a state space, or null when the thread may not touch them: it has failed then.
template <Space S>
std::byte* reach(const Instruction* i, Thread& t, std::uint64_t address, std::uint64_t bytes, Access access) {
  Block& block = *t.block;
  std::byte* found = nullptr;
  if constexpr (S == Space::global) {
    found = block.memory->reach(block.owner, address, bytes);
  } else if constexpr (S == Space::shared) {
    const std::uint64_t offset = address - first_address;
    if (offset < block.shared.size() && block.shared.size() - offset >= bytes) {
      found = block.shared.data() + offset;
      if (!block.touched.empty() && watched(i, t, offset, bytes, access) == nullptr) return nullptr;
    }
  } else if constexpr (S == Space::local) {
    const std::uint64_t offset = address - first_address;
    if (offset < t.local.size() && t.local.size() - offset >= bytes) found = t.local.data() + offset;
  } else {
    if (address >= local_window) return reach<Space::local>(i, t, address - local_window, bytes, access);
    if (address >= shared_window) return reach<Space::shared>(i, t, address - shared_window, bytes, access);
    return reach<Space::global>(i, t, address, bytes, access);
  }
  if (found == nullptr || address % bytes != 0) return refuse(i, t, S, address, bytes, access);
  return found;
}

}  // namespace cuda_stand_in
