// Errors on demand, and modules that are refused.
#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

const char* const kernel = "KERNEL(nothing)(GLOBAL int* a) { a[0] = 1; }";

int allocate(Address& address) { return entry<int(Address*, std::size_t)>("cuMemAlloc_v2")(&address, 16); }

TEST(Faults, HitTheCallThatTheyName) {
  const Environment set("CUDA_STAND_IN_FAULT", "cuMemAlloc_v2:3:2");
  Session session;
  Address address = 0;
  EXPECT_EQ(allocate(address), 0);
  EXPECT_EQ(allocate(address), 0);
  EXPECT_EQ(allocate(address), 2);
  EXPECT_EQ(allocate(address), 0) << "no memory is not the end";
}

TEST(Faults, OfLaunchesLast) {
  Session session;
  ASSERT_EQ(session.load(compile(kernel, 80)), 0);
  const Address data = session.allocate(4);
  ASSERT_EQ(entry<int(const char*)>("cuda_stand_in_set_faults")("cuLaunchKernel:2:719"), 0);
  EXPECT_EQ(session.attempt("nothing", 1, 1, data), 0);
  EXPECT_EQ(session.attempt("nothing", 1, 1, data), 719);
  EXPECT_EQ(session.finish(), 719);
}

TEST(Faults, LoseTheDevice) {
  Session session;
  Address address = 0;
  ASSERT_EQ(entry<int(const char*)>("cuda_stand_in_set_faults")("lost:3:46"), 0);
  EXPECT_EQ(allocate(address), 0);
  EXPECT_EQ(allocate(address), 0);
  EXPECT_EQ(allocate(address), 46);
  EXPECT_EQ(session.finish(), 46);
  EXPECT_EQ(session.release(address), 46);
  entry<int(const char*)>("cuda_stand_in_set_faults")("");
}

TEST(Faults, ThatAreNotUnderstoodAreAnError) {
  const Environment set("CUDA_STAND_IN_FAULT", "cuMemAlloc_v2:x");
  CaptureStderr();
  EXPECT_EQ(entry<int(unsigned)>("cuInit")(0), 1);
  EXPECT_NE(GetCapturedStderr().find("is not understood"), std::string::npos);
}

TEST(Errors, HaveNames) {
  const char* text = nullptr;
  EXPECT_EQ(entry<int(int, const char**)>("cuGetErrorName")(700, &text), 0);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(entry<int(int, const char**)>("cuGetErrorString")(2, &text), 0);
  EXPECT_STREQ(text, "out of memory");
  EXPECT_NE(entry<int(int, const char**)>("cuGetErrorName")(12345, &text), 0);
}

TEST(Modules, WithAnUnknownOpcodeAreRefused) {
  Session session;
  std::string ptx = compile(kernel, 80);
  const std::size_t place = ptx.find("st.global.u32");
  ASSERT_NE(place, std::string::npos);
  const auto line = 1 + std::count(ptx.begin(), ptx.begin() + static_cast<std::ptrdiff_t>(place), '\n');
  for (const std::string opcode : {"sparkle.u32", "st.global.sparkle.u32"}) {
    std::string edited = ptx;
    edited.replace(place, 13, opcode);
    CaptureStderr();
    EXPECT_EQ(session.load(edited), 218);
    const std::string message = GetCapturedStderr();
    EXPECT_NE(message.find("PTX line " + std::to_string(line) + ": opcode '" + opcode + "'"), std::string::npos)
        << message;
  }
}

TEST(Modules, WriteTheLogOfTheCompiler) {
  const Session session;
  char log[200] = "";
  int options[] = {5, 6};
  void* values[] = {log, reinterpret_cast<void*>(std::uintptr_t{sizeof log})};
  Handle module = nullptr;
  CaptureStderr();
  using Load = int(Handle*, const void*, unsigned, int*, void**);
  EXPECT_EQ(entry<Load>("cuModuleLoadDataEx")(&module, ".version 9.0\n.target sm_80\nnonsense", 2, options, values),
            218);
  GetCapturedStderr();
  EXPECT_NE(std::string(log).find("PTX line 3"), std::string::npos) << log;
}

TEST(Modules, OfMachineCodeOrForNewerDevicesAreRefused) {
  const Environment set("CUDA_STAND_IN_CAPABILITY", "8.0");
  Session session;
  CaptureStderr();
  EXPECT_EQ(session.load("\x7f"
                         "ELF and so on"),
            209);
  EXPECT_NE(GetCapturedStderr().find("not a cubin"), std::string::npos);
  CaptureStderr();
  EXPECT_EQ(session.load(compile(kernel, 90)), 218);
  EXPECT_NE(GetCapturedStderr().find("sm_90 on a device of sm_80"), std::string::npos);
  EXPECT_EQ(session.load(compile(kernel, 75)), 0);
}

}  // namespace
