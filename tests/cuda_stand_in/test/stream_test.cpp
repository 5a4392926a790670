// Streams, events, devices: nothing is done before somebody waits for it.
#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

constexpr int not_ready = 600;
const char* const double_kernel = "KERNEL(twice)(GLOBAL int* a) { a[GLOBAL_ID] *= 2; }";

using CopyIn = int(Address, const void*, std::size_t, Handle);
using CopyOut = int(void*, Address, std::size_t, Handle);

class Streams : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(session.load(compile(double_kernel, 80)), 0); }
  CopyIn* copy_in = entry<CopyIn>("cuMemcpyHtoDAsync_v2");
  CopyOut* copy_out = entry<CopyOut>("cuMemcpyDtoHAsync_v2");
  Session session;
};

TEST_F(Streams, ReadWithoutWaitingGivesOldData) {
  Address data = session.upload(std::vector<int>{21});
  int value = -1;
  ASSERT_EQ(session.launch("twice", 1, 1, {&data}), 0);
  ASSERT_EQ(copy_out(&value, data, 4, session.stream()), 0);
  EXPECT_EQ(value, -1);
  ASSERT_EQ(session.finish(), 0);
  EXPECT_EQ(value, 42);
}

TEST_F(Streams, HostMemoryChangedTooEarlyIsSeen) {
  const Address data = session.allocate(4);
  int value = 1;
  ASSERT_EQ(copy_in(data, &value, 4, session.stream()), 0);
  value = 2;
  ASSERT_EQ(session.finish(), 0);
  EXPECT_EQ(session.download<int>(data, 1).front(), 2);
}

TEST_F(Streams, ParametersAreTakenAtTheLaunch) {
  Address data = session.upload(std::vector<int>{21});
  const Address kept = data;
  ASSERT_EQ(session.launch("twice", 1, 1, {&data}), 0);
  data = 0;
  ASSERT_EQ(session.finish(), 0);
  EXPECT_EQ(session.download<int>(kept, 1).front(), 42);
}

TEST_F(Streams, QueryComesToAnEnd) {
  Address data = session.upload(std::vector<int>{1});
  for (int k = 0; k < 3; ++k) ASSERT_EQ(session.launch("twice", 1, 1, {&data}), 0);
  auto* query = entry<int(Handle)>("cuStreamQuery");
  int asked = 0;
  while (query(session.stream()) == not_ready) ++asked;
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(session.download<int>(data, 1).front(), 8);
}

TEST_F(Streams, WaitForEventsOfOthers) {
  Handle other = nullptr, event = nullptr;
  ASSERT_EQ(entry<int(Handle*, unsigned)>("cuStreamCreate")(&other, 1), 0);
  ASSERT_EQ(entry<int(Handle*, unsigned)>("cuEventCreate")(&event, 0), 0);
  Address data = session.upload(std::vector<int>{5});
  int with = -1, late = -1;
  ASSERT_EQ(session.launch("twice", 1, 1, {&data}), 0);
  ASSERT_EQ(entry<int(Handle, Handle)>("cuEventRecord")(event, session.stream()), 0);
  ASSERT_EQ(session.launch("twice", 1, 1, {&data}), 0);
  ASSERT_EQ(entry<int(Handle, Handle, unsigned)>("cuStreamWaitEvent")(other, event, 0), 0);
  ASSERT_EQ(copy_out(&with, data, 4, other), 0);
  ASSERT_EQ(entry<int(Handle)>("cuStreamSynchronize")(other), 0);
  EXPECT_EQ(with, 10) << "the launch before the record, not the one behind it";
  ASSERT_EQ(session.finish(), 0);
  ASSERT_EQ(copy_out(&late, data, 4, other), 0);
  ASSERT_EQ(entry<int(Handle)>("cuStreamDestroy_v2")(other), 0);
  EXPECT_EQ(late, 20) << "destroying a stream does its work";
  ASSERT_EQ(entry<int(Handle)>("cuEventSynchronize")(event), 0);
  ASSERT_EQ(entry<int(Handle)>("cuEventDestroy_v2")(event), 0);
  EXPECT_NE(entry<int(Handle)>("cuEventDestroy_v2")(event), 0);
}

TEST_F(Streams, FillsAndCopiesOnTheDevice) {
  const Address data = session.allocate(16);
  ASSERT_EQ(
      entry<int(Address, unsigned, std::size_t, Handle)>("cuMemsetD32Async")(data, 0x01020304, 3, session.stream()), 0);
  ASSERT_EQ(
      entry<int(Address, unsigned char, std::size_t, Handle)>("cuMemsetD8Async")(data + 12, 9, 4, session.stream()), 0);
  ASSERT_EQ(
      entry<int(Address, Address, std::size_t, Handle)>("cuMemcpyDtoDAsync_v2")(data, data + 12, 4, session.stream()),
      0);
  ASSERT_EQ(session.finish(), 0);
  expect_same_bits(session.download<std::uint32_t>(data, 4), {0x09090909U, 0x01020304U, 0x01020304U, 0x09090909U});
}

TEST(Devices, AreAsManyAsAskedAndIndependent) {
  const Environment set("CUDA_STAND_IN_DEVICES", "3");
  Session first(0), second(2);
  int count = 0, major = 0;
  ASSERT_EQ(entry<int(int*)>("cuDeviceGetCount")(&count), 0);
  EXPECT_EQ(count, 3);
  ASSERT_EQ(entry<int(int*, int, int)>("cuDeviceGetAttribute")(&major, 75, 2), 0);
  EXPECT_EQ(major, 12);
  char name[100];
  ASSERT_EQ(entry<int(char*, int, int)>("cuDeviceGetName")(name, 100, 1), 0);
  EXPECT_NE(std::string(name).find("stand-in"), std::string::npos);

  const std::string ptx = compile(double_kernel, 80);
  std::vector<Address> data;
  for (Session* session : {&first, &second}) {
    session->make_current();
    ASSERT_EQ(session->load(ptx), 0);
    data.push_back(session->upload(std::vector<int>{7}));
  }
  first.make_current();
  testing::internal::CaptureStderr();
  EXPECT_EQ(first.attempt("twice", 1, 1, Address{0}), 700);
  testing::internal::GetCapturedStderr();
  second.make_current();
  EXPECT_EQ(second.attempt("twice", 1, 1, data[1]), 0) << "the other device is not broken";
  EXPECT_EQ(second.download<int>(data[1], 1).front(), 14);
}

TEST(Devices, ShareTheirPrimaryContext) {
  Session session;
  Handle a = nullptr, b = nullptr;
  auto* retain = entry<int(Handle*, int)>("cuDevicePrimaryCtxRetain");
  auto* release = entry<int(int)>("cuDevicePrimaryCtxRelease_v2");
  ASSERT_EQ(retain(&a, 1), 0);
  ASSERT_EQ(retain(&b, 1), 0);
  EXPECT_EQ(a, b);
  EXPECT_EQ(release(1), 0);
  EXPECT_EQ(release(1), 0);
  EXPECT_NE(release(1), 0);
}

}  // namespace
