#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace cuda_stand_in {

inline std::string hexadecimal(std::uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace cuda_stand_in
