#include "tucana/device/opencl/queue.h"

#include <array>

#include "tucana/core/fault_point.h"
#include "tucana/device/opencl/buffer.h"
#include "tucana/device/opencl/program.h"

namespace tucana::device::opencl {
namespace {

cl_mem memory_of(const Buffer& buffer) { return static_cast<const OpenClBuffer&>(buffer).memory(); }

class OpenClQueue final : public Queue {
 public:
  explicit OpenClQueue(std::shared_ptr<const Place> place) : place_(std::move(place)) {
    cl_int status = CL_SUCCESS;
    queue_.reset(api().clCreateCommandQueue(place_->context.get(), place_->device, 0, &status));
    check(status, "clCreateCommandQueue");
  }
  OpenClQueue(const OpenClQueue&) = delete;
  OpenClQueue& operator=(const OpenClQueue&) = delete;
  // After this, memory of the host is neither read nor written.
  ~OpenClQueue() override {
    if (const Functions* const functions = api_for_release()) static_cast<void>(functions->clFinish(queue_.get()));
  }

  void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) override {
    TUCANA_EXPECT(offset + from.size() <= to.bytes());
    if (from.empty()) return;
    check(api().clEnqueueWriteBuffer(queue_.get(), memory_of(to), CL_FALSE, offset, from.size(), from.data(), 0,
                                     nullptr, nullptr),
          "clEnqueueWriteBuffer");
    traffic_.bytes_written += from.size();
  }

  void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) override {
    TUCANA_EXPECT(offset + to.size() <= from.bytes());
    if (to.empty()) return;
    check(api().clEnqueueReadBuffer(queue_.get(), memory_of(from), CL_FALSE, offset, to.size(), to.data(), 0, nullptr,
                                    nullptr),
          "clEnqueueReadBuffer");
    traffic_.bytes_read += to.size();
  }

  void copy(const Buffer& from, std::size_t from_offset, Buffer& to, std::size_t to_offset,
            std::size_t bytes) override {
    TUCANA_EXPECT(from_offset + bytes <= from.bytes() && to_offset + bytes <= to.bytes());
    if (bytes == 0) return;
    check(api().clEnqueueCopyBuffer(queue_.get(), memory_of(from), memory_of(to), from_offset, to_offset, bytes, 0,
                                    nullptr, nullptr),
          "clEnqueueCopyBuffer");
  }

  void fill(Buffer& to, std::size_t offset, std::size_t bytes, std::uint32_t word) override {
    TUCANA_EXPECT(offset % 4 == 0 && bytes % 4 == 0 && offset + bytes <= to.bytes());
    if (bytes == 0) return;
    check(
        api().clEnqueueFillBuffer(queue_.get(), memory_of(to), &word, sizeof word, offset, bytes, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  }

  void launch(Kernel& kernel, const Grid& grid, std::initializer_list<Argument> arguments) override {
    if (grid.groups_x == 0 || grid.groups_y == 0) return;
    if (fault_point("device_launch") != 0) check(CL_DEVICE_NOT_AVAILABLE, "clEnqueueNDRangeKernel");
    auto& target = static_cast<OpenClKernel&>(kernel);
    const std::scoped_lock lock(target.busy);  // arguments belong to the kernel, which two queues may share
    cl_uint index = 0;
    for (const Argument& argument : arguments) {
      const auto* buffer = static_cast<const OpenClBuffer*>(argument.buffer());
      const std::size_t size = buffer != nullptr ? sizeof(cl_mem) : argument.bytes();
      const void* value = buffer != nullptr ? static_cast<const void*>(&buffer->memory()) : argument.value();
      const cl_int status = api().clSetKernelArg(target.handle.get(), index, size, value);
      if (status != CL_SUCCESS) complain_about_argument(status, target, index);
      ++index;
    }
    const std::array<std::size_t, 2> local = {grid.group_size, 1};
    const std::array<std::size_t, 2> global = {grid.groups_x * grid.group_size, grid.groups_y};
    check(api().clEnqueueNDRangeKernel(queue_.get(), target.handle.get(), 2, nullptr, global.data(), local.data(), 0,
                                       nullptr, nullptr),
          "clEnqueueNDRangeKernel", &target);
    ++traffic_.launches;
  }

  void flush() override { check(api().clFlush(queue_.get()), "clFlush"); }

  void finish() override {
    // A device that is pretended to vanish must not write to memory of the host either.
    const cl_int status = api().clFinish(queue_.get());
    check(fault_point("device_finish") != 0 ? CL_DEVICE_NOT_AVAILABLE : status, "clFinish");
  }

  Traffic traffic() const override { return traffic_; }

 private:
  void check(cl_int status, const char* call, const OpenClKernel* kernel = nullptr) const {
    if (status == CL_SUCCESS) return;
    const std::string what = kernel == nullptr ? call : std::string(call) + " of kernel " + kernel->name;
    opencl::check(status, what.c_str(), place_->info);
  }
  [[noreturn]] void complain_about_argument(cl_int status, const OpenClKernel& kernel, cl_uint index) const {
    opencl::check(status, ("clSetKernelArg " + std::to_string(index) + " of kernel " + kernel.name).c_str(),
                  place_->info);
    std::abort();  // not reached: check() throws
  }

  std::shared_ptr<const Place> place_;
  Handle<cl_command_queue> queue_;
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Queue> make_queue(std::shared_ptr<const Place> place) {
  return std::make_unique<OpenClQueue>(std::move(place));
}

}  // namespace tucana::device::opencl
