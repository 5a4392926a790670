// add, sub, mul, mad, div, rem, min, max, abs, neg and friends of integers; they wrap, as on the device.
#include <algorithm>
#include <limits>

#include "tests/cuda_stand_in/interpreter/thread.h"
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

// A product of two 16-bit numbers would be computed as int and could overflow: 64 bits for all.
template <class T>
T wrap(std::uint64_t value) {
  return static_cast<T>(value);
}
template <class T>
using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
template <class T>
using Twice = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
#pragma GCC diagnostic pop

struct Add {
  template <class T>
  static T of(T a, T b) {
    return wrap<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};
struct Subtract {
  template <class T>
  static T of(T a, T b) {
    return wrap<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  }
};
struct MultiplyLow {
  template <class T>
  static T of(T a, T b) {
    return wrap<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }
};
struct MultiplyHigh {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) >> (8 * sizeof(T)));
  }
};
struct MultiplyWide {
  /// Only of 16 and 32 bits: the product fits.
  template <class T>
  static auto of(T a, T b) {
    const auto product = static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
    if constexpr (sizeof(T) == 2)
      return static_cast<std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>(product);
    else
      return product;
  }
};
template <class Product>
struct ThenAdd {
  template <class T>
  static T of(T a, T b, T c) {
    return Add::of(Product::of(a, b), c);
  }
};
/// Division by zero gives some value on a device; all ones are what it gives there.
struct Divide {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return Subtract::of(T{0}, a);
    return static_cast<T>(a / b);
  }
};
struct Remainder {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
struct Minimum {
  template <class T>
  static T of(T a, T b) {
    return std::min(a, b);
  }
};
struct Maximum {
  template <class T>
  static T of(T a, T b) {
    return std::max(a, b);
  }
};
struct Negate {
  template <class T>
  static T of(T a) {
    return Subtract::of(T{0}, a);
  }
};
struct Absolute {
  template <class T>
  static T of(T a) {
    return a < 0 ? Subtract::of(T{0}, a) : a;
  }
};

template <class Operation>
Step binary_of(Opcode& op) {
  return with_integer(op, op.type(), []<class T>(As<T>) -> Step { return &binary<Operation, T>; });
}
template <class Operation>
Step unary_of(Opcode& op) {
  return with_integer(op, op.type(), []<class T>(As<T>) -> Step { return &unary<Operation, T>; });
}
template <class Operation>
Step ternary_of(Opcode& op) {
  return with_integer(op, op.type(), []<class T>(As<T>) -> Step { return &ternary<Operation, T>; });
}

template <class T>
const Instruction* multiply_add_wide(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const auto product = MultiplyWide::of(operand<T>(i, r, 1), operand<T>(i, r, 2));
  using Result = decltype(product);
  r[i->o[0]] = put(Add::of<std::remove_const_t<Result>>(product, operand<std::remove_const_t<Result>>(i, r, 3)));
  return i + 1;
}

Step product(Opcode& op, bool add) {
  if (op.take("wide")) {
    switch (op.type()) {
      case Type::u16: return add ? &multiply_add_wide<std::uint16_t> : &binary<MultiplyWide, std::uint16_t>;
      case Type::s16: return add ? &multiply_add_wide<std::int16_t> : &binary<MultiplyWide, std::int16_t>;
      case Type::u32: return add ? &multiply_add_wide<std::uint32_t> : &binary<MultiplyWide, std::uint32_t>;
      case Type::s32: return add ? &multiply_add_wide<std::int32_t> : &binary<MultiplyWide, std::int32_t>;
      default: op.unknown();
    }
  }
  if (op.take("lo")) return add ? ternary_of<ThenAdd<MultiplyLow>>(op) : binary_of<MultiplyLow>(op);
  if (op.take("hi")) return add ? ternary_of<ThenAdd<MultiplyHigh>>(op) : binary_of<MultiplyHigh>(op);
  op.unknown();
}

/// add.cc, addc, sub.cc, subc: with the carry (borrow) of the thread.
template <class T, bool Minus, bool In, bool Out>
const Instruction* carried(const Instruction* i, std::uint64_t* r, Thread& t) {
  using U = std::make_unsigned_t<T>;
  const U a = operand<U>(i, r, 1), b = operand<U>(i, r, 2), c = In && t.carry ? 1 : 0;
  const U partial = Minus ? static_cast<U>(a - b) : static_cast<U>(a + b);
  const U result = Minus ? static_cast<U>(partial - c) : static_cast<U>(partial + c);
  if (Out) t.carry = Minus ? (a < b || partial < c) : (partial < a || result < partial);
  r[i->o[0]] = put(result);
  return i + 1;
}

template <bool Minus>
Step with_carry(Opcode& op, bool in, bool out) {
  return with_integer(op, op.type(), [&]<class T>(As<T>) -> Step {
    if (in) return out ? &carried<T, Minus, true, true> : &carried<T, Minus, true, false>;
    return &carried<T, Minus, false, true>;
  });
}

}  // namespace

Step integer_step(Opcode& op) {
  if (op.types.empty() || is_float(op.types.front()) || op.types.front() == Type::pred) return nullptr;
  const std::string& base = op.base;
  if (base == "addc" || base == "subc" || base == "add" || base == "sub") {
    const bool in = base.size() == 4, out = op.take("cc"), minus = base.starts_with("sub");
    if (in || out) return minus ? with_carry<true>(op, in, out) : with_carry<false>(op, in, out);
    return minus ? binary_of<Subtract>(op) : binary_of<Add>(op);
  }
  if (base == "mul" || base == "mad") return product(op, base == "mad");
  if (base == "div") return binary_of<Divide>(op);
  if (base == "rem") return binary_of<Remainder>(op);
  if (base == "min") return binary_of<Minimum>(op);
  if (base == "max") return binary_of<Maximum>(op);
  if (base == "neg") return unary_of<Negate>(op);
  if (base == "abs") return unary_of<Absolute>(op);
  return nullptr;
}

}  // namespace cuda_stand_in
