#include "tests/cuda_stand_in/ptx/types.h"

#include <array>
#include <utility>

namespace cuda_stand_in {
namespace {

struct Row {
  std::string_view word;
  Type type;
  unsigned bytes;
};
constexpr std::array<Row, 15> table = {{{"pred", Type::pred, 1},
                                        {"b8", Type::b8, 1},
                                        {"b16", Type::b16, 2},
                                        {"b32", Type::b32, 4},
                                        {"b64", Type::b64, 8},
                                        {"u8", Type::u8, 1},
                                        {"u16", Type::u16, 2},
                                        {"u32", Type::u32, 4},
                                        {"u64", Type::u64, 8},
                                        {"s8", Type::s8, 1},
                                        {"s16", Type::s16, 2},
                                        {"s32", Type::s32, 4},
                                        {"s64", Type::s64, 8},
                                        {"f32", Type::f32, 4},
                                        {"f64", Type::f64, 8}}};

}  // namespace

std::optional<Type> type_of(std::string_view word) {
  for (const Row& row : table)
    if (row.word == word) return row.type;
  return std::nullopt;
}

unsigned bytes_of(Type type) { return table[static_cast<std::size_t>(type)].bytes; }
bool is_float(Type type) { return type == Type::f32 || type == Type::f64; }
bool is_signed(Type type) { return type >= Type::s8 && type <= Type::s64; }

}  // namespace cuda_stand_in
