#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cuda_stand_in {

/// The fundamental types of PTX that are understood here; half precision and the rest are refused.
enum class Type { pred, b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64, f32, f64 };

std::optional<Type> type_of(std::string_view word);
unsigned bytes_of(Type type);
bool is_float(Type type);
bool is_signed(Type type);

/// PTX that is wrong, or that this stand-in does not know: never skipped.
class PtxError : public std::runtime_error {
 public:
  PtxError(unsigned line, const std::string& what)
      : std::runtime_error("PTX line " + std::to_string(line) + ": " + what) {}
};

}  // namespace cuda_stand_in
