#include "tests/cuda_stand_in/interpreter/reach.h"

#include "tests/cuda_stand_in/interpreter/text.h"

namespace cuda_stand_in {

std::byte* refuse(const Instruction* i, Thread& t, Space space, std::uint64_t address, std::uint64_t bytes,
                  Access access) {
  const Block& block = *t.block;
  static constexpr const char* spaces[] = {"global", "shared", "local", "generic"};
  static constexpr const char* ways[] = {"read", "write", "atomic access"};
  std::string what = std::string(spaces[static_cast<int>(space)]) + " " + ways[static_cast<int>(access)] + " of " +
                     std::to_string(bytes) + " bytes at " + hexadecimal(address) + ": ";
  if (address % bytes != 0) {
    t.fail(i, misaligned_address, what + "not aligned");
    return nullptr;
  }
  if (space == Space::global) {
    what += block.memory->describe(block.owner, address);
  } else {
    const std::size_t size = space == Space::shared ? block.shared.size() : t.local.size();
    what += "offset " + std::to_string(static_cast<std::int64_t>(address - first_address)) + " of " +
            std::to_string(size) + " bytes";
  }
  t.fail(i, illegal_address, what);
  return nullptr;
}

std::byte* watched(const Instruction* i, Thread& t, std::uint64_t offset, std::uint64_t bytes, Access access) {
  constexpr std::int32_t none = -1, several = -2, atomically = -3;
  const auto me = static_cast<std::int32_t>(t.number);
  for (std::uint64_t byte = offset; byte < offset + bytes; ++byte) {
    Touch& touch = t.block->touched[byte];
    const auto other = [&](std::int32_t who) {
      return who != none && who != me && !(access == Access::atomic && who == atomically);
    };
    if (other(touch.writer) || (access != Access::read && other(touch.reader))) {
      t.fail(i, launch_failed,
             "race: byte " + std::to_string(byte) +
                 " of shared memory was touched by another thread since the last barrier");
      return nullptr;
    }
    if (access == Access::write) touch.writer = me;
    if (access == Access::atomic) touch.writer = atomically;
    if (access == Access::read) touch.reader = touch.reader == none || touch.reader == me ? me : several;
  }
  return t.block->shared.data() + offset;
}

}  // namespace cuda_stand_in
