#pragma once

#include <memory>

#include "tucana/device/context.h"
#include "tucana/device/cuda/driver.h"

namespace tucana::device::cuda {

/// What all objects of one context share, alive as long as one of them. The driver works on the context that is current
/// in the calling thread, so every use of the driver begins with functions().
class Place {
 public:
  explicit Place(const DeviceInfo& device);
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  const DeviceInfo& info() const { return info_; }
  /// The functions of the driver, this context made current.
  const Functions& functions() const;
  void check(Result status, const std::string& call) const { cuda::check(status, call, info_); }

 private:
  DeviceInfo info_;
  ContextHandle context_ = nullptr;
};

class CudaBuffer final : public Buffer {
 public:
  CudaBuffer(std::shared_ptr<const Place> place, std::size_t bytes);
  ~CudaBuffer() override;

  const Address& address() const { return address_; }

 private:
  std::shared_ptr<const Place> place_;
  Address address_ = 0;
};

struct CudaKernel final : Kernel {
  KernelFacts facts() const override { return known; }

  std::string name;
  FunctionHandle handle = nullptr;
  KernelFacts known;
};

std::unique_ptr<Queue> make_queue(std::shared_ptr<const Place> place);
std::unique_ptr<Program> build_program(const std::shared_ptr<const Place>& place, const ProgramText& text);

}  // namespace tucana::device::cuda
