#include "tests/cuda_stand_in/test/nvrtc.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace {

/// NVRTC opens libnvrtc-builtins by name and finds it by its own search path, which is not used where a sanitizer
/// stands between: here it is opened first.
void* open_nvrtc() {
  void* library = dlopen(NVRTC_LIBRARY, RTLD_NOW);
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(NVRTC_LIBRARY).parent_path()))
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so.")) dlopen(entry.path().c_str(), RTLD_NOW);
  return library;
}

/// A function of the library; its type is written by hand.
template <class F>
F* function(const char* name) {
  static void* library = open_nvrtc();
  void* found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr)
    throw std::runtime_error(std::string("no NVRTC at '") + NVRTC_LIBRARY + "': set TUCANA_NVRTC_LIBRARY in CMake");
  return reinterpret_cast<F*>(found);
}

using Program = void*;

std::string text_of(Program program, const char* size_name, const char* text_name) {
  std::size_t size = 0;
  function<int(Program, std::size_t*)>(size_name)(program, &size);
  std::string text(size, '\0');
  function<int(Program, char*)>(text_name)(program, text.data());
  return text.c_str();
}

}  // namespace

std::string compile(const std::string& kernels, int capability) {
  std::ifstream prelude(KERNEL_PRELUDE);
  std::stringstream source;
  source << prelude.rdbuf() << kernels;
  const std::string architecture = "--gpu-architecture=compute_" + std::to_string(capability);
  const std::vector<const char*> options = {architecture.c_str(), "--fmad=false", "--std=c++17"};
  Program program = nullptr;
  using Create = int(Program*, const char*, const char*, int, const char* const*, const char* const*);
  function<Create>("nvrtcCreateProgram")(&program, source.str().c_str(), "test.cu", 0, nullptr, nullptr);
  using Compile = int(Program, int, const char* const*);
  const int result =
      function<Compile>("nvrtcCompileProgram")(program, static_cast<int>(options.size()), options.data());
  const std::string log = text_of(program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog");
  if (result != 0) throw std::runtime_error("NVRTC: " + log);
  std::string ptx = text_of(program, "nvrtcGetPTXSize", "nvrtcGetPTX");
  function<int(Program*)>("nvrtcDestroyProgram")(&program);
  return ptx;
}
