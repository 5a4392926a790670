// What the fault tests run with TUCANA_FAULT: opens the device of an API and works on it. Prints what went wrong.
#include <cstdio>
#include <string_view>

#include "tests/device/device_test.h"
#include "tucana/device/scan.h"

namespace {

void work(tucana::device::Api api) {
  using namespace tucana::device;
  const DeviceList list = find_devices(api);
  if (list.devices.empty()) throw DeviceError(list.problem);
  const auto context = open_context(list.devices.front());
  const auto queue = context->make_queue();
  Scan scan(*context);
  const std::vector<std::uint32_t> ones(100, 1);
  const auto buffer = tucana::device::test::buffer_of(*context, *queue, ones);
  scan.exclusive(*queue, *buffer, *buffer, ones.size());
  const auto sums = tucana::device::test::values_of<std::uint32_t>(*queue, *buffer, ones.size());
  if (sums.back() != 99) throw tucana::InputError("the sums are wrong");
}

}  // namespace

int main(int, char** arguments) {
  try {
    work(std::string_view(arguments[1]) == "cuda" ? tucana::device::Api::cuda : tucana::device::Api::opencl);
  } catch (const tucana::device::DeviceError& error) {
    std::printf("%s\n", error.what());
    return 1;
  } catch (const std::exception& error) {
    std::printf("not a DeviceError: %s\n", error.what());
    return 3;
  }
  return 0;
}
