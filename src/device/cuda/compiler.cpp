#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <type_traits>

#include "tucana/device/cuda_compiler.h"
#include "tucana/device/kernel_text.h"
#include "tucana/device/program_source_internal.h"
#include "tucana/device/shared_library_internal.h"

namespace tucana::device {
namespace {

using Result = int;  // 0 is success
using ProgramHandle = struct NvrtcProgram*;

#define TUCANA_NVRTC_FUNCTIONS(DO)                                                                          \
  DO(nvrtcVersion, Result, (int* major, int* minor))                                                        \
  DO(nvrtcGetErrorString, const char*, (Result status))                                                     \
  DO(nvrtcGetNumSupportedArchs, Result, (int* count))                                                       \
  DO(nvrtcGetSupportedArchs, Result, (int* numbers))                                                        \
  DO(nvrtcCreateProgram, Result,                                                                            \
     (ProgramHandle * program, const char* source, const char* name, int count, const char* const* headers, \
      const char* const* names))                                                                            \
  DO(nvrtcDestroyProgram, Result, (ProgramHandle * program))                                                \
  DO(nvrtcCompileProgram, Result, (ProgramHandle program, int count, const char* const* options))           \
  DO(nvrtcGetProgramLogSize, Result, (ProgramHandle program, std::size_t * size))                           \
  DO(nvrtcGetProgramLog, Result, (ProgramHandle program, char* log))                                        \
  DO(nvrtcGetPTXSize, Result, (ProgramHandle program, std::size_t * size))                                  \
  DO(nvrtcGetPTX, Result, (ProgramHandle program, char* ptx))                                               \
  DO(nvrtcGetCUBINSize, Result, (ProgramHandle program, std::size_t * size))                                \
  DO(nvrtcGetCUBIN, Result, (ProgramHandle program, char* cubin))

struct Compiler {
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define TUCANA_MEMBER(name, type, arguments) type(*name) arguments = nullptr;
  TUCANA_NVRTC_FUNCTIONS(TUCANA_MEMBER)
#undef TUCANA_MEMBER
  std::string problem;
};

/// NVRTC opens a second library by its name, using its own search path. The path is ignored where another component
/// intercepts the loader (sanitizers do); the library is therefore opened here, from the same folder.
void open_builtins(const Compiler& compiler) {
  int major = 0, minor = 0;
  Dl_info place{};
  if (compiler.nvrtcVersion(&major, &minor) != 0) return;
  if (::dladdr(reinterpret_cast<void*>(compiler.nvrtcVersion), &place) == 0 || place.dli_fname == nullptr) return;
  const auto folder = std::filesystem::path(place.dli_fname).parent_path();
  // Whether it succeeds does not matter: NVRTC tries again, and says what is wrong.
  ::dlopen((folder / fmt::format("libnvrtc-builtins.so.{}.{}", major, minor)).c_str(), RTLD_NOW | RTLD_LOCAL);
}

Compiler open_compiler() {
  static constexpr std::array names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so",
                                       "/usr/local/cuda/lib64/libnvrtc.so"};
  const SharedLibrary library("TUCANA_NVRTC", names);
  Compiler compiler;
  if (!library.is_open()) {
    compiler.problem = fmt::format(
        "there is no NVRTC, the compiler of CUDA ({}); install it (CUDA toolkit, or pip install nvidia-cuda-nvrtc) and "
        "name the library in TUCANA_NVRTC where the loader does not find it",
        library.problem());
    return compiler;
  }
  const auto find = [&](const char* name, auto& function) {
    void* symbol = library.symbol(name);
    if (symbol == nullptr && compiler.problem.empty())
      compiler.problem = fmt::format("NVRTC has no {}; install that of CUDA 11.2 or later", name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
  };
#define TUCANA_FIND(name, type, arguments) find(#name, compiler.name);
  TUCANA_NVRTC_FUNCTIONS(TUCANA_FIND)
#undef TUCANA_FIND
  if (compiler.problem.empty()) open_builtins(compiler);
  return compiler;
}

const Compiler& any_compiler() {
  static const Compiler compiler = open_compiler();
  return compiler;
}

const Compiler& compiler() {
  if (!any_compiler().problem.empty()) throw DeviceError(any_compiler().problem);
  return any_compiler();
}

void check(Result status, const char* call) {
  if (status != 0)
    throw DeviceError(fmt::format("NVRTC: {} failed with {}", call, compiler().nvrtcGetErrorString(status)));
}

class Compilation {
 public:
  explicit Compilation(const ProgramText& text, const std::string& architecture)
      : source_(whole_source(kernels::cuda_prelude, text)) {
    check(compiler().nvrtcCreateProgram(&program_, source_.c_str(), text.name.c_str(), 0, nullptr, nullptr),
          "nvrtcCreateProgram");
    // Strict mathematics: products and sums are rounded one by one; kernels call fma() where they want it.
    std::vector<std::string> words = {"--gpu-architecture=" + architecture,
                                      "--std=c++17",
                                      "--fmad=false",
                                      "--ftz=false",
                                      "--prec-div=true",
                                      "--prec-sqrt=true"};
    words.insert(words.end(), text.compiler_options.begin(), text.compiler_options.end());
    std::vector<const char*> options;
    options.reserve(words.size());
    for (const auto& word : words) options.push_back(word.c_str());
    status_ = compiler().nvrtcCompileProgram(program_, static_cast<int>(options.size()), options.data());
    log_ = product<std::string>(compiler().nvrtcGetProgramLogSize, compiler().nvrtcGetProgramLog);
    log_.resize(log_.find_last_not_of(std::string_view(" \n\0", 3)) + 1);  // npos + 1 is 0: nothing but blanks
  }
  ~Compilation() { static_cast<void>(compiler().nvrtcDestroyProgram(&program_)); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  const std::string& log() const { return log_; }

  void expect_success(const ProgramText& text, const std::string& architecture) const {
    if (status_ == 0) return;
    throw DeviceError(fmt::format("NVRTC {} does not accept program {} for {} ({}); please report this{}{}",
                                  cuda_compiler_version(), text.name, architecture,
                                  compiler().nvrtcGetErrorString(status_), log_.empty() ? "" : "\n", log_));
  }

  std::string ptx() const {
    auto ptx = product<std::string>(compiler().nvrtcGetPTXSize, compiler().nvrtcGetPTX);
    ptx.resize(ptx.find_last_not_of('\0') + 1);
    return ptx;
  }

  template <class Bytes>
  Bytes product(Result (*size_of)(ProgramHandle, std::size_t*), Result (*get)(ProgramHandle, char*)) const {
    std::size_t size = 0;
    check(size_of(program_, &size), "asking for a size");
    Bytes bytes(size, typename Bytes::value_type{});
    if (size > 0) check(get(program_, reinterpret_cast<char*>(bytes.data())), "asking for what was compiled");
    return bytes;
  }

 private:
  std::string source_, log_;
  ProgramHandle program_ = nullptr;
  Result status_ = 0;
};

}  // namespace

std::string cuda_compiler_problem() { return any_compiler().problem; }

std::string cuda_compiler_version() {
  int major = 0, minor = 0;
  check(compiler().nvrtcVersion(&major, &minor), "nvrtcVersion");
  return fmt::format("{}.{}", major, minor);
}

std::vector<std::string> cuda_architectures() {
  int count = 0;
  check(compiler().nvrtcGetNumSupportedArchs(&count), "nvrtcGetNumSupportedArchs");
  std::vector<int> numbers(static_cast<std::size_t>(count));
  check(compiler().nvrtcGetSupportedArchs(numbers.data()), "nvrtcGetSupportedArchs");
  std::vector<std::string> names;
  for (const int number : numbers) names.push_back("sm_" + std::to_string(number));
  return names;
}

std::string compile_to_ptx(const ProgramText& text, const std::string& architecture, std::string* log) {
  TUCANA_EXPECT(architecture.starts_with("sm_"));
  const Compilation done(text, "compute_" + architecture.substr(3));
  done.expect_success(text, architecture);
  if (log != nullptr) *log = done.log();
  return done.ptx();
}

std::vector<std::byte> compile_to_cubin(const ProgramText& text, const std::string& architecture, std::string* log,
                                        std::string* ptx) {
  const Compilation done(text, architecture);
  done.expect_success(text, architecture);
  if (log != nullptr) *log = done.log();
  if (ptx != nullptr) *ptx = done.ptx();
  return done.product<std::vector<std::byte>>(compiler().nvrtcGetCUBINSize, compiler().nvrtcGetCUBIN);
}

}  // namespace tucana::device
