// What must not be touched is noticed.
#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

constexpr int illegal_address = 700, misaligned = 716;

const char* const write_kernel = R"(
  KERNEL(write)(GLOBAL float* a, int index) { a[index] = 1.0f; }
  KERNEL(write_pair)(GLOBAL float* a, int index) { *(float2*)(a + index) = make_float2(1.0f, 2.0f); }
  KERNEL(write_shared)(GLOBAL float* a, int index) {
    LOCAL_ARRAY(float, tile, 16);
    tile[LOCAL_ID] = LOCAL_ID;
    BARRIER();
    tile[index + LOCAL_ID] += 1.0f;
    BARRIER();
    a[LOCAL_ID] = tile[15 - LOCAL_ID];
  })";

class Bounds : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(session.load(compile(write_kernel, 80)), 0);
    data = session.upload(std::vector<float>(16));
  }
  std::string attempt(const std::string& kernel, Address address, int index, int wanted, unsigned threads = 1) {
    CaptureStderr();
    EXPECT_EQ(session.attempt(kernel, 1, threads, address, index), wanted);
    return GetCapturedStderr();
  }
  Session session;
  Address data = 0;
};

TEST_F(Bounds, AcceptsTheLastElement) { EXPECT_EQ(attempt("write", data, 15, 0), ""); }

TEST_F(Bounds, NamesKernelLineAddressAndAllocation) {
  const std::string line = attempt("write", data, 16, illegal_address);
  EXPECT_NE(line.find("kernel write, PTX line "), std::string::npos) << line;
  EXPECT_NE(line.find("0 bytes behind the end of allocation "), std::string::npos) << line;
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
}

TEST_F(Bounds, SeesBeforeTheStart) {
  const std::string line = attempt("write", data, -1, illegal_address);
  EXPECT_NE(line.find("4 bytes before allocation "), std::string::npos) << line;
}

TEST_F(Bounds, StaysBrokenAfterwards) {
  attempt("write", data, 1000, illegal_address);
  EXPECT_EQ(session.finish(), illegal_address);
  float value = 0;
  EXPECT_EQ(session.read(&value, data, 4), illegal_address);
}

TEST_F(Bounds, SeesFreedMemory) {
  ASSERT_EQ(session.release(data), 0);
  const std::string line = attempt("write", data, 0, illegal_address);
  EXPECT_NE(line.find("freed allocation "), std::string::npos) << line;
}

TEST_F(Bounds, SeesMemoryOfAnotherContext) {
  Session other(1);
  session.make_current();
  ASSERT_EQ(attempt("write", data, 3, 0), "");
  other.make_current();
  const Address foreign = other.allocate(64);
  session.make_current();
  const std::string line = attempt("write", foreign, 0, illegal_address);
  EXPECT_NE(line.find("of another context"), std::string::npos) << line;
  other.make_current();
  EXPECT_EQ(other.finish(), 0);
  session.make_current();
}

TEST_F(Bounds, SeesWrongAlignment) {
  const std::string line = attempt("write_pair", data, 1, misaligned);
  EXPECT_NE(line.find("not aligned"), std::string::npos) << line;
}

TEST_F(Bounds, SeesTheEndOfSharedMemory) {
  EXPECT_EQ(attempt("write_shared", data, 0, 0, 16), "");
  const std::string line = attempt("write_shared", data, 1, illegal_address, 16);
  EXPECT_NE(line.find("shared read of 4 bytes"), std::string::npos) << line;
  EXPECT_NE(line.find("offset 64 of 64 bytes"), std::string::npos) << line;
}

TEST_F(Bounds, OfCopies) {
  std::vector<float> values(17);
  CaptureStderr();
  EXPECT_EQ(session.read(values.data(), data, 68), illegal_address);
  EXPECT_NE(GetCapturedStderr().find("cuMemcpyDtoH of 68 bytes"), std::string::npos);
}

TEST_F(Bounds, NewMemoryIsNotANumber) {
  const float value = session.download<float>(session.allocate(4), 1).front();
  EXPECT_NE(value, value);
}

TEST(DeviceMemory, IsLimitedAndComesBack) {
  const Environment set("CUDA_STAND_IN_MEMORY", "1000");
  Session session;
  const Address first = session.allocate(600);
  EXPECT_THROW(session.allocate(600), std::runtime_error);
  EXPECT_EQ(session.release(first), 0);
  EXPECT_NO_THROW(session.allocate(600));
  EXPECT_NE(session.release(first), 0) << "freed twice";
}

}  // namespace
