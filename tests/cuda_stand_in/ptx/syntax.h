#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cuda_stand_in/ptx/types.h"

namespace cuda_stand_in {

/// %r1, !%p2, %p1|%p2, 0f3F800000, [%rd1+16], {%r1, %r2}, (param0, param1): what stands between two commas.
struct Operand {
  enum class Kind { name, literal, address, list, arguments };
  Kind kind = Kind::name;
  std::string text;            ///< of a name, a literal without sign, or the base of an address
  std::string second;          ///< after the | of a name
  bool negated = false;        ///< ! before a predicate, - before a literal
  std::int64_t offset = 0;     ///< of an address
  std::vector<Operand> parts;  ///< of a list
};

/// A variable or a register, or several registers of one name (%r<6>).
struct Declaration {
  std::string space;  ///< reg, local, shared, param, global, const
  Type type = Type::b32;
  std::string name;
  std::uint64_t align = 1;
  std::uint64_t count = 1;     ///< elements; 0 for an array without a size (extern .shared)
  std::uint64_t numbered = 0;  ///< of registers: 6 for %r<6>
  std::vector<std::uint8_t> first_bytes;
  unsigned line = 0;

  std::uint64_t bytes() const { return count * bytes_of(type); }
};

struct Statement {
  enum class Kind { instruction, declaration, label, branch_targets, open, close };
  Kind kind = Kind::instruction;
  unsigned line = 0;
  std::string name;  ///< of a label, or the whole opcode
  std::string guard;
  bool guard_negated = false;
  std::vector<Operand> operands;
  Declaration declaration;
};

struct FunctionText {
  std::string name;
  bool entry = false;
  bool has_body = false;
  std::vector<Declaration> parameters, results;
  std::vector<Statement> body;
  std::uint64_t most_threads = 0;  ///< of .maxntid; 0 when there is none
  unsigned line = 0;
};

struct ModuleText {
  unsigned target = 0;  ///< 80 for sm_80
  std::vector<Declaration> variables;
  std::vector<FunctionText> functions;
};

/// Throws PtxError.
ModuleText parse(std::string_view ptx);

/// An integer as PTX writes it: decimal, 0x, 0b, octal, with or without U.
std::uint64_t integer_of(const std::string& text, unsigned line);
/// The bits of a literal where a value of `type` is wanted: 0f and 0d forms, decimal fractions, integers.
std::uint64_t literal_bits(const Operand& literal, Type type, unsigned line);

}  // namespace cuda_stand_in
