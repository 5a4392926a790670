// A device that vanishes at any of its calls gives one clear error; a machine without drivers has no devices.
#include <sys/wait.h>

#include <array>
#include <cstdio>

#include "tests/device/device_test.h"

namespace tucana::device {
namespace {

struct Outcome {
  int status = 0;
  std::string message;
};

Outcome run(const std::string& environment, const std::string& api = "opencl") {
  FILE* pipe = popen(("env " + environment + " '" TUCANA_DEVICE_FAULT_CHILD "' " + api).c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> piece{};
  while (const std::size_t got = fread(piece.data(), 1, piece.size(), pipe)) outcome.message.append(piece.data(), got);
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

class FaultAt : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(FaultAt, IsOneClearError) {
  const auto [point, call] = GetParam();
  int failures = 0;
  for (int count = 1; count < 50; ++count, ++failures) {
    const Outcome outcome = run("TUCANA_FAULT=fail@" + std::string(point) + ":" + std::to_string(count));
    if (outcome.status == 0) break;
    EXPECT_EQ(outcome.status, 1) << outcome.message;
    EXPECT_NE(outcome.message.find(title_of(test::first_device())), std::string::npos) << outcome.message;
    EXPECT_NE(outcome.message.find(call), std::string::npos) << outcome.message;
    EXPECT_EQ(outcome.message.find('\n'), outcome.message.size() - 1) << outcome.message;
  }
  EXPECT_GE(failures, 2) << "once in the self-test and once in the work";
  EXPECT_LT(failures, 49);
}

INSTANTIATE_TEST_SUITE_P(Device, FaultAt,
                         testing::Values(std::pair("device_allocate", "clCreateBuffer"),
                                         std::pair("device_build", "clBuildProgram"),
                                         std::pair("device_launch", "clEnqueueNDRangeKernel"),
                                         std::pair("device_finish", "clFinish")),
                         [](const auto& of) { return std::string(of.param.first); });

TEST(Fault, NoneWithoutThePlan) { EXPECT_EQ(run("TUCANA_FAULT=").message, ""); }

TEST(NoDriver, IsSaidWithWhatToDo) {
  const Outcome opencl = run("TUCANA_OPENCL_DRIVER=/nonexistent/libOpenCL.so.1");
  EXPECT_EQ(opencl.status, 1);
  EXPECT_NE(opencl.message.find("there is no OpenCL here"), std::string::npos) << opencl.message;
  EXPECT_NE(opencl.message.find("install"), std::string::npos) << opencl.message;
  const Outcome no_platform = run("OCL_ICD_VENDORS=/nonexistent OPENCL_VENDOR_PATH=/nonexistent");
  EXPECT_EQ(no_platform.status, 1);
  EXPECT_NE(no_platform.message.find("OpenCL is here but has no driver"), std::string::npos) << no_platform.message;
  EXPECT_NE(no_platform.message.find("install"), std::string::npos) << no_platform.message;
  const Outcome cuda = run("TUCANA_CUDA_DRIVER=/nonexistent/libcuda.so.1", "cuda");
  EXPECT_EQ(cuda.status, 1);
  EXPECT_NE(cuda.message.find("there is no CUDA driver here"), std::string::npos) << cuda.message;
  EXPECT_NE(cuda.message.find("install"), std::string::npos) << cuda.message;
  // A library that is no driver.
  const Outcome other = run("TUCANA_CUDA_DRIVER=libm.so.6", "cuda");
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.message.find("has no cuInit"), std::string::npos) << other.message;
}

}  // namespace
}  // namespace tucana::device
