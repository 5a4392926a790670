#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/simulation/options_fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tucana::try_options_text(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
