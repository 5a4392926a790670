// What NVIDIA's compiler makes of the force kernels, and how it is counted.
#include "bench/kernel_facts.h"

#include <gtest/gtest.h>

#include "tests/device/capabilities.h"
#include "tucana/core/error.h"
#include "tucana/device/cuda_compiler.h"

namespace tucana::bench {
namespace {

/// An outer loop around two copies of an inner one. The first has one interaction a turn and more instructions, the
/// second has two, and a part that is usually left out.
constexpr std::string_view loops = R"(
.visible .entry pair_sums(
	.param .u64 pair_sums_param_0
)
{
	.reg .f32 	%f<9>;
$L__BB0_1:
	mov.u32 	%r1, 0;
$L__BB0_2:
	ld.shared.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1];
	setp.lt.f32 	%p1, %f1, 0f3F800000;
	selp.f32 	%f1, 0f3F800000, %f1, %p1;
	rsqrt.approx.f32 	%f5, %f1;
	fma.rn.f32 	%f6, %f5, %f5, %f6;
	add.s32 	%r1, %r1, 1;
	@%p2 bra 	$L__BB0_2;
	bra.uni 	$L__BB0_6;
$L__BB0_3:
	.pragma "nounroll";
	ld.shared.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1];
	rsqrt.approx.f32 	%f5, %f1;
	fma.rn.f32 	%f6, %f5, %f5, %f6;
	@%p3 bra 	$L__BB0_4;
	st.global.u32 	[%rd2], %r1;
	add.s32 	%r2, %r2, 1;
$L__BB0_4:
	ld.shared.f64 	%fd1, [%rd1+16];
	rsqrt.approx.f32 	%f5, %f1;
	mul.rn.f32 	%f6, %f5, %f5;
	sub.rn.f32 	%f7, %f7, %f6;
	add.s32 	%r1, %r1, 2;
	@%p4 bra 	$L__BB0_3;
$L__BB0_6:
	@%p5 bra 	$L__BB0_1;
	ret;
}
)";

TEST(InnerLoop, IsTheCheapestCopyAndItsUsualPath) {
  const LoopCounts counts = count_inner_loop(loops);
  EXPECT_EQ(counts.interactions, 2);
  EXPECT_EQ(counts.rsqrt, 1);
  EXPECT_EQ(counts.fma, 0.5);
  EXPECT_EQ(counts.mul, 0.5);
  EXPECT_EQ(counts.add, 0.5);
  EXPECT_EQ(counts.shared_loads, 1);
  EXPECT_EQ(counts.shared_bytes, 12);
  EXPECT_EQ(counts.other, 1.5) << "two branches and an addition of integers";
}

TEST(InnerLoop, IsMissed) {
  EXPECT_THROW(count_inner_loop(".visible .entry pair_sums()\n{\n\tret;\n}\n"), FailureError);
  EXPECT_THROW(count_inner_loop("$L__BB0_1:\n\tadd.rn.f32 \t%f1, %f1, %f2;\n\t@%p1 bra \t$L__BB0_1;\n"), FailureError);
}

TEST(AssemblerLog, IsRead) {
  const auto kernels = read_assembler_log(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'first' for 'sm_80'\n"
      "ptxas info    : Function properties for first\n"
      "ptxas         .     448 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
      "ptxas info    : Used 72 registers, used 1 barriers, 448 bytes cumulative stack size, 16384 bytes smem, 508 "
      "bytes "
      "cmem[0]\n"
      "ptxas info    : Compiling entry function 'second' for 'sm_80'\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, 508 bytes cmem[0]\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "first");
  EXPECT_EQ(kernels[0].registers, 72);
  EXPECT_EQ(kernels[0].spilled_bytes, 28);
  EXPECT_EQ(kernels[0].stack_bytes, 448);
  EXPECT_EQ(kernels[0].shared_bytes, 16384);
  EXPECT_EQ(kernels[1].name, "second");
  EXPECT_EQ(kernels[1].registers, 8);
  EXPECT_EQ(kernels[1].spilled_bytes, 0);
  EXPECT_EQ(kernels[1].shared_bytes, 0);
  EXPECT_THROW(read_assembler_log("other words"), FailureError);
  EXPECT_THROW(read_assembler_log("ptxas info    : Compiling entry function 'first' for 'sm_80'\n"), FailureError);
}

TEST(KernelTable, SaysWhoSpills) {
  KernelFactsReport report{"NVRTC 13.0", {{"sm_80", "fp64", "force", {"pair_sums", 72, 0, 448, 16384}, {}, true}}};
  EXPECT_EQ(to_table(report).find("SPILLS"), std::string::npos);
  report.rows.push_back({"sm_80", "fp64", "snap", {"pair_sums", 255, 28, 640, 16384}, {}, true});
  EXPECT_NE(to_table(report).find("SPILLS: sm_80 fp64 snap keeps 28 bytes"), std::string::npos) << to_table(report);
  EXPECT_NE(to_json(report).find("\"spills\": true"), std::string::npos);
  const std::string table = to_table(report);
  for (std::size_t first = 0, end; first < table.size(); first = end + 1) {
    end = table.find('\n', first);
    EXPECT_LE(end - first, 80u) << table.substr(first, end - first);
  }
}

TEST(Assembler, ReportsRealSpills) {
  auto text = pair_sums_text({Precision::extended}, kernel_variants().front().variant, 1, true);
  text.compiler_options = {"--maxrregcount=32"};
  EXPECT_GT(assemble(text, "sm_80").kernels.front().spilled_bytes, 0);
}

TEST(Assembler, ReportsWarnings) {
  const auto of = [](const char* line) {
    return assemble({"warned", std::string("KERNEL(k)(GLOBAL uint* a) {\n") + line + "\n  a[0] = 1;\n}\n", {}},
                    "sm_80");
  };
  EXPECT_NE(of("  int never_used = 1;").warnings.find("never_used"), std::string::npos);
  EXPECT_EQ(of("").warnings, "");
}

TEST(Architectures, AreThoseThatTheCompilerKnows) {
  try {
    find_kernel_facts({"sm_80", "sm_12"});
    FAIL() << "sm_12 is none";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("sm_12"), std::string::npos) << message;
    EXPECT_NE(message.find("it knows sm_75, "), std::string::npos) << message;
    EXPECT_EQ(message.find("report"), std::string::npos) << message;
  }
}

