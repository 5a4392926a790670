// The part of FunctionDecoder that knows the forms of the instructions.
#include <algorithm>
#include <tuple>

#include "tests/cuda_stand_in/interpreter/function_decoder.h"

namespace cuda_stand_in {
namespace {

Step find_step(Opcode& op) {
  for (const auto group :
       {&integer_step, &float_step, &compare_step, &convert_step, &move_step, &control_step, &warp_step, &bit_step}) {
    if (const Step step = group(op)) {
      if (!op.all_taken()) op.unknown();
      return step;
    }
  }
  op.unknown();
}

}  // namespace

void FunctionDecoder::instruction(const Statement& s) {
  Opcode op(s.name, s.line);
  if (op.base == "bra") return branch(s, op);
  // A guard is a branch around whatever the instruction becomes.
  std::size_t around = 0;
  if (!s.guard.empty()) {
    Operand guard;
    guard.text = s.guard;
    const std::int32_t predicate = slot(guard, Type::pred, s.line);
    around = f_.code.size();
    emit(branch_if_step(!s.guard_negated), {predicate}, 0, s.line);
  }
  if (op.base == "ld" || op.base == "st") {
    memory(s, op);
  } else if (op.base == "atom" || op.base == "red") {
    atomic(s, op);
  } else if (op.base == "mov" && s.operands.size() == 2) {
    move(s, op);
  } else if (op.base == "call") {
    call(s, op);
  } else if (op.base == "brx") {
    indexed_branch(s);
  } else {
    generic(s, op);
  }
  if (!s.guard.empty()) f_.code[around].imm = static_cast<std::int64_t>(f_.code.size() - around);
}

void FunctionDecoder::generic(const Statement& s, Opcode& op) {
  const Step step = find_step(op);
  std::vector<std::int32_t> slots;
  const bool pairs = op.base == "setp" || op.base == "shfl";
  for (const Operand& o : s.operands) {
    const Type type = op.types.empty() ? Type::b32 : op.types.back();
    slots.push_back(slot(o, type, s.line));
    if (!pairs || slots.size() != 1) continue;
    Operand second;
    second.text = o.second.empty() ? "_" : o.second;
    slots.push_back(slot(second, Type::pred, s.line));
  }
  const bool barrier = (op.base == "bar" || op.base == "barrier") && step != nullptr;
  const std::int64_t imm = barrier ? op.imm | static_cast<std::int64_t>(s.operands.size()) << 8 : op.imm;
  emit(step, {}, imm, s.line);
  if (slots.size() > f_.code.back().o.size()) op.unknown();
  std::copy(slots.begin(), slots.end(), f_.code.back().o.begin());
}

void FunctionDecoder::memory(const Statement& s, Opcode& op) {
  const bool loads = op.base == "ld";
  if (s.operands.size() != 2) op.unknown();
  const Operand& values = s.operands[loads ? 0 : 1];
  const Operand& place = s.operands[loads ? 1 : 0];
  const bool vector = values.kind == Operand::Kind::list;
  const std::vector<Operand> parts = vector ? values.parts : std::vector<Operand>{values};
  Opcode copy = op;
  const bool parameter = copy.take("param");
  const Step step = memory_step(op, static_cast<unsigned>(parts.size()));
  if (!op.all_taken()) op.unknown();
  Instruction i;
  i.step = step;
  i.line = s.line;
  for (std::size_t k = 0; k < parts.size(); ++k) i.o[k] = slot(parts[k], op.type(), s.line);
  if (parameter) {
    const Area area = parameter_area(place.text, s.line);
    const std::uint64_t bytes = parts.size() * bytes_of(op.type());
    if (place.offset < 0 || static_cast<std::uint64_t>(place.offset) + bytes > area.bytes)
      throw PtxError(s.line, "beyond the parameter '" + place.text + "'");
    i.imm = static_cast<std::int64_t>(area.offset) + place.offset;
    parameter_accesses_.push_back(f_.code.size());
  } else {
    std::tie(i.o[4], i.imm) = address(place, s.line);
  }
  f_.code.push_back(i);
  if (!loads || !is_signed(op.type()) || op.type() == Type::s64) return;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].text != "_" && bytes_of(known(parts[k].text, s.line).type) == 8)
      emit(sign_extend_step(op.type()), {i.o[k], i.o[k]}, 0, s.line);
}

