// and, or, xor, not, shifts, bit fields, counts, prmt, lop3, shf.
#include <algorithm>

#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

struct And {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  static T of(T a) {
    return static_cast<T>(~a);
  }
};
/// 0 for what is not 0, else 1: of predicates this is their negation, of numbers cnot.
struct LogicalNot {
  template <class T>
  static T of(T a) {
    return a == 0 ? 1 : 0;
  }
};
// Counts beyond the width shift everything out.
struct ShiftLeft {
  template <class T>
  static T of(T a, std::uint32_t n) {
    return n >= 8 * sizeof(T) ? T{0} : static_cast<T>(static_cast<std::uint64_t>(a) << n);
  }
};
struct ShiftRight {
  template <class T>
  static T of(T a, std::uint32_t n) {
    constexpr std::uint32_t width = 8 * sizeof(T);
    if (n >= width && std::is_unsigned_v<T>) return 0;
    return static_cast<T>(a >> std::min(n, width - 1));
  }
};
struct CountOnes {
  template <class T>
  static std::uint32_t of(T a) {
    return static_cast<std::uint32_t>(std::popcount(a));
  }
};
struct LeadingZeros {
  template <class T>
  static std::uint32_t of(T a) {
    return static_cast<std::uint32_t>(std::countl_zero(a));
  }
};
struct Reverse {
  template <class T>
  static T of(T a) {
    T reversed = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      reversed |= static_cast<T>(((a >> bit) & 1U) << (8 * sizeof(T) - 1 - bit));
    return reversed;
  }
};

/// bfind: the place of the highest bit that is not like the sign; with .shiftamt the shift that brings it to the top.
template <class T, bool Shift>
struct FindHighest {
  static std::uint32_t of(T value) {
    using U = std::make_unsigned_t<T>;
    const U bits = value < 0 ? static_cast<U>(~static_cast<U>(value)) : static_cast<U>(value);
    if (bits == 0) return 0xffffffffU;
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(bits));
    return Shift ? zeros : 8 * sizeof(T) - 1 - zeros;
  }
};

/// bfe d, a, start, length (lowest eight bits of each count): the field, extended by the sign of its last bit.
template <class T>
const Instruction* extract(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t width = 8 * sizeof(T);
  const U a = operand<U>(i, r, 1);
  const std::uint32_t start = operand<std::uint32_t>(i, r, 2) & 255U, length = operand<std::uint32_t>(i, r, 3) & 255U;
  const std::uint32_t last = std::min(start + length - 1, width - 1);
  const bool sign = std::is_signed_v<T> && length > 0 && ((a >> last) & 1U) != 0;
  U field = ShiftRight::of(a, start);
  const std::uint32_t kept = start >= width ? 0 : std::min(length, width - start);
  if (kept < width) {
    const U mask = static_cast<U>((U{1} << kept) - 1U);
    field = static_cast<U>(sign ? field | ~mask : field & mask);
  }
  r[i->o[0]] = put(field);
  return i + 1;
}

/// bfi d, a, b, start, length: b with the field replaced by the lowest bits of a.
template <class T>
const Instruction* insert(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  constexpr std::uint32_t width = 8 * sizeof(T);
  const T a = operand<T>(i, r, 1), b = operand<T>(i, r, 2);
  const std::uint32_t start = operand<std::uint32_t>(i, r, 3) & 255U, length = operand<std::uint32_t>(i, r, 4) & 255U;
  const T ones = length >= width ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1U);
  const T mask = ShiftLeft::of(ones, start);
  r[i->o[0]] = put(static_cast<T>((b & ~mask) | (ShiftLeft::of(a, start) & mask)));
  return i + 1;
}

