#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/ptx/syntax.h"

namespace cuda_stand_in {

struct Instruction;
struct Thread;

/// Does one instruction on the frame `r` of a thread and says which is next; null hands back to the scheduler (a
/// barrier, an exchange within the warp, a call, the end, a fault: Thread::state says).
using Step = const Instruction* (*)(const Instruction* i, std::uint64_t* r, Thread& t);

/// Every operand is a slot of the frame, constants and special registers too, so that a step need not ask.
struct Instruction {
  Step step = nullptr;
  std::int64_t imm = 0;             ///< offset of an address, distance of a branch, a mode: what the step means by it
  std::array<std::int32_t, 6> o{};  ///< slots
  std::uint32_t line = 0;
};

/// Slots 0 to 19 of every frame.
enum Special : std::int32_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,  //
  laneid,
  warpid,
  nwarpid,
  mask_eq,
  mask_lt,
  mask_le,
  mask_gt,
  mask_ge,
  specials
};

/// Bytes of the parameter area of a frame.
struct Area {
  std::uint64_t offset = 0, bytes = 0;
};

struct Function;
struct CallSite {
  const Function* callee = nullptr;
  std::vector<Area> arguments, results;  ///< of the caller's frame
};

/// A decoded kernel or device function.
struct Function {
  std::string name;
  bool entry = false;
  std::vector<Instruction> code;
  /// A new frame: specials, registers, constants, parameter area; slots of 64 bits.
  std::vector<std::uint64_t> frame;
  std::vector<Area> parameters, results;  ///< byte offsets from the start of the frame
  std::vector<CallSite> calls;
  std::vector<std::vector<std::int64_t>> jumps;  ///< places in the code, for brx.idx
  std::uint64_t local_bytes = 0;
  std::uint64_t shared_bytes = 0;
  std::uint64_t most_threads = 0;
};

struct Module {
  std::vector<std::unique_ptr<Function>> functions;
  const Function* find_kernel(const std::string& name) const;
};

/// Where the addresses of each state space begin. Zero is an address of none of them.
constexpr std::uint64_t first_address = 4096;
constexpr std::uint64_t shared_window = 1ULL << 60;
constexpr std::uint64_t local_window = 1ULL << 61;

/// Decodes the text; `place` gives a global or constant variable its device address. Throws PtxError.
std::unique_ptr<Module> decode(const ModuleText& text, const std::function<std::uint64_t(const Declaration&)>& place);

}  // namespace cuda_stand_in
