// Threads that meet: barriers, warps, races, and kernels without an end.
#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"
#include "tests/cuda_stand_in/test/nvrtc.h"

namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

constexpr int launch_failed = 719, timeout = 702;

std::string failure(Session& session, const std::string& kernel, unsigned threads, Address data, int wanted) {
  CaptureStderr();
  EXPECT_EQ(session.attempt(kernel, 1, threads, data), wanted);
  return GetCapturedStderr();
}

TEST(Threads, AtDifferentBarriersAreAnError) {
  Session session;
  ASSERT_EQ(session.load(compile(R"(KERNEL(divergent)(GLOBAL int* a) {
                                      LOCAL_ARRAY(int, tile, 64);
                                      tile[LOCAL_ID] = a[LOCAL_ID];
                                      if (a[LOCAL_ID] > 3) {
                                        BARRIER();
                                        a[LOCAL_ID] = tile[LOCAL_ID ^ 1];
                                      } else {
                                        a[LOCAL_ID] = tile[LOCAL_ID] + 4;
                                        BARRIER();
                                      }
                                    })",
                                 80)),
            0);
  std::vector<int> values(64, 2);
  EXPECT_EQ(session.attempt("divergent", 1, 64, session.upload(values)), 0) << "all on the same side";
  values[5] = 7;
  const std::string line = failure(session, "divergent", 64, session.upload(values), launch_failed);
  EXPECT_NE(line.find("divergent barrier: thread 5"), std::string::npos) << line;
}

TEST(Threads, ExchangeWithinTheWarp) {
  Session session;
  ASSERT_EQ(session.load(compile(R"(KERNEL(warp)(GLOBAL int* a) {
                                      int v = a[LOCAL_ID];
                                      for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
                                      int first = __shfl_sync(0xffffffffu, v, 0);
                                      int x = __shfl_xor_sync(0xffffffffu, a[LOCAL_ID], 3);
                                      int up = __shfl_up_sync(0xffffffffu, a[LOCAL_ID], 2, 8);
                                      uint odd = __ballot_sync(0xffffffffu, a[LOCAL_ID] & 1);
                                      int all = __all_sync(0xffffffffu, first > 0), any = __any_sync(0xffffffffu, x == 900);
                                      __syncwarp();
                                      int sum = __syncthreads_count(a[LOCAL_ID] > 10);
                                      a[LOCAL_ID] = first + 1000 * x + 100000 * up + (int)(odd >> 27) + 2 * all + 64 * any + 7 * sum;
                                    })",
                                 90)),
            0);
  std::vector<int> values(64), wanted(64);
  for (int k = 0; k < 64; ++k) values[static_cast<std::size_t>(k)] = k * 3 % 40;
  const auto at = [&](int k) { return values[static_cast<std::size_t>(k)]; };
  int sum = 0;
  for (const int v : values) sum += v > 10 ? 1 : 0;
  for (int k = 0; k < 64; ++k) {
    const int base = k / 32 * 32;
    int first = 0;
    std::uint32_t odd = 0;
    for (int lane = 0; lane < 32; ++lane) {
      first += at(base + lane);
      odd |= static_cast<std::uint32_t>(at(base + lane) & 1) << lane;
    }
    wanted[static_cast<std::size_t>(k)] =
        first + 1000 * at(k ^ 3) + 100000 * at(k % 8 < 2 ? k : k - 2) + static_cast<int>(odd >> 27U) + 2 + 7 * sum;
  }
  const Address data = session.upload(values);
  session.run("warp", 1, 64, data);
  expect_same_bits(session.download<int>(data, 64), wanted);
}

TEST(Threads, RacesAreReportedWhenAskedFor) {
  const Environment set("CUDA_STAND_IN_RACES", "1");
  Session session;
  ASSERT_EQ(session.load(compile(R"(KERNEL(good)(GLOBAL int* a) {
                                      LOCAL_ARRAY(int, tile, 32);
                                      LOCAL_ARRAY(int, sum, 1);
                                      tile[LOCAL_ID] = LOCAL_ID;
                                      if (LOCAL_ID == 0) sum[0] = 0;
                                      BARRIER();
                                      ATOMIC_ADD(&sum[0], 1);
                                      int v = tile[31 - LOCAL_ID] + tile[0];
                                      BARRIER();
                                      a[LOCAL_ID] = v + sum[0];
                                    }
                                    KERNEL(bad)(GLOBAL int* a) {
                                      LOCAL_ARRAY(int, tile, 32);
                                      tile[LOCAL_ID] = LOCAL_ID;
                                      a[LOCAL_ID] = tile[31 - LOCAL_ID];
                                    })",
                                 80)),
            0);
  const Address data = session.allocate(128);
  EXPECT_EQ(failure(session, "good", 32, data, 0), "");
  const std::string line = failure(session, "bad", 32, data, launch_failed);
  EXPECT_NE(line.find("race"), std::string::npos) << line;
}

TEST(Threads, ThatSpinLetOthersWork) {
  Session session;
  ASSERT_EQ(session.load(compile(R"(KERNEL(spin)(GLOBAL volatile int* a) {
                                      if (LOCAL_ID == 0) { while (a[1] == 0) {} a[0] = a[1] + 1; }
                                      if (LOCAL_ID == 9) a[1] = 41;
                                    })",
                                 80)),
            0);
  const Address data = session.upload(std::vector<int>{0, 0});
  session.run("spin", 1, 10, data);
  EXPECT_EQ(session.download<int>(data, 1).front(), 42);
}

TEST(Threads, WithoutAnEndAreStopped) {
  const Environment set("CUDA_STAND_IN_LIMIT", "1000000");
  Session session;
  ASSERT_EQ(session.load(compile("KERNEL(endless)(GLOBAL volatile int* a) { while (a[0] == 0) {} }", 80)), 0);
  const std::string line = failure(session, "endless", 1, session.upload(std::vector<int>{0}), timeout);
  EXPECT_NE(line.find("no end after"), std::string::npos) << line;
}

TEST(Launches, AreChecked) {
  Session session;
  ASSERT_EQ(session.load(compile(R"(extern __shared__ float dynamic[];
                                    extern "C" __global__ void __launch_bounds__(64) shared(float* a) {
                                      dynamic[threadIdx.x] = threadIdx.x;
                                      __syncthreads();
                                      a[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
                                    })",
                                 80)),
            0);
  Address data = session.allocate(256);
  CaptureStderr();
  EXPECT_EQ(session.launch("shared", 0, 64, {&data}), 1);
  EXPECT_EQ(session.launch("shared", 1, 1025, {&data}), 1);
  EXPECT_EQ(session.launch("shared", 1, 65, {&data}), 701);
  EXPECT_EQ(session.launch("shared", 1, 64, {&data}, 1U << 20U), 1);
  EXPECT_EQ(session.launch("shared", 1, 64, {nullptr}), 1);
  EXPECT_EQ(session.launch("nothing", 1, 64, {&data}), 500);
  GetCapturedStderr();
  EXPECT_EQ(session.launch("shared", 1, 64, {&data}, 256), 0);
  EXPECT_EQ(session.finish(), 0);
  EXPECT_EQ(session.download<float>(data, 64)[3], 60.0f);
}

}  // namespace
