#include <fmt/format.h>

#include <array>

#include "tucana/core/fault_point.h"
#include "tucana/device/binary_cache_internal.h"
#include "tucana/device/cuda/place.h"
#include "tucana/device/cuda_compiler.h"
#include "tucana/device/kernel_text.h"
#include "tucana/device/program_source_internal.h"

namespace tucana::device::cuda {
namespace {

class CudaProgram final : public Program {
 public:
  CudaProgram(std::shared_ptr<const Place> place, std::string name)
      : place_(std::move(place)), name_(std::move(name)) {}
  ~CudaProgram() override {
    if (module_ == nullptr) return;
    try {
      static_cast<void>(place_->functions().cuModuleUnload(module_));
    } catch (const DeviceError&) {  // NOLINT(bugprone-empty-catch): what fails now has failed before
    }
  }
  CudaProgram(const CudaProgram&) = delete;
  CudaProgram& operator=(const CudaProgram&) = delete;

  /// PTX with a zero at its end, or a cubin. Returns what the driver says about it.
  Result load(const CachedBinary& binary) {
    std::string words(8192, '\0');
    std::array options = {JitOption::error_log_buffer, JitOption::error_log_buffer_bytes};
    // The driver wants the size in the place of a pointer.
    std::array<void*, 2> values = {words.data(),
                                   reinterpret_cast<void*>(words.size())};  // NOLINT(performance-no-int-to-ptr)
    const Result status =
        place_->functions().cuModuleLoadDataEx(&module_, binary.bytes.data(), 2, options.data(), values.data());
    driver_log_ = words.substr(0, words.find('\0'));
    log_ = binary.log;
    return status;
  }
  const std::string& driver_log() const { return driver_log_; }

  std::string log() const override { return log_; }

 private:
  std::unique_ptr<Kernel> make_kernel(const std::string& name) const override {
    auto kernel = std::make_unique<CudaKernel>();
    const Functions& functions = place_->functions();
    kernel->name = name;
    place_->check(functions.cuModuleGetFunction(&kernel->handle, module_, name.c_str()),
                  fmt::format("cuModuleGetFunction {} of program {}", name, name_));
    const auto fact = [&](FunctionAttribute which) {
      int value = 0;
      place_->check(functions.cuFuncGetAttribute(&value, which, kernel->handle), "cuFuncGetAttribute");
      return value;
    };
    kernel->known = {fact(FunctionAttribute::registers), fact(FunctionAttribute::local_bytes),
                     fact(FunctionAttribute::shared_bytes), fact(FunctionAttribute::threads_per_block)};
    return kernel;
  }

  std::shared_ptr<const Place> place_;
  std::string name_, log_, driver_log_;
  ModuleHandle module_ = nullptr;
};

CachedBinary as_ptx(const ProgramText& text, const std::string& architecture) {
  CachedBinary binary;
  const std::string ptx = compile_to_ptx(text, architecture, &binary.log);
  const auto bytes = std::as_bytes(std::span(ptx.c_str(), ptx.size() + 1));
  binary.bytes.assign(bytes.begin(), bytes.end());
  return binary;
}

CachedBinary as_cubin(const ProgramText& text, const std::string& architecture) {
  CachedBinary binary;
  binary.bytes = compile_to_cubin(text, architecture, &binary.log);
  return binary;
}

}  // namespace

std::unique_ptr<Program> build_program(const std::shared_ptr<const Place>& place, const ProgramText& text) {
  const DeviceInfo& info = place->info();
  if (fault_point("device_build") != 0) place->check(error_device_unavailable, "cuModuleLoadDataEx");
  std::string key =
      fmt::format("cuda\n{}\n{}\n{}\nNVRTC {}\n", info.name, info.driver, info.architecture, cuda_compiler_version());
  for (const auto& option : text.compiler_options) key += option + "\n";
  key += whole_source(kernels::cuda_prelude, text);

  const BinaryCache cache;
  auto program = std::make_unique<CudaProgram>(place, text.name);
  if (const auto cached = cache.find(key); cached && program->load(*cached) == success) return program;
  CachedBinary binary = as_ptx(text, info.architecture);
  Result status = program->load(binary);
  if (status == error_unsupported_ptx_version) {  // the compiler is newer than the driver: machine code has no version
    binary = as_cubin(text, info.architecture);
    status = program->load(binary);
  }
  if (status != success) {
    const std::string& words = program->driver_log();
    throw DeviceError(fmt::format("{}: the driver does not accept program {} ({}, {}); please report this{}{}",
                                  title_of(info), text.name, name_of_error(api(), status), info.driver,
                                  words.empty() ? "" : "\n", words));
  }
  cache.keep(key, binary);
  return program;
}

}  // namespace tucana::device::cuda