void FunctionDecoder::atomic(const Statement& s, Opcode& op) {
  const bool returns = op.base == "atom";
  const std::size_t first = returns ? 1 : 0;
  const Step step = atomic_step(op);
  if (!op.all_taken() || s.operands.size() < first + 2 || s.operands.size() > first + 3) op.unknown();
  Instruction i;
  i.step = step;
  i.line = s.line;
  i.o[0] = returns ? slot(s.operands[0], op.type(), s.line) : new_slot();
  i.o[1] = slot(s.operands[first + 1], op.type(), s.line);
  i.o[2] = s.operands.size() == first + 3 ? slot(s.operands[first + 2], op.type(), s.line) : i.o[1];
  std::tie(i.o[4], i.imm) = address(s.operands[first], s.line);
  f_.code.push_back(i);
}

void FunctionDecoder::move(const Statement& s, Opcode& op) {
  const bool packs = s.operands[1].kind == Operand::Kind::list;
  if (!packs && s.operands[0].kind != Operand::Kind::list) return generic(s, op);
  const Operand& list = s.operands[packs ? 1 : 0];
  const auto count = static_cast<unsigned>(list.parts.size());
  Instruction i;
  i.step = packs ? pack_step(op, count) : unpack_step(op, count);
  i.line = s.line;
  if (!op.all_taken()) op.unknown();
  for (unsigned k = 0; k < count; ++k) i.o[k] = slot(list.parts[k], Type::b32, s.line);
  i.o[4] = slot(s.operands[packs ? 0 : 1], op.type(), s.line);
  f_.code.push_back(i);
}

void FunctionDecoder::branch(const Statement& s, Opcode& op) {
  op.take("uni");
  if (!op.all_taken() || s.operands.size() != 1) op.unknown();
  std::int32_t predicate = 0;
  if (!s.guard.empty()) {
    Operand guard;
    guard.text = s.guard;
    predicate = slot(guard, Type::pred, s.line);
  }
  jumps_.push_back({f_.code.size(), s.operands[0].text});
  emit(s.guard.empty() ? branch_step() : branch_if_step(s.guard_negated), {predicate}, 0, s.line);
}

void FunctionDecoder::indexed_branch(const Statement& s) {
  if ((s.name != "brx.idx" && s.name != "brx.idx.uni") || s.operands.size() != 2) Opcode(s.name, s.line).unknown();
  const std::int32_t index = slot(s.operands[0], Type::u32, s.line);
  indexed_jumps_.emplace_back(f_.code.size(), s.operands[1].text);
  emit(indexed_branch_step(), {index}, 0, s.line);
}

void FunctionDecoder::call(const Statement& s, Opcode& op) {
  op.take("uni");
  if (!op.all_taken()) op.unknown();
  CallSite site;
  std::size_t at = 0;
  const auto areas = [&](std::vector<Area>& list) {
    if (at >= s.operands.size() || s.operands[at].kind != Operand::Kind::arguments) return;
    for (const Operand& o : s.operands[at].parts) list.push_back(parameter_area(o.text, s.line));
    ++at;
  };
  areas(site.results);
  if (at >= s.operands.size()) throw PtxError(s.line, "a call of nothing");
  const std::string& name = s.operands[at++].text;
  areas(site.arguments);
  const auto callee = functions_.find(name);
  if (callee == functions_.end() || at != s.operands.size())
    throw PtxError(s.line, "a call of '" + name + "', which is no function of this module");
  site.callee = callee->second;
  emit(call_step(), {}, static_cast<std::int64_t>(f_.calls.size()), s.line);
  f_.calls.push_back(std::move(site));
}

}  // namespace cuda_stand_in
