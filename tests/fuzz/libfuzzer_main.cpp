// One libFuzzer program a target: TUCANA_FUZZ_TARGET names its function in targets.h.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/targets.h"

#define TUCANA_JOIN_(a, b) a##b
#define TUCANA_JOIN(a, b) TUCANA_JOIN_(a, b)

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // The valid file goes into the folder that TUCANA_FUZZ_SEEDS names, so that a corpus can begin with it.
  if (const char* folder = std::getenv("TUCANA_FUZZ_SEEDS"); folder != nullptr) {
    const tucana::test::Bytes seed = tucana::test::TUCANA_JOIN(seed_, TUCANA_FUZZ_TARGET)();
    std::filesystem::create_directories(folder);
    std::ofstream(std::filesystem::path(folder) / "seed", std::ios::binary)
        .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tucana::test::TUCANA_JOIN(fuzz_, TUCANA_FUZZ_TARGET)(std::as_bytes(std::span(data, size)));
  return 0;
}
