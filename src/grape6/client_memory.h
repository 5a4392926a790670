#pragma once

#include <cstddef>
#include <cstring>

#include "tucana/core/vec3.h"

namespace tucana::grape6 {

/// Numbers in arrays of a client: at any address (Fortran's COMMON and packed structures are not always aligned), and
/// perhaps the same for several arguments.
template <class T>
T read_at(const void* array, std::size_t i = 0) {
  T value;
  std::memcpy(&value, static_cast<const char*>(array) + i * sizeof value, sizeof value);
  return value;
}

/// Nothing is written where the client gave no array.
template <class T>
void write_at(void* array, std::size_t i, const T& value) {
  if (array != nullptr) std::memcpy(static_cast<char*>(array) + i * sizeof value, &value, sizeof value);
}

static_assert(sizeof(Vec3) == 3 * sizeof(double));

/// Zero where the client gave no vector.
inline Vec3 vector_at(const void* array, std::size_t i = 0) {
  return array == nullptr ? Vec3{} : read_at<Vec3>(array, i);
}

}  // namespace tucana::grape6
