// mov, cvta, and the packing of several registers in one.
#include "tests/cuda_stand_in/interpreter/thread.h"
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

template <class T>
const Instruction* move(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = operand<T>(i, r, 1);
  return i + 1;
}

/// Between the address of a state space and the generic one: imm is where its window lies.
const Instruction* add_window(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = r[i->o[1]] + static_cast<std::uint64_t>(i->imm);
  return i + 1;
}

/// Parts in o[0] to o[3], the whole in o[4].
template <class Part, unsigned Count>
const Instruction* pack(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  std::uint64_t whole = 0;
  for (unsigned part = 0; part < Count; ++part)
    whole |= std::uint64_t{operand<Part>(i, r, part)} << (8 * sizeof(Part) * part);
  r[i->o[4]] = whole;
  return i + 1;
}
template <class Part, unsigned Count>
const Instruction* unpack(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const std::uint64_t whole = r[i->o[4]];
  for (unsigned part = 0; part < Count; ++part) r[i->o[part]] = static_cast<Part>(whole >> (8 * sizeof(Part) * part));
  return i + 1;
}

const Instruction* local_address(const Instruction* i, std::uint64_t* r, Thread& t) {
  r[i->o[0]] = t.local_base + static_cast<std::uint64_t>(i->imm);
  return i + 1;
}

}  // namespace

Step move_step(Opcode& op) {
  if (op.base == "mov") return with_bits(op, op.type(), []<class T>(As<T>) -> Step { return &move<T>; });
  if (op.base != "cvta") return nullptr;
  const bool to = op.take("to");
  const std::string_view space = op.take_any({"global", "const", "shared", "local"});
  if (space.empty() || bytes_of(op.type()) != 8) op.unknown();
  const std::uint64_t window = space == "shared" ? shared_window : space == "local" ? local_window : 0;
  op.imm = static_cast<std::int64_t>(to ? 0 - window : window);
  return &add_window;
}

Step pack_step(Opcode& op, unsigned count) {
  const unsigned bytes = bytes_of(op.type());
  if (bytes == 8 && count == 2) return &pack<std::uint32_t, 2>;
  if (bytes == 8 && count == 4) return &pack<std::uint16_t, 4>;
  if (bytes == 4 && count == 2) return &pack<std::uint16_t, 2>;
  if (bytes == 4 && count == 4) return &pack<std::uint8_t, 4>;
  op.unknown();
}

Step unpack_step(Opcode& op, unsigned count) {
  const unsigned bytes = bytes_of(op.type());
  if (bytes == 8 && count == 2) return &unpack<std::uint32_t, 2>;
  if (bytes == 8 && count == 4) return &unpack<std::uint16_t, 4>;
  if (bytes == 4 && count == 2) return &unpack<std::uint16_t, 2>;
  if (bytes == 4 && count == 4) return &unpack<std::uint8_t, 4>;
  op.unknown();
}

Step local_address_step() { return &local_address; }

}  // namespace cuda_stand_in
