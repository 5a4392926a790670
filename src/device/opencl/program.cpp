#include "tucana/device/opencl/program.h"

#include <fmt/format.h>

#include "tucana/core/fault_point.h"
#include "tucana/device/binary_cache_internal.h"
#include "tucana/device/kernel_text.h"
#include "tucana/device/program_source_internal.h"

namespace tucana::device::opencl {
namespace {

class OpenClProgram final : public Program {
 public:
  OpenClProgram(std::shared_ptr<const Place> place, Handle<cl_program> program, std::string name, std::string log)
      : place_(std::move(place)), program_(std::move(program)), name_(std::move(name)), log_(std::move(log)) {}

  std::string log() const override { return log_; }

 private:
  std::unique_ptr<Kernel> make_kernel(const std::string& name) const override {
    auto kernel = std::make_unique<OpenClKernel>();
    cl_int status = CL_SUCCESS;
    kernel->name = name;
    kernel->handle.reset(api().clCreateKernel(program_.get(), name.c_str(), &status));
    check(status, fmt::format("clCreateKernel {} of program {}", name, name_).c_str(), place_->info);
    kernel->known.local_bytes = static_cast<int>(fact<cl_ulong>(*kernel, CL_KERNEL_LOCAL_MEM_SIZE));
    kernel->known.largest_group = static_cast<int>(fact<std::size_t>(*kernel, CL_KERNEL_WORK_GROUP_SIZE));
    return kernel;
  }

  template <class T>
  T fact(const OpenClKernel& kernel, cl_kernel_work_group_info what) const {
    T value{};
    check(api().clGetKernelWorkGroupInfo(kernel.handle.get(), place_->device, what, sizeof value, &value, nullptr),
          "clGetKernelWorkGroupInfo", place_->info);
    return value;
  }

  std::shared_ptr<const Place> place_;
  Handle<cl_program> program_;
  std::string name_, log_;
};

std::string build_log(const Place& place, cl_program program) {
  std::size_t size = 0;
  if (api().clGetProgramBuildInfo(program, place.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
    return {};
  std::string log(size, '\0');
  const cl_int status =
      api().clGetProgramBuildInfo(program, place.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  if (status != CL_SUCCESS) return {};
  log.resize(log.find_last_not_of(std::string_view(" \n\0", 3)) + 1);  // npos + 1 is 0: nothing but blanks
  return log;
}

/// Null when the driver does not take the binary: it has changed, or knows better.
Handle<cl_program> from_binary(const Place& place, const std::vector<std::byte>& bytes, const std::string& options) {
  const std::size_t size = bytes.size();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  cl_int taken = CL_SUCCESS, status = CL_SUCCESS;
  Handle<cl_program> program(
      api().clCreateProgramWithBinary(place.context.get(), 1, &place.device, &size, &data, &taken, &status));
  if (status != CL_SUCCESS || taken != CL_SUCCESS) return nullptr;
  status = api().clBuildProgram(program.get(), 1, &place.device, options.c_str(), nullptr, nullptr);
  return status == CL_SUCCESS ? std::move(program) : nullptr;
}

Handle<cl_program> from_source(const Place& place, const ProgramText& text, const std::string& source,
                               const std::string& options) {
  const char* data = source.data();
  const std::size_t size = source.size();
  cl_int status = CL_SUCCESS;
  Handle<cl_program> program(api().clCreateProgramWithSource(place.context.get(), 1, &data, &size, &status));
  check(status, "clCreateProgramWithSource", place.info);
  status = api().clBuildProgram(program.get(), 1, &place.device, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS) return program;
  const std::string log = build_log(place, program.get());
  throw DeviceError(fmt::format(
      "{}: its compiler does not accept program {} ({}); please report this with all of: {}{}{}", title_of(place.info),
      text.name, name_of_error(status), place.info.driver, log.empty() ? "" : "\n", log));
}

std::vector<std::byte> binary_of(cl_program program) {
  std::size_t size = 0;
  if (api().clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS) return {};
  std::vector<std::byte> bytes(size);
  std::byte* data = bytes.data();
  if (api().clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr) != CL_SUCCESS) return {};
  return bytes;
}

}  // namespace

std::unique_ptr<Program> build_program(const std::shared_ptr<const Place>& place, const ProgramText& text) {
  // Strict mathematics: relaxed options delete the error terms of two-sum (docs/architecture.md, determinism).
  std::string options = "-cl-std=CL1.2";
  for (const auto& option : text.compiler_options) options += " " + option;
  const std::string source = whole_source(kernels::opencl_prelude, text);
  if (fault_point("device_build") != 0) check(CL_BUILD_PROGRAM_FAILURE, "clBuildProgram", place->info);

  const BinaryCache cache;
  const std::string key = fmt::format("opencl\n{}\n{}\n{}\n{}", place->info.name, place->info.driver, options, source);
  if (const auto cached = cache.find(key)) {
    if (auto program = from_binary(*place, cached->bytes, options))
      return std::make_unique<OpenClProgram>(place, std::move(program), text.name, cached->log);
  }
  auto program = from_source(*place, text, source, options);
  std::string log = build_log(*place, program.get());
  if (auto bytes = binary_of(program.get()); !bytes.empty()) cache.keep(key, {log, std::move(bytes)});
  return std::make_unique<OpenClProgram>(place, std::move(program), text.name, std::move(log));
}

}  // namespace tucana::device::opencl