/// lop3 d, a, b, c, table: any function of three bits.
const Instruction* lop3(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const auto a = operand<std::uint32_t>(i, r, 1), b = operand<std::uint32_t>(i, r, 2),
             c = operand<std::uint32_t>(i, r, 3);
  const auto table = operand<std::uint32_t>(i, r, 4);
  std::uint32_t result = 0;
  for (unsigned row = 0; row < 8; ++row) {
    if (((table >> row) & 1U) == 0) continue;
    result |= ((row & 4U) != 0 ? a : ~a) & ((row & 2U) != 0 ? b : ~b) & ((row & 1U) != 0 ? c : ~c);
  }
  r[i->o[0]] = result;
  return i + 1;
}

/// prmt d, a, b, selector: four bytes of the eight of b:a; bit 3 of a nibble asks for the byte's sign instead.
const Instruction* permute(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const std::uint64_t bytes =
      (operand<std::uint32_t>(i, r, 1)) | (std::uint64_t{operand<std::uint32_t>(i, r, 2)} << 32U);
  const auto selector = operand<std::uint32_t>(i, r, 3);
  std::uint32_t result = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint32_t nibble = selector >> (4 * byte);
    auto value = static_cast<std::uint32_t>(bytes >> (8 * (nibble & 7U))) & 255U;
    if ((nibble & 8U) != 0) value = (value & 128U) != 0 ? 255U : 0U;
    result |= value << (8 * byte);
  }
  r[i->o[0]] = result;
  return i + 1;
}

/// shf d, low, high, count: 32 bits of the 64 of high:low.
template <bool Left, bool Wrap>
const Instruction* funnel(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const std::uint64_t both = operand<std::uint32_t>(i, r, 1) | (std::uint64_t{operand<std::uint32_t>(i, r, 2)} << 32U);
  const auto count = operand<std::uint32_t>(i, r, 3);
  const std::uint32_t n = Wrap ? count & 31U : std::min(count, 32U);
  r[i->o[0]] = static_cast<std::uint32_t>(Left ? (both << n) >> 32U : both >> n);
  return i + 1;
}

Step shift_right(Opcode& op) {
  return with_integer(op, op.type(), []<class T>(As<T>) -> Step { return &shifted<ShiftRight, T>; });
}

Step find_highest(Opcode& op) {
  const bool shift = op.take("shiftamt");
  return with_integer(op, op.type(), [&]<class T>(As<T>) -> Step {
    return shift ? &unary<FindHighest<T, true>, T> : &unary<FindHighest<T, false>, T>;
  });
}

}  // namespace

Step bit_step(Opcode& op) {
  const std::string& base = op.base;
  if (base == "lop3" && op.type() == Type::b32) return &lop3;
  if (base == "prmt" && op.type() == Type::b32) return &permute;
  if (base == "shf" && op.type() == Type::b32) {
    const bool left = op.take("l"), right = op.take("r"), wrap = op.take("wrap"), clamp = op.take("clamp");
    if (left == right || wrap == clamp) op.unknown();
    if (left) return wrap ? &funnel<true, true> : &funnel<true, false>;
    return wrap ? &funnel<false, true> : &funnel<false, false>;
  }
  if (base == "shr") return shift_right(op);
  if (base == "bfind") return find_highest(op);
  if (base == "bfe") return with_integer(op, op.type(), []<class T>(As<T>) -> Step { return &extract<T>; });
  if (op.types.empty()) return nullptr;
  return with_bits(op, op.type(), [&]<class T>(As<T>) -> Step {
    if (base == "and") return &binary<And, T>;
    if (base == "or") return &binary<Or, T>;
    if (base == "xor") return &binary<Xor, T>;
    if (base == "not") return op.type() == Type::pred ? &unary<LogicalNot, T> : &unary<Not, T>;
    if (base == "cnot") return &unary<LogicalNot, T>;
    if (base == "shl") return &shifted<ShiftLeft, T>;
    if (base == "popc") return &unary<CountOnes, T>;
    if (base == "clz") return &unary<LeadingZeros, T>;
    if (base == "brev") return &unary<Reverse, T>;
    if (base == "bfi") return &insert<T>;
    return nullptr;
  });
}

Step negate_step() { return &unary<LogicalNot, std::uint8_t>; }

}  // namespace cuda_stand_in
