// The same texts compile with NVRTC for every architecture, and no warning is overlooked.
#include "tucana/device/cuda_compiler.h"

#include "tests/device/capabilities.h"
#include "tests/device/device_test.h"
#include "tucana/device/radix_sort.h"
#include "tucana/device/reduce.h"
#include "tucana/device/scan.h"
#include "tucana/device/self_test.h"

namespace tucana::device {
namespace {

std::vector<ProgramText> all_programs() {
  std::vector<ProgramText> all = {self_test_program(), Scan::program_text(256), RadixSort::program_text(256)};
  for (const auto reduction :
       {Reduction::sum_of_doubles, Reduction::sum_of_pairs, Reduction::least_float, Reduction::greatest_float})
    all.push_back(Reduce::program_text(reduction, 256));
  return all;
}

class CudaCompiler : public testing::TestWithParam<const char*> {};

TEST_P(CudaCompiler, TakesAllProgramsWithoutAWord) {
  ASSERT_EQ(cuda_compiler_problem(), "");
  for (const auto& text : all_programs()) {
    std::string log;
    const std::string ptx = compile_to_ptx(text, GetParam(), &log);
    EXPECT_EQ(log, "") << text.name;
    EXPECT_NE(ptx.find(".visible .entry"), std::string::npos) << text.name;
    EXPECT_NE(ptx.find(std::string(".target ") + GetParam()), std::string::npos) << text.name;
    EXPECT_EQ(ptx.find('\0'), std::string::npos) << text.name;
    const auto cubin = compile_to_cubin(text, GetParam(), &log);
    EXPECT_EQ(log, "") << text.name;
    ASSERT_GT(cubin.size(), 64u) << text.name;
    EXPECT_EQ(static_cast<char>(cubin[1]), 'E') << text.name << " is no ELF file";
  }
}

INSTANTIATE_TEST_SUITE_P(For, CudaCompiler, tucana::test::compute_capabilities(), tucana::test::capability_name);

TEST(CudaCompilerAlone, DoesNotContract) {
  ProgramText text = {
      "product", "KERNEL(k)(GLOBAL float* a, const float b) { a[GLOBAL_ID] = a[GLOBAL_ID] * b + 1.5f; }\n", {}, {}};
  EXPECT_EQ(compile_to_ptx(text, "sm_90").find("fma.rn.f32"), std::string::npos);
  text.compiler_options = {"--fmad=true"};
  EXPECT_NE(compile_to_ptx(text, "sm_90").find("fma.rn.f32"), std::string::npos) << "the check must be able to fail";
}

TEST(CudaCompilerAlone, ShowsWarningsAndRegisters) {
  ProgramText text = {"warned", "KERNEL(k)(GLOBAL uint* a) {\n  int never_used = 1;\n  a[0] = 1;\n}\n", {}, {}};
  std::string log;
  compile_to_ptx(text, "sm_90", &log);
  EXPECT_NE(log.find("never_used"), std::string::npos) << log;
  EXPECT_NE(log.find("warned(2)"), std::string::npos) << "file and line: " << log;
  text.compiler_options = {"--ptxas-options=-v"};
  compile_to_cubin(text, "sm_90", &log);
  EXPECT_NE(log.find("registers"), std::string::npos) << log;
}

TEST(CudaCompilerAlone, SaysWhatIsWrong) {
  const ProgramText wrong = {"wrong_text", "KERNEL(k)(GLOBAL uint* a) {\n  a[0] = no_such_name;\n}\n", {}, {}};
  const auto message = test::message_of([&] { compile_to_ptx(wrong, "sm_90"); });
  const auto first = message.substr(0, message.find('\n'));
  EXPECT_NE(first.find("program wrong_text for sm_90"), std::string::npos) << message;
  EXPECT_NE(message.find("no_such_name", first.size()), std::string::npos) << message;
}

}  // namespace
}  // namespace tucana::device
