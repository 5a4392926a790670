#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "tests/cuda_stand_in/interpreter/opcode.h"

namespace cuda_stand_in {

// A slot holds a value of n bits in its lowest n, zeros above; signed values below 32 bits are extended to 32.
template <class T>
T get(std::uint64_t slot) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(slot));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(slot);
  } else {
    return static_cast<T>(slot);
  }
}

template <class T>
std::uint64_t put(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_signed_v<T> && sizeof(T) <= 4) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

template <class T>
T operand(const Instruction* i, const std::uint64_t* r, std::size_t which) {
  return get<T>(r[i->o[which]]);
}

// An operation is a struct with one template `of`; these make steps of it. Operands that differ in type from the first
// (counts of shifts, predicates) are taken from the slot by the operation itself.
template <class Operation, class T>
const Instruction* unary(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = put(Operation::of(operand<T>(i, r, 1)));
  return i + 1;
}
template <class Operation, class T>
const Instruction* binary(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = put(Operation::of(operand<T>(i, r, 1), operand<T>(i, r, 2)));
  return i + 1;
}
template <class Operation, class T>
const Instruction* ternary(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = put(Operation::of(operand<T>(i, r, 1), operand<T>(i, r, 2), operand<T>(i, r, 3)));
  return i + 1;
}
/// The second operand is a count of 32 bits.
template <class Operation, class T>
const Instruction* shifted(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = put(Operation::of(operand<T>(i, r, 1), operand<std::uint32_t>(i, r, 2)));
  return i + 1;
}

/// Hands a type to a lambda.
template <class T>
struct As {};

/// Calls pick(As<T>) with the C++ type of an integer type of PTX; bits are unsigned.
template <class Pick>
Step with_integer(const Opcode& op, Type type, Pick pick) {
  switch (type) {
    case Type::b16:
    case Type::u16: return pick(As<std::uint16_t>());
    case Type::s16: return pick(As<std::int16_t>());
    case Type::b32:
    case Type::u32: return pick(As<std::uint32_t>());
    case Type::s32: return pick(As<std::int32_t>());
    case Type::b64:
    case Type::u64: return pick(As<std::uint64_t>());
    case Type::s64: return pick(As<std::int64_t>());
    default: op.unknown();
  }
}

/// For an operation that does not ask for the sign: pred counts as a byte of 0 or 1.
template <class Pick>
Step with_bits(const Opcode& op, Type type, Pick pick) {
  switch (bytes_of(type)) {
    case 1: return pick(As<std::uint8_t>());
    case 2: return pick(As<std::uint16_t>());
    case 4: return pick(As<std::uint32_t>());
    case 8: return pick(As<std::uint64_t>());
    default: op.unknown();
  }
}

template <class Pick>
Step with_float(const Opcode& op, Type type, Pick pick) {
  if (type == Type::f32) return pick(As<float>());
  if (type == Type::f64) return pick(As<double>());
  op.unknown();
}

/// Subnormal numbers become zeros of their sign, as .ftz asks.
template <class T>
T flushed(T value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

/// A float result that is not a number has one pattern of bits on a device. Doubles keep what this machine gives.
template <class T>
T canonical(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? std::bit_cast<float>(0x7fffffffU) : value;
  } else {
    return value;
  }
}

}  // namespace cuda_stand_in
