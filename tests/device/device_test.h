#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tucana/device/context.h"

namespace tucana::device::test {

/// Which API the tests use: OpenCL (PoCL, or oclgrind's simulator), or CUDA (our stand-in of its driver) when the
/// environment variable TUCANA_TEST_API says so.
inline Api api_under_test() {
  const char* name = std::getenv("TUCANA_TEST_API");
  return name != nullptr && std::string_view(name) == "cuda" ? Api::cuda : Api::opencl;
}

/// The first device of the API.
inline const DeviceInfo& first_device() {
  static const DeviceList list = find_devices(api_under_test());
  if (list.devices.empty()) throw DeviceError("the tests need a device: " + list.problem);
  return list.devices.front();
}

template <class T>
std::unique_ptr<Buffer> buffer_of(Context& context, Queue& queue, const std::vector<T>& values) {
  auto buffer = context.allocate(values.size() * sizeof(T));
  queue.write(*buffer, 0, std::as_bytes(std::span(values)));
  queue.finish();
  return buffer;
}

template <class T>
std::vector<T> values_of(Queue& queue, const Buffer& buffer, std::size_t count) {
  std::vector<T> values(count);
  queue.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  queue.finish();
  return values;
}

/// The message of the DeviceError that `action` throws; "" and a failed test when it throws none.
template <class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const DeviceError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace tucana::device::test
