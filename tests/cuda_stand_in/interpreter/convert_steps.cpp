// cvt between all integers, float and double, with the rounding modes.
#include <limits>
#include <utility>

#include "tests/cuda_stand_in/interpreter/values.h"

namespace cuda_stand_in {
namespace {

/// Ways to round, the flags beside them in Instruction::imm.
enum Mode : std::int64_t { none, nearest, zero, down, up, ways = 7, flush = 8, saturate = 16 };

template <class T>
T to_whole(T value, std::int64_t way) {
  switch (way) {
    case nearest: return std::nearbyint(value);
    case zero: return std::trunc(value);
    case down: return std::floor(value);
    case up: return std::ceil(value);
    default: return value;
  }
}

/// Beyond the range the nearest end, and zero of what is not a number, as the device does it.
template <class To, class From>
To float_to_integer(From value, std::int64_t way) {
  if (std::isnan(value)) return 0;
  const From whole = to_whole(value, way);
  // 2^bits (2^(bits-1) for signed) is exact in both formats.
  const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  if (whole >= above) return std::numeric_limits<To>::max();
  if (std::is_unsigned_v<To> ? whole < 0 : whole < -above) return std::numeric_limits<To>::min();
  return static_cast<To>(whole);
}

/// Every integer of 64 bits and every double is exact in long double: the nearest is corrected by comparison.
template <class To, class From>
To to_float(From value, std::int64_t way) {
  const auto rounded = static_cast<To>(value);
  if (way == nearest || way == none || std::isnan(rounded)) return rounded;
  const auto exact = static_cast<long double>(value);
  const auto got = static_cast<long double>(rounded);
  const To infinity = std::numeric_limits<To>::infinity();
  if ((way == down || (way == zero && exact > 0)) && got > exact) return std::nextafter(rounded, -infinity);
  if ((way == up || (way == zero && exact < 0)) && got < exact) return std::nextafter(rounded, infinity);
  return rounded;
}

template <class To, class From>
To integer_to_integer(From value, std::int64_t mode) {
  if ((mode & saturate) == 0) return static_cast<To>(value);
  if (std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (std::cmp_greater(value, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(value);
}

template <class To, class From>
const Instruction* convert(const Instruction* i, std::uint64_t* r, Thread& /*t*/) {
  auto value = operand<From>(i, r, 1);
  const std::int64_t way = i->imm & ways;
  if constexpr (std::is_floating_point_v<From>) {
    if ((i->imm & flush) != 0 && std::is_same_v<From, float>) value = flushed(value);
  }
  To result{};
  if constexpr (std::is_same_v<To, From> && std::is_floating_point_v<To>) {
    result = canonical(to_whole(value, way));
  } else if constexpr (std::is_floating_point_v<To>) {
    result = canonical(to_float<To>(value, way));
  } else if constexpr (std::is_floating_point_v<From>) {
    result = float_to_integer<To>(value, way);
  } else {
    result = integer_to_integer<To>(value, i->imm);
  }
  if constexpr (std::is_floating_point_v<To>) {
    if ((i->imm & saturate) != 0) result = result > 0 ? std::fmin(result, To{1}) : To{0};
    if ((i->imm & flush) != 0 && std::is_same_v<To, float>) result = flushed(result);
  }
  r[i->o[0]] = put(result);
  return i + 1;
}

template <class Pick>
Step with_any(const Opcode& op, Type type, Pick pick) {
  if (is_float(type)) return with_float(op, type, pick);
  if (bytes_of(type) > 1) return with_integer(op, type, pick);
  if (type == Type::pred) op.unknown();
  return is_signed(type) ? pick(As<std::int8_t>()) : pick(As<std::uint8_t>());
}

template <class To>
Step convert_to(const Opcode& op) {
  return with_any(op, op.type(1), []<class From>(As<From>) -> Step { return &convert<To, From>; });
}

}  // namespace

Step convert_step(Opcode& op) {
  if (op.base != "cvt") return nullptr;
  if (op.types.size() != 2) op.unknown();
  const bool to_integer = !is_float(op.type(0)), from_float = is_float(op.type(1));
  const bool whole = from_float && (to_integer || op.type(0) == op.type(1));
  const std::string_view way =
      whole ? op.take_any({"rni", "rzi", "rmi", "rpi"}) : op.take_any({"rn", "rz", "rm", "rp"});
  if (to_integer && from_float && way.empty()) op.unknown();
  if (!way.empty()) op.imm = way[1] == 'n' ? nearest : way[1] == 'z' ? zero : way[1] == 'm' ? down : up;
  if (op.take("ftz")) op.imm |= flush;
  if (op.take("sat")) op.imm |= saturate;
  return with_any(op, op.type(0), [&]<class To>(As<To>) -> Step { return convert_to<To>(op); });
}

Step sign_extend_step(Type type) {
  if (type == Type::s8) return &convert<std::int64_t, std::int8_t>;
  if (type == Type::s16) return &convert<std::int64_t, std::int16_t>;
  return &convert<std::int64_t, std::int32_t>;
}

}  // namespace cuda_stand_in
