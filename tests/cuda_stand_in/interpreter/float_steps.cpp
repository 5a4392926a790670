// Arithmetic of float and double, IEEE round to nearest: the build forbids contraction, and fused products are
// explicit.
//
// The approximations of a device (rsqrt.approx, rcp.approx, ex2.approx, ...) are computed here in double and rounded
// once: better than any device does it, so a test must not draw conclusions about their errors. The seeds
// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 have 20 bits, as there.
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

struct Add {
  template <class T>
  static T of(T a, T b) {
    return a + b;
  }
};
struct Subtract {
  template <class T>
  static T of(T a, T b) {
    return a - b;
  }
};
struct Multiply {
  template <class T>
  static T of(T a, T b) {
    return a * b;
  }
};
struct Divide {
  template <class T>
  static T of(T a, T b) {
    return a / b;
  }
};
struct Fused {
  template <class T>
  static T of(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};
struct Root {
  template <class T>
  static T of(T a) {
    return std::sqrt(a);
  }
};
struct Reciprocal {
  template <class T>
  static T of(T a) {
    return T{1} / a;
  }
};
struct InverseRoot {
  template <class T>
  static T of(T a) {
    return static_cast<T>(1.0 / std::sqrt(static_cast<double>(a)));
  }
};
struct PowerOfTwo {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::exp2(static_cast<double>(a)));
  }
};
struct Logarithm {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::log2(static_cast<double>(a)));
  }
};
struct Sine {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::sin(static_cast<double>(a)));
  }
};
struct Cosine {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::cos(static_cast<double>(a)));
  }
};
struct Tangens {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::tanh(static_cast<double>(a)));
  }
};
/// The number wins over what is not a number, and -0 is less than +0.
struct Minimum {
  template <class T>
  static T of(T a, T b) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
  }
};
struct Maximum {
  template <class T>
  static T of(T a, T b) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
  }
};
/// copysign d, a, b: b with the sign of a.
struct CopySign {
  template <class T>
  static T of(T a, T b) {
    return std::copysign(b, a);
  }
};
struct Negate {
  template <class T>
  static T of(T a) {
    return -a;
  }
};
struct Absolute {
  template <class T>
  static T of(T a) {
    return std::fabs(a);
  }
};

/// The operation with one canonical NaN, and with subnormals flushed if so asked.
template <class Operation, bool Flush>
struct Whole {
  template <class... T>
  static auto of(T... a) {
    if constexpr (Flush)
      return flushed(canonical(Operation::of(flushed(a)...)));
    else
      return canonical(Operation::of(a...));
  }
};
/// Seeds of Newton iterations: the upper 32 bits alone.
template <class Operation>
struct Seed {
  static double of(double a) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(flushed(Operation::of(flushed(a)))) &
                                 0xffffffff00000000ULL);
  }
};

template <class Operation>
Step unary_of(Opcode& op) {
  const bool flush = op.take("ftz");
  return with_float(op, op.type(), [&]<class T>(As<T>) -> Step {
    return flush ? &unary<Whole<Operation, true>, T> : &unary<Whole<Operation, false>, T>;
  });
}
template <class Operation>
Step binary_of(Opcode& op) {
  const bool flush = op.take("ftz");
  return with_float(op, op.type(), [&]<class T>(As<T>) -> Step {
    return flush ? &binary<Whole<Operation, true>, T> : &binary<Whole<Operation, false>, T>;
  });
}
template <class Operation>
Step ternary_of(Opcode& op) {
  const bool flush = op.take("ftz");
  return with_float(op, op.type(), [&]<class T>(As<T>) -> Step {
    return flush ? &ternary<Whole<Operation, true>, T> : &ternary<Whole<Operation, false>, T>;
  });
}

template <class T>
const Instruction* test_property(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const int kind = std::fpclassify(operand<T>(i, r, 1));
  const bool finite = kind == FP_ZERO || kind == FP_NORMAL || kind == FP_SUBNORMAL;
  const bool answers[] = {finite,         kind == FP_INFINITE, finite || kind == FP_INFINITE,
                          kind == FP_NAN, kind == FP_NORMAL,   kind == FP_SUBNORMAL};
  r[i->o[0]] = answers[i->imm] ? 1 : 0;
  return i + 1;
}

Step property(Opcode& op) {
  static constexpr std::string_view names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  for (const std::string_view name : names) {
    if (op.take(name)) return with_float(op, op.type(), []<class T>(As<T>) -> Step { return &test_property<T>; });
    ++op.imm;
  }
  op.unknown();
}

Step arithmetic(Opcode& op) {
  const std::string& base = op.base;
  if (base == "add") return binary_of<Add>(op);
  if (base == "sub") return binary_of<Subtract>(op);
  if (base == "mul") return binary_of<Multiply>(op);
  if (base == "fma" || base == "mad") return ternary_of<Fused>(op);
  if (base == "div") return binary_of<Divide>(op);
  if (base == "sqrt") return unary_of<Root>(op);
  if (base == "rcp") return unary_of<Reciprocal>(op);
  return nullptr;
}

Step approximation(Opcode& op) {
  const std::string& base = op.base;
  if (op.type() == Type::f64 && (base == "rcp" || base == "rsqrt") && op.take("ftz"))
    return base == "rcp" ? &unary<Seed<Reciprocal>, double> : &unary<Seed<InverseRoot>, double>;
  if (base == "rsqrt") return unary_of<InverseRoot>(op);
  if (op.type() != Type::f32) op.unknown();
  if (base == "ex2") return unary_of<PowerOfTwo>(op);
  if (base == "lg2") return unary_of<Logarithm>(op);
  if (base == "sin") return unary_of<Sine>(op);
  if (base == "cos") return unary_of<Cosine>(op);
  if (base == "tanh") return unary_of<Tangens>(op);
  if (base == "div" || base == "sqrt" || base == "rcp") return arithmetic(op);
  return nullptr;
}

}  // namespace

Step float_step(Opcode& op) {
  if (op.types.empty() || !is_float(op.types.front()) || op.types.size() != 1) return nullptr;
  const std::string& base = op.base;
  if (base == "testp") return property(op);
  if (base == "min") return binary_of<Minimum>(op);
  if (base == "max") return binary_of<Maximum>(op);
  if (base == "neg") return unary_of<Negate>(op);
  if (base == "abs") return unary_of<Absolute>(op);
  if (base == "copysign") return binary_of<CopySign>(op);
  if (op.take("approx") || op.take("full")) return approximation(op);
  // add, sub and mul without a mode round to nearest too.
  op.take("rn");
  return arithmetic(op);
}

}  // namespace cuda_stand_in
