#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/cuda_stand_in/interpreter/names.h"
#include "tests/cuda_stand_in/interpreter/opcode.h"

namespace cuda_stand_in {

using FunctionTable = std::map<std::string, Function*>;

/// Turns the statements of one function into instructions.
class FunctionDecoder {
 public:
  /// `shared_bytes` is what the variables of the module need; those of the function come behind. `dynamic` names the
  /// arrays without a size (extern .shared).
  FunctionDecoder(const FunctionText& text, Names& names, const FunctionTable& functions, std::uint64_t shared_bytes,
                  const std::vector<Declaration>& dynamic, Function& result);
  void decode();

 private:
  std::uint64_t place_shared(std::uint64_t bytes);
  std::vector<Area> place_parameters(const std::vector<Declaration>& all);
  void declare(const Declaration& d);
  void instruction(const Statement& s);
  void emit(Step step, std::initializer_list<std::int32_t> slots, std::int64_t imm, unsigned line);

  void generic(const Statement& s, Opcode& op);
  void memory(const Statement& s, Opcode& op);
  void atomic(const Statement& s, Opcode& op);
  void move(const Statement& s, Opcode& op);
  void branch(const Statement& s, Opcode& op);
  void indexed_branch(const Statement& s);
  void call(const Statement& s, Opcode& op);

  /// The slot of a register, special register, constant or address; a negated predicate gets a slot of its own.
  std::int32_t slot(const Operand& o, Type type, unsigned line);
  std::int32_t constant(std::uint64_t bits);
  std::int32_t new_slot() { return next_slot_++; }
  Meaning known(const std::string& name, unsigned line) const;
  Area parameter_area(const std::string& name, unsigned line) const;
  /// The slot of the base of an address and what is added to it.
  std::pair<std::int32_t, std::int64_t> address(const Operand& o, unsigned line);

  void finish();

  const FunctionText& text_;
  Names& names_;
  const FunctionTable& functions_;
  const std::vector<Declaration>& dynamic_;
  Function& f_;
  std::uint64_t shared_bytes_;
  std::uint64_t parameter_bytes_ = 0;
  std::int32_t next_slot_ = specials;
  std::int32_t most_slots_ = 0;
  std::vector<std::int32_t> slots_before_;  ///< of the open scopes: registers of a closed one are used again
  std::map<std::uint64_t, std::int32_t> constants_;
  std::map<std::string, std::int64_t> labels_;
  struct Jump {
    std::size_t instruction;
    std::string label;
  };
  std::vector<Jump> jumps_;
  std::map<std::string, std::vector<std::string>> target_lists_;
  std::vector<std::pair<std::size_t, std::string>> indexed_jumps_;
  std::vector<std::size_t> parameter_accesses_;
};

}  // namespace cuda_stand_in
