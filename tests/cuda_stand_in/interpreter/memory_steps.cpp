// ld and st of every state space, single or as vectors. Slots: values in o[0] to o[3], the address in o[4].
#include "tests/cuda_stand_in/interpreter/reach.h"
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

template <class T, unsigned Count, Space S>
const Instruction* load(const Instruction* i, std::uint64_t* r, Thread& t) {
  const std::uint64_t address = r[i->o[4]] + static_cast<std::uint64_t>(i->imm);
  const std::byte* from = reach<S>(i, t, address, sizeof(T) * Count, Access::read);
  if (from == nullptr) return nullptr;
  for (unsigned k = 0; k < Count; ++k) {
    T value;
    std::memcpy(&value, from + k * sizeof(T), sizeof(T));
    r[i->o[k]] = put(value);
  }
  return i + 1;
}

template <class T, unsigned Count, Space S>
const Instruction* store(const Instruction* i, std::uint64_t* r, Thread& t) {
  const std::uint64_t address = r[i->o[4]] + static_cast<std::uint64_t>(i->imm);
  std::byte* to = reach<S>(i, t, address, sizeof(T) * Count, Access::write);
  if (to == nullptr) return nullptr;
  for (unsigned k = 0; k < Count; ++k) {
    const T value = operand<T>(i, r, k);
    std::memcpy(to + k * sizeof(T), &value, sizeof(T));
  }
  return i + 1;
}

/// Parameters are bytes of the frame itself: imm is their place.
template <class T, unsigned Count>
const Instruction* load_parameter(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  for (unsigned k = 0; k < Count; ++k) {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(r) + i->imm + k * sizeof(T), sizeof(T));
    r[i->o[k]] = put(value);
  }
  return i + 1;
}
template <class T, unsigned Count>
const Instruction* store_parameter(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  for (unsigned k = 0; k < Count; ++k) {
    const T value = operand<T>(i, r, k);
    std::memcpy(reinterpret_cast<std::byte*>(r) + i->imm + k * sizeof(T), &value, sizeof(T));
  }
  return i + 1;
}

template <class T, unsigned Count>
Step in_space(Opcode& op) {
  const bool loads = op.base == "ld";
  const std::string_view space = op.take_any({"param", "global", "const", "shared", "local"});
  // Shared memory of this block is the only shared memory there is; param::func and param::entry say what is known.
  if (space.empty()) return loads ? &load<T, Count, Space::generic> : &store<T, Count, Space::generic>;
  if (space == "param") return loads ? &load_parameter<T, Count> : &store_parameter<T, Count>;
  if (space == "shared") return loads ? &load<T, Count, Space::shared> : &store<T, Count, Space::shared>;
  if (space == "local") return loads ? &load<T, Count, Space::local> : &store<T, Count, Space::local>;
  if (space == "const" && !loads) op.unknown();
  return loads ? &load<T, Count, Space::global> : &store<T, Count, Space::global>;
}

template <class T>
Step of_count(Opcode& op, unsigned count) {
  if (count == 1) return in_space<T, 1>(op);
  if (count == 2) return in_space<T, 2>(op);
  if (count == 4) return in_space<T, 4>(op);
  op.unknown();
}

}  // namespace

Step memory_step(Opcode& op, unsigned count) {
  // Caches and ordering: threads run one after the other and see everything at once.
  op.take_any({"volatile", "relaxed", "acquire", "release", "weak", "mmio"});
  op.take_any({"cta", "cluster", "gpu", "sys"});
  op.take_any({"ca", "cg", "cs", "cv", "lu", "wb", "wt"});
  op.take("nc");
  op.take_prefixed("L1::");
  op.take_prefixed("L2::");
  const bool vector = op.take(count == 2 ? "v2" : "v4");
  if (vector != (count > 1)) op.unknown();
  const Type type = op.type();
  if (type == Type::pred) op.unknown();
  if (type == Type::s8) return of_count<std::int8_t>(op, count);
  if (type == Type::s16) return of_count<std::int16_t>(op, count);
  switch (bytes_of(type)) {
    case 1: return of_count<std::uint8_t>(op, count);
    case 2: return of_count<std::uint16_t>(op, count);
    case 4: return of_count<std::uint32_t>(op, count);
    default: return of_count<std::uint64_t>(op, count);
  }
}

}  // namespace cuda_stand_in
