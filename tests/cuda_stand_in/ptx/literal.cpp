#include <bit>
#include <cstdlib>

#include "tests/cuda_stand_in/ptx/syntax.h"

namespace cuda_stand_in {
namespace {

std::uint64_t digits(const std::string& text, std::size_t from, int base, unsigned line) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str() + from, &end, base);
  if (end == text.c_str() + from || (*end != '\0' && std::string_view(end) != "U"))
    throw PtxError(line, "'" + text + "' is not a number");
  return value;
}

/// The bits of `value` as the wanted type holds it.
std::uint64_t as(double value, Type type) {
  return type == Type::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                           : std::bit_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t integer_of(const std::string& text, unsigned line) {
  if (text.starts_with("0x") || text.starts_with("0X")) return digits(text, 2, 16, line);
  if (text.starts_with("0b") || text.starts_with("0B")) return digits(text, 2, 2, line);
  return digits(text, 0, text.starts_with("0") ? 8 : 10, line);
}

std::uint64_t literal_bits(const Operand& literal, Type type, unsigned line) {
  const std::string& text = literal.text;
  const bool wide = text.starts_with("0d") || text.starts_with("0D");
  if (wide || text.starts_with("0f") || text.starts_with("0F")) {
    const std::uint64_t bits = digits(text, 2, 16, line);
    const double value =
        wide ? std::bit_cast<double>(bits) : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    // Negating is a flip of the sign here; a literal of the other width is converted, as ptxas does.
    const double sign = literal.negated ? -1.0 : 1.0;
    if (type == Type::f32 && !wide && !literal.negated) return bits;  // keeps the payload of a NaN
    if (!is_float(type)) return wide ? as(sign * value, Type::f64) : as(sign * value, Type::f32);
    return as(sign * value, type);
  }
  if (is_float(type)) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != '\0') throw PtxError(line, "'" + text + "' is not a number");
    return as(literal.negated ? -value : value, type);
  }
  const std::uint64_t value = integer_of(text, line);
  return literal.negated ? 0 - value : value;
}

}  // namespace cuda_stand_in
