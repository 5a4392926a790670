#include <array>

#include "tucana/core/fault_point.h"
#include "tucana/device/cuda/place.h"

namespace tucana::device::cuda {
namespace {

Address address_of(const Buffer& buffer) { return static_cast<const CudaBuffer&>(buffer).address(); }

class CudaQueue final : public Queue {
 public:
  explicit CudaQueue(std::shared_ptr<const Place> place) : place_(std::move(place)) {
    place_->check(place_->functions().cuStreamCreate(&stream_, stream_non_blocking), "cuStreamCreate");
  }
  CudaQueue(const CudaQueue&) = delete;
  CudaQueue& operator=(const CudaQueue&) = delete;
  ~CudaQueue() override {
    try {  // after this, memory of the host is neither read nor written
      const Functions& functions = place_->functions();
      static_cast<void>(functions.cuStreamSynchronize(stream_));
      static_cast<void>(functions.cuStreamDestroy_v2(stream_));
    } catch (const DeviceError&) {  // NOLINT(bugprone-empty-catch): what fails now has failed before
    }
  }

  void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) override {
    TUCANA_EXPECT(offset + from.size() <= to.bytes());
    if (from.empty()) return;
    place_->check(place_->functions().cuMemcpyHtoDAsync_v2(address_of(to) + offset, from.data(), from.size(), stream_),
                  "cuMemcpyHtoDAsync");
    traffic_.bytes_written += from.size();
  }

  void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) override {
    TUCANA_EXPECT(offset + to.size() <= from.bytes());
    if (to.empty()) return;
    place_->check(place_->functions().cuMemcpyDtoHAsync_v2(to.data(), address_of(from) + offset, to.size(), stream_),
                  "cuMemcpyDtoHAsync");
    traffic_.bytes_read += to.size();
  }

  void copy(const Buffer& from, std::size_t from_offset, Buffer& to, std::size_t to_offset,
            std::size_t bytes) override {
    TUCANA_EXPECT(from_offset + bytes <= from.bytes() && to_offset + bytes <= to.bytes());
    if (bytes == 0) return;
    place_->check(place_->functions().cuMemcpyDtoDAsync_v2(address_of(to) + to_offset, address_of(from) + from_offset,
                                                           bytes, stream_),
                  "cuMemcpyDtoDAsync");
  }

  void fill(Buffer& to, std::size_t offset, std::size_t bytes, std::uint32_t word) override {
    TUCANA_EXPECT(offset % 4 == 0 && bytes % 4 == 0 && offset + bytes <= to.bytes());
    if (bytes == 0) return;
    place_->check(place_->functions().cuMemsetD32Async(address_of(to) + offset, word, bytes / 4, stream_),
                  "cuMemsetD32Async");
  }

  void launch(Kernel& kernel, const Grid& grid, std::initializer_list<Argument> arguments) override {
    if (grid.groups_x == 0 || grid.groups_y == 0) return;
    const auto& target = static_cast<const CudaKernel&>(kernel);
    const std::string call = "cuLaunchKernel of " + target.name;
    if (fault_point("device_launch") != 0) place_->check(error_device_unavailable, call);
    std::vector<void*> values;
    for (const Argument& argument : arguments) {
      const auto* buffer = static_cast<const CudaBuffer*>(argument.buffer());
      // The driver copies from these addresses and does not write to them.
      values.push_back(const_cast<void*>(buffer != nullptr ? &buffer->address() : argument.value()));
    }
    const auto number = [](std::size_t n) { return static_cast<unsigned>(n); };
    place_->check(place_->functions().cuLaunchKernel(target.handle, number(grid.groups_x), number(grid.groups_y), 1,
                                                     number(grid.group_size), 1, 1, 0, stream_, values.data(), nullptr),
                  call);
    ++traffic_.launches;
  }

  void flush() override {
    const Result status = place_->functions().cuStreamQuery(stream_);
    if (status != error_not_ready) place_->check(status, "cuStreamQuery");
  }

  void finish() override {
    // A device that is pretended to vanish must not write to memory of the host either.
    const Result status = place_->functions().cuStreamSynchronize(stream_);
    place_->check(fault_point("device_finish") != 0 ? error_device_unavailable : status, "cuStreamSynchronize");
  }

  Traffic traffic() const override { return traffic_; }

 private:
  std::shared_ptr<const Place> place_;
  StreamHandle stream_ = nullptr;
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Queue> make_queue(std::shared_ptr<const Place> place) {
  return std::make_unique<CudaQueue>(std::move(place));
}

}  // namespace tucana::device::cuda