class KernelFacts : public testing::TestWithParam<const char*> {};

TEST_P(KernelFacts, NoSpillsNoDoubleNoWarningsAndSaneCounts) {
  ASSERT_EQ(device::cuda_compiler_problem(), "");
  const auto report = find_kernel_facts({GetParam()});
  ASSERT_EQ(report.rows.size(), 16u);
  for (const KernelFactsRow& row : report.rows) {
    SCOPED_TRACE(row.precision + " " + row.variant);
    EXPECT_EQ(row.kernel.name, "pair_sums");
    EXPECT_EQ(row.warnings, "");
    EXPECT_EQ(row.kernel.spilled_bytes, 0);
    EXPECT_GT(row.kernel.registers, 16);
    EXPECT_LE(row.kernel.registers, 128) << "fewer than 16 warps would fit on a multiprocessor";
    EXPECT_EQ(row.uses_double, row.precision == "fp64");
    EXPECT_GE(row.kernel.shared_bytes, 256 * 8 * 4);
    // Mass, position and, where it is asked for, velocity of a source come from the tile.
    EXPECT_GE(row.loop.shared_bytes, (row.variant == "potential" ? 4 : 7) * (row.precision == "fp64" ? 8 : 4));
    EXPECT_LE(row.loop.shared_bytes, row.kernel.shared_bytes / 256 + 16) << "a row of the tile, few numbers twice";
    EXPECT_LT(row.loop.other, row.precision == "extended" ? 80 : 40);
  }
  const auto arithmetic = [&](std::string_view precision, std::string_view variant) {
    for (const KernelFactsRow& row : report.rows)
      if (row.precision == precision && row.variant == variant) return row.loop.arithmetic();
    return 0.0;
  };
  EXPECT_GE(arithmetic("two_float", "force"), 30);
  EXPECT_LE(arithmetic("two_float", "force"), 70);
  EXPECT_EQ(arithmetic("two_float", "force"), arithmetic("fp32", "force") + 6) << "low parts: two more an axis";
  for (const char* precision : {"fp64", "extended", "two_float", "fp32"}) {
    EXPECT_LT(arithmetic(precision, "potential"), arithmetic(precision, "force")) << precision;
    EXPECT_LT(arithmetic(precision, "force"), arithmetic(precision, "lists")) << precision;
    EXPECT_LT(arithmetic(precision, "force"), arithmetic(precision, "snap")) << precision;
  }
  EXPECT_GT(arithmetic("extended", "force"), 5 * arithmetic("two_float", "force"));
}

TEST_P(KernelFacts, NoSpillsNoDoubleNoWarningsInTheKernelsOfRows) {
  for (const Precision precision : {Precision::fp64, Precision::extended, Precision::two_float, Precision::fp32}) {
    const auto program = assemble(rows_text({precision}, Prediction::crackle), GetParam());
    EXPECT_EQ(program.warnings, "") << name_of(precision);
    EXPECT_EQ(program.ptx.find(".f64") != std::string::npos, precision == Precision::fp64) << name_of(precision);
    EXPECT_GE(program.kernels.size(), 7u);
    for (const AssembledKernel& kernel : program.kernels)
      EXPECT_EQ(kernel.spilled_bytes, 0) << name_of(precision) << " " << kernel.name;
  }
}

INSTANTIATE_TEST_SUITE_P(For, KernelFacts, test::compute_capabilities(), test::capability_name);

}  // namespace
}  // namespace tucana::bench
