// setp, set and selp.
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

struct Equal {
  template <class T>
  static bool of(T a, T b) {
    return a == b;
  }
};
struct NotEqual {
  template <class T>
  static bool of(T a, T b) {
    return a != b;
  }
};
struct Less {
  template <class T>
  static bool of(T a, T b) {
    return a < b;
  }
};
struct LessEqual {
  template <class T>
  static bool of(T a, T b) {
    return a <= b;
  }
};
struct Greater {
  template <class T>
  static bool of(T a, T b) {
    return a > b;
  }
};
struct GreaterEqual {
  template <class T>
  static bool of(T a, T b) {
    return a >= b;
  }
};
struct Ordered {
  template <class T>
  static bool of(T a, T b) {
    return !std::isnan(a) && !std::isnan(b);
  }
};
struct Unordered {
  template <class T>
  static bool of(T a, T b) {
    return !Ordered::of(a, b);
  }
};
/// eq, ne, ... of floats are false when one is not a number; equ, neu, ... true.
template <class Test>
struct IfOrdered {
  template <class T>
  static bool of(T a, T b) {
    return Ordered::of(a, b) && Test::of(a, b);
  }
};
template <class Test>
struct OrUnordered {
  template <class T>
  static bool of(T a, T b) {
    return Unordered::of(a, b) || Test::of(a, b);
  }
};
template <class Test>
struct Flushed {
  template <class T>
  static bool of(T a, T b) {
    return Test::of(flushed(a), flushed(b));
  }
};

enum class Combine { none, with_and, with_or, with_xor };

/// setp p|q, a, b {, c}: p = (a ? b) with c, q = not (a ? b) with c.
template <class Test, class T, Combine How>
const Instruction* set_predicate(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  const bool test = Test::of(operand<T>(i, r, 2), operand<T>(i, r, 3));
  if constexpr (How == Combine::none) {
    r[i->o[1]] = test ? 0 : 1;
    r[i->o[0]] = test ? 1 : 0;
  } else {
    const bool c = r[i->o[4]] != 0;
    const auto combined = [c](bool value) {
      if constexpr (How == Combine::with_and)
        return value && c;
      else if constexpr (How == Combine::with_or)
        return value || c;
      else
        return value != c;
    };
    r[i->o[1]] = combined(!test) ? 1 : 0;
    r[i->o[0]] = combined(test) ? 1 : 0;
  }
  return i + 1;
}

/// set.cmp.f32.type writes 1.0, set.cmp.u32.type all ones.
template <class Test, class T>
const Instruction* set_value(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = Test::of(operand<T>(i, r, 1), operand<T>(i, r, 2)) ? static_cast<std::uint32_t>(i->imm) : 0U;
  return i + 1;
}

template <class Test>
Step step_for(Opcode& op, auto with) {
  const std::string_view how = op.take_any({"and", "or", "xor"});
  if (op.base == "set") {
    if (!how.empty() || bytes_of(op.type(0)) != 4) op.unknown();
    op.imm = op.type(0) == Type::f32 ? 0x3f800000 : 0xffffffff;
    return with(op, op.type(1), []<class T>(As<T>) -> Step { return &set_value<Test, T>; });
  }
  return with(op, op.type(), [&]<class T>(As<T>) -> Step {
    if (how == "and") return &set_predicate<Test, T, Combine::with_and>;
    if (how == "or") return &set_predicate<Test, T, Combine::with_or>;
    if (how == "xor") return &set_predicate<Test, T, Combine::with_xor>;
    return &set_predicate<Test, T, Combine::none>;
  });
}

constexpr auto integers = [](const Opcode& op, Type type, auto pick) { return with_integer(op, type, pick); };
constexpr auto floats = [](const Opcode& op, Type type, auto pick) { return with_float(op, type, pick); };

template <class Test>
Step float_test(Opcode& op) {
  return op.take("ftz") ? step_for<Flushed<Test>>(op, floats) : step_for<Test>(op, floats);
}

Step integer_compare(Opcode& op) {
  if (op.take("eq")) return step_for<Equal>(op, integers);
  if (op.take("ne")) return step_for<NotEqual>(op, integers);
  if (op.take("lt") || op.take("lo")) return step_for<Less>(op, integers);
  if (op.take("le") || op.take("ls")) return step_for<LessEqual>(op, integers);
  if (op.take("gt") || op.take("hi")) return step_for<Greater>(op, integers);
  if (op.take("ge") || op.take("hs")) return step_for<GreaterEqual>(op, integers);
  op.unknown();
}

Step float_compare(Opcode& op) {
  if (op.take("eq")) return float_test<Equal>(op);
  if (op.take("ne")) return float_test<IfOrdered<NotEqual>>(op);
  if (op.take("lt")) return float_test<Less>(op);
  if (op.take("le")) return float_test<LessEqual>(op);
  if (op.take("gt")) return float_test<Greater>(op);
  if (op.take("ge")) return float_test<GreaterEqual>(op);
  if (op.take("equ")) return float_test<OrUnordered<Equal>>(op);
  if (op.take("neu")) return float_test<NotEqual>(op);
  if (op.take("ltu")) return float_test<OrUnordered<Less>>(op);
  if (op.take("leu")) return float_test<OrUnordered<LessEqual>>(op);
  if (op.take("gtu")) return float_test<OrUnordered<Greater>>(op);
  if (op.take("geu")) return float_test<OrUnordered<GreaterEqual>>(op);
  if (op.take("num")) return float_test<Ordered>(op);
  if (op.take("nan")) return float_test<Unordered>(op);
  op.unknown();
}

/// selp d, a, b, p.
template <class T>
const Instruction* select(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  r[i->o[0]] = put(operand<T>(i, r, r[i->o[3]] != 0 ? 1 : 2));
  return i + 1;
}

}  // namespace

Step compare_step(Opcode& op) {
  if (op.base == "selp") return with_bits(op, op.type(), []<class T>(As<T>) -> Step { return &select<T>; });
  if (op.base != "setp" && op.base != "set") return nullptr;
  return is_float(op.type(op.types.size() - 1)) ? float_compare(op) : integer_compare(op);
}

}  // namespace cuda_stand_in
