// atom and red. Slots: o[0] the old value, o[1] and o[2] the operands, o[4] the address.
#include <algorithm>

#include "tests/cuda_stand_in/interpreter/reach.h"
#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

struct Add {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(old + b);
    else
      return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(b));
  }
};
struct Minimum {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return std::min(old, b);
  }
};
struct Maximum {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return std::max(old, b);
  }
};
struct And {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return old & b;
  }
};
struct Or {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return old | b;
  }
};
struct Xor {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return old ^ b;
  }
};
struct Exchange {
  template <class T>
  static T of(T /*old*/, T b, T /*c*/) {
    return b;
  }
};
struct CompareAndSwap {
  template <class T>
  static T of(T old, T b, T c) {
    return old == b ? c : old;
  }
};
struct Increment {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return old >= b ? T{0} : static_cast<T>(old + 1);
  }
};
struct Decrement {
  template <class T>
  static T of(T old, T b, T /*c*/) {
    return old == 0 || old > b ? b : static_cast<T>(old - 1);
  }
};

template <class Operation, class T, Space S>
const Instruction* change(const Instruction* i, std::uint64_t* r, Thread& t) {
  const std::uint64_t address = r[i->o[4]] + static_cast<std::uint64_t>(i->imm);
  std::byte* at = reach<S>(i, t, address, sizeof(T), Access::atomic);
  if (at == nullptr) return nullptr;
  T old;
  std::memcpy(&old, at, sizeof old);
  const T changed = Operation::of(old, operand<T>(i, r, 1), operand<T>(i, r, 2));
  std::memcpy(at, &changed, sizeof changed);
  r[i->o[0]] = put(old);
  return i + 1;
}

template <class Operation, class T>
Step in_space(Opcode& op) {
  if (op.take("global")) return &change<Operation, T, Space::global>;
  if (op.take("shared")) return &change<Operation, T, Space::shared>;
  return &change<Operation, T, Space::generic>;
}

template <class Operation>
Step of_integer(Opcode& op) {
  if (bytes_of(op.type()) < 4) op.unknown();
  return with_integer(op, op.type(), [&]<class T>(As<T>) -> Step { return in_space<Operation, T>(op); });
}

}  // namespace

Step atomic_step(Opcode& op) {
  op.take_any({"relaxed", "acquire", "release", "acq_rel"});
  op.take_any({"cta", "cluster", "gpu", "sys"});
  if (op.take("add")) {
    if (op.type() == Type::f32) return in_space<Add, float>(op);
    if (op.type() == Type::f64) return in_space<Add, double>(op);
    return of_integer<Add>(op);
  }
  if (op.take("min")) return of_integer<Minimum>(op);
  if (op.take("max")) return of_integer<Maximum>(op);
  if (op.take("and")) return of_integer<And>(op);
  if (op.take("or")) return of_integer<Or>(op);
  if (op.take("xor")) return of_integer<Xor>(op);
  if (op.take("exch")) return of_integer<Exchange>(op);
  if (op.take("cas")) return of_integer<CompareAndSwap>(op);
  if (op.take("inc")) return of_integer<Increment>(op);
  if (op.take("dec")) return of_integer<Decrement>(op);
  op.unknown();
}

}  // namespace cuda_stand_in
