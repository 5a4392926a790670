// Where tests that use devices keep compiled kernels (in the build folder, not in somebody's home), and which NVRTC
// and CUDA driver (our stand-in) they use. Part of every test program that opens devices.
#include <cstdlib>
#include <string_view>

namespace {

const bool set = [] {
  setenv("TUCANA_CACHE_DIR", TUCANA_TEST_CACHE "/tucana", 0);
  setenv("POCL_CACHE_DIR", TUCANA_TEST_CACHE "/pocl", 0);
  const std::string_view nvrtc = TUCANA_TEST_NVRTC;
  if (!nvrtc.empty()) setenv("TUCANA_NVRTC", nvrtc.data(), 0);
  setenv("TUCANA_CUDA_DRIVER", TUCANA_TEST_CUDA_DRIVER, 0);
  return true;
}();

}  // namespace

// What drivers and compilers of others leave behind is not ours; sanitizers ask for this by name.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "detect_leaks=0";  // the search for leaks itself crashes now and then among the threads of PoCL
}
