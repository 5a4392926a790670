#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/cuda_stand_in/interpreter/module.h"

namespace cuda_stand_in {

/// add.rn.ftz.f32 taken apart: base "add", modifiers rn and ftz, type f32. Whoever understands a modifier takes it
/// away; one that nobody took makes the instruction unknown.
class Opcode {
 public:
  Opcode(const std::string& text, unsigned line);

  std::string base;
  std::vector<Type> types;
  unsigned line = 0;
  /// What the chosen step finds in Instruction::imm.
  std::int64_t imm = 0;

  bool take(std::string_view modifier);
  /// The first modifier of the list that is there, taken away; empty when none is.
  std::string_view take_any(std::initializer_list<std::string_view> list);
  void take_prefixed(std::string_view prefix);
  bool all_taken() const { return modifiers_.empty(); }
  Type type(std::size_t which = 0) const;
  [[noreturn]] void unknown() const;

 private:
  std::string text_;
  std::vector<std::string> modifiers_;
};

// Each group knows some opcodes; null for those of others.
Step integer_step(Opcode& op);
Step bit_step(Opcode& op);
Step float_step(Opcode& op);
Step compare_step(Opcode& op);
Step convert_step(Opcode& op);
Step move_step(Opcode& op);
Step control_step(Opcode& op);
Step warp_step(Opcode& op);

/// ld, st: of `count` elements. Atomic operations: with (atom) or without (red) the old value.
Step memory_step(Opcode& op, unsigned count);
Step atomic_step(Opcode& op);
/// mov with {a, b}: count parts.
Step pack_step(Opcode& op, unsigned count);
Step unpack_step(Opcode& op, unsigned count);

// Steps that the decoder puts in by itself.
Step branch_step();                 ///< to imm
Step branch_if_step(bool negated);  ///< to imm if o[0]
Step negate_step();                 ///< o[0] = !o[1]
Step local_address_step();          ///< o[0] = address of byte imm of the function's local memory
Step indexed_branch_step();         ///< brx.idx
Step call_step();                   ///< of call site imm
Step sign_extend_step(Type type);   ///< o[0] to 64 bits, after a signed load into a wide register

}  // namespace cuda_stand_in
