// Where tests that use devices keep compiled kernels: in the build folder, not in somebody's home. Part of every test
// program that opens devices.
#include <cstdlib>

namespace {

const bool set = [] {
  setenv("TUCANA_CACHE_DIR", TUCANA_TEST_CACHE "/tucana", 0);
  setenv("POCL_CACHE_DIR", TUCANA_TEST_CACHE "/pocl", 0);
  return true;
}();

}  // namespace
