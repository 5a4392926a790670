// Single instructions, mostly such as NVRTC seldom makes of C, against values worked out by hand.
#include <bit>
#include <cmath>
#include <limits>

#include "tests/cuda_stand_in/test/bits.h"
#include "tests/cuda_stand_in/test/client.h"

namespace {

/// Instructions that compute %rd0 (or %r0, %f0, %fd0, %p0: told by `result`) from three inputs, each of which is there
/// as %rd1 to %rd3, %r1 to %r3, %f1 to %f3 and %fd1 to %fd3 (the lowest bits).
struct Case {
  std::string text;
  char result;  // d: 64 bits, r: 32 bits, f, D: double, p
  std::uint64_t a, b, c, wanted;
};

std::string module_of(const Case& it) {
  std::string ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry one(.param .u64 out, .param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
      ".reg .pred %p<5>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<5>;\n.reg .f64 %fd<5>;\n.reg .b16 "
      "%rs<5>;\n";
  const char* names[] = {"a", "b", "c"};
  for (int k = 1; k <= 3; ++k) {
    const std::string n = std::to_string(k);
    ptx += "ld.param.u64 %rd" + n + ", [" + names[k - 1] + "];\nmov.b64 %fd" + n + ", %rd" + n + ";\ncvt.u32.u64 %r" +
           n + ", %rd" + n + ";\nmov.b32 %f" + n + ", %r" + n + ";\n";
  }
  ptx += it.text + "\n";
  if (it.result == 'r') ptx += "cvt.u64.u32 %rd0, %r0;\n";
  if (it.result == 'f') ptx += "mov.b32 %r0, %f0;\ncvt.u64.u32 %rd0, %r0;\n";
  if (it.result == 'D') ptx += "mov.b64 %rd0, %fd0;\n";
  if (it.result == 'p') ptx += "selp.u64 %rd0, 1, 0, %p0;\n";
  return ptx + "ld.param.u64 %rd8, [out];\ncvta.to.global.u64 %rd8, %rd8;\nst.global.u64 [%rd8], %rd0;\nret;\n}\n";
}

std::uint64_t f(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t d(double x) { return std::bit_cast<std::uint64_t>(x); }
constexpr float tiny = std::numeric_limits<float>::denorm_min();
constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

void check(const std::vector<Case>& cases) {
  Session session;
  const Address out = session.allocate(8);
  for (const Case& it : cases) {
    ASSERT_EQ(session.load(module_of(it)), 0) << it.text;
    session.run("one", 1, 1, out, it.a, it.b, it.c);
    EXPECT_EQ(session.download<std::uint64_t>(out, 1).front(), it.wanted) << it.text;
  }
}

TEST(Opcodes, OfIntegers) {
  check({{"add.s32 %r0, %r1, %r2;", 'r', 0x7fffffff, 1, 0, 0x80000000},
         {"sub.s64 %rd0, %rd1, %rd2;", 'd', 0, 1, 0, ~0ULL},
         {"mul.hi.s32 %r0, %r1, %r2;", 'r', 0xffffffff, 5, 0, 0xffffffff},
         {"mul.hi.u64 %rd0, %rd1, %rd2;", 'd', ~0ULL, ~0ULL, 0, ~0ULL - 1},
         {"mul.wide.s32 %rd0, %r1, %r2;", 'd', 0xffffffff, 7, 0, static_cast<std::uint64_t>(-7)},
         {"mad.lo.s32 %r0, %r1, %r2, %r3;", 'r', 7, 6, 5, 47},
         {"mad.wide.u32 %rd0, %r1, %r2, %rd3;", 'd', 0xffffffff, 2, 1ULL << 40U, (1ULL << 40U) + 0x1fffffffeULL},
         {"mad.hi.u32 %r0, %r1, %r2, %r3;", 'r', 0x80000000, 6, 5, 8},
         {"div.s32 %r0, %r1, %r2;", 'r', 0x80000000, 0xffffffff, 0, 0x80000000},
         {"rem.s32 %r0, %r1, %r2;", 'r', static_cast<std::uint32_t>(-7), 3, 0, 0xffffffff},
         {"div.u64 %rd0, %rd1, %rd2;", 'd', 1000000007, 1000, 0, 1000000},
         {"min.s32 %r0, %r1, %r2;", 'r', 0xffffffff, 2, 0, 0xffffffff},
         {"max.u32 %r0, %r1, -2;", 'r', 5, 0, 0, 0xfffffffe},
         {"abs.s64 %rd0, %rd1;", 'd', static_cast<std::uint64_t>(-9), 0, 0, 9},
         {"neg.s32 %r0, %r1;", 'r', 1, 0, 0, 0xffffffff},
         {"add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;", 'r', 0xffffffff, 1, 41, 42},
         {"sub.cc.u64 %rd4, %rd1, %rd2; subc.u64 %rd0, %rd3, 0;", 'd', 0, 1, 43, 42}});
}

TEST(Opcodes, OfCarries) {
  // The carry that came in makes the sum overflow.
  check({{"add.cc.u32 %r4, %r1, %r1; addc.cc.u32 %r5, %r2, 0; addc.u32 %r0, %r3, 0;", 'r', 0x80000000, 0xffffffff, 41,
          42},
         {"sub.cc.u32 %r4, 0, %r1; subc.cc.u32 %r5, %r2, 0; subc.u32 %r0, %r3, 0;", 'r', 1, 0, 43, 42}});
}

TEST(Opcodes, OfBits) {
  check(
      {{"lop3.b32 %r0, %r1, %r2, %r3, 0xE8;", 'r', 0b1100, 0b1010, 0b0110, 0b1110},
       {"prmt.b32 %r0, %r1, %r2, 0x9410;", 'r', 0x44338211, 0xddccbbaa, 0, 0xffaa8211},
       {"shf.l.wrap.b32 %r0, %r1, %r2, 36;", 'r', 0x12345678, 0x9abcdef0, 0, 0xabcdef01},
       {"shf.r.clamp.b32 %r0, %r1, %r2, 40;", 'r', 0x12345678, 0x9abcdef0, 0, 0x9abcdef0},
       {"shl.b32 %r0, %r1, 33;", 'r', 1, 0, 0, 0},
       {"shr.s32 %r0, %r1, 40;", 'r', 0x80000000, 0, 0, 0xffffffff},
       {"shr.u64 %rd0, %rd1, 63;", 'd', 1ULL << 63U, 0, 0, 1},
       {"bfe.u32 %r0, %r1, 4, 8;", 'r', 0x12345678, 0, 0, 0x67},
       {"bfe.s32 %r0, %r1, 4, 8;", 'r', 0x00000f80, 0, 0, 0xfffffff8},
       {"bfe.s64 %rd0, %rd1, 60, 8;", 'd', 0xf000000000000000ULL, 0, 0, ~0ULL},
       {"bfi.b32 %r0, %r1, %r2, 8, 4;", 'r', 0xab, 0xffffffff, 0, 0xfffffbff},
       {"bfind.u32 %r0, %r1;", 'r', 0x10, 0, 0, 4},
       {"bfind.shiftamt.s32 %r0, %r1;", 'r', 0xfffffff0, 0, 0, 28},
       {"popc.b64 %r0, %rd1;", 'r', 0xff00ff00ff00ff00ULL, 0, 0, 32},
       {"clz.b64 %r0, %rd1;", 'r', 1, 0, 0, 63},
       {"brev.b64 %rd0, %rd1;", 'd', 1, 0, 0, 1ULL << 63U},
       {"not.b32 %r0, %r1;", 'r', 0xf0f0f0f0, 0, 0, 0x0f0f0f0f},
       {"cnot.b32 %r0, %r1;", 'r', 7, 0, 0, 0},
       {"mov.b64 {%r4, %r5}, %rd1; mov.b64 %rd0, {%r5, %r4};", 'd', 0x1122334455667788ULL, 0, 0, 0x5566778811223344ULL},
       {"mov.b32 {%rs1, %rs2}, %r1; mov.b32 %r0, {%rs2, %rs1};", 'r', 0x11223344, 0, 0, 0x33441122}});
}

TEST(Opcodes, OfFloats) {
  check({{"fma.rn.f32 %f0, %f1, %f2, %f3;", 'f', f(1.0f + 0x1p-12f), f(1.0f - 0x1p-12f), f(-1.0f), f(-0x1p-24f)},
         {"add.f32 %f0, %f1, %f2;", 'f', f(tiny), f(tiny), 0, f(2 * tiny)},
         {"add.ftz.f32 %f0, %f1, %f2;", 'f', f(-tiny), f(-tiny), 0, f(-0.0f)},
         {"mul.rn.ftz.f32 %f0, %f1, %f2;", 'f', f(0x1p-100f), f(0x1p-40f), 0, 0},
         {"sub.rn.f32 %f0, %f1, %f2;", 'f', f(INFINITY), f(INFINITY), 0, 0x7fffffff},
         {"min.f32 %f0, %f1, %f2;", 'f', f(nan32), f(3.0f), 0, f(3.0f)},
         {"max.f32 %f0, %f1, %f2;", 'f', f(-0.0f), f(0.0f), 0, f(0.0f)},
         {"copysign.f32 %f0, %f1, %f2;", 'f', f(-1.0f), f(5.0f), 0, f(-5.0f)},
         {"neg.f64 %fd0, %fd1;", 'D', d(0.0), 0, 0, d(-0.0)},
         {"rcp.rn.f64 %fd0, %fd1;", 'D', d(3.0), 0, 0, d(1.0 / 3.0)},
         {"rcp.approx.ftz.f64 %fd0, %fd1;", 'D', d(3.0), 0, 0, d(1.0 / 3.0) & 0xffffffff00000000ULL},
         {"sqrt.rn.f32 %f0, %f1;", 'f', f(2.0f), 0, 0, f(1.41421354f)},
         {"rsqrt.approx.f32 %f0, %f1;", 'f', f(0.25f), 0, 0, f(2.0f)},
         {"ex2.approx.ftz.f32 %f0, %f1;", 'f', f(-3.0f), 0, 0, f(0.125f)},
         {"lg2.approx.f32 %f0, %f1;", 'f', f(32.0f), 0, 0, f(5.0f)},
         {"div.full.f32 %f0, %f1, %f2;", 'f', f(1.0f), f(4.0f), 0, f(0.25f)},
         {"testp.subnormal.f32 %p0, %f1;", 'p', f(tiny), 0, 0, 1},
         {"testp.finite.f64 %p0, %fd1;", 'p', d(infinite), 0, 0, 0},
         {"add.f32 %f0, %f1, 0f3F800000;", 'f', f(1.0f), 0, 0, f(2.0f)},
         {"mul.f64 %fd0, %fd1, 2.5;", 'D', d(2.0), 0, 0, d(5.0)}});
}

TEST(Opcodes, OfConversions) {
  check({{"cvt.rzi.s32.f32 %r0, %f1;", 'r', f(-1.9f), 0, 0, 0xffffffff},
         {"cvt.rni.s32.f32 %r0, %f1;", 'r', f(2.5f), 0, 0, 2},
         {"cvt.rmi.s64.f64 %rd0, %fd1;", 'd', d(-1.1), 0, 0, static_cast<std::uint64_t>(-2)},
         {"cvt.rpi.u32.f32 %r0, %f1;", 'r', f(1.1f), 0, 0, 2},
         {"cvt.rzi.u32.f32 %r0, %f1;", 'r', f(-5.0f), 0, 0, 0},
         {"cvt.rzi.s32.f64 %r0, %fd1;", 'r', d(1e30), 0, 0, 0x7fffffff},
         {"cvt.rzi.u64.f64 %rd0, %fd1;", 'd', d(infinite), 0, 0, ~0ULL},
         {"cvt.rzi.s64.f32 %rd0, %f1;", 'd', f(nan32), 0, 0, 0},
         {"cvt.rn.f32.u64 %f0, %rd1;", 'f', ~0ULL, 0, 0, f(0x1p64f)},
         {"cvt.rz.f32.u64 %f0, %rd1;", 'f', ~0ULL, 0, 0, f(0x1.fffffep63f)},
         {"cvt.rp.f32.s64 %f0, %rd1;", 'f', (1ULL << 40U) + 1, 0, 0, f(0x1.000002p40f)},
         {"cvt.rm.f32.f64 %f0, %fd1;", 'f', d(-1.0 - 0x1p-40), 0, 0, f(-1.0f - 0x1p-23f)},
         {"cvt.rn.f64.s64 %fd0, %rd1;", 'D', static_cast<std::uint64_t>(-3), 0, 0, d(-3.0)},
         {"cvt.f64.f32 %fd0, %f1;", 'D', f(0.1f), 0, 0, d(static_cast<double>(0.1f))},
         {"cvt.rmi.f32.f32 %f0, %f1;", 'f', f(-1.5f), 0, 0, f(-2.0f)},
         {"cvt.sat.f32.f32 %f0, %f1;", 'f', f(7.0f), 0, 0, f(1.0f)},
         {"cvt.s64.s32 %rd0, %r1;", 'd', 0xfffffffe, 0, 0, static_cast<std::uint64_t>(-2)},
         {"cvt.s32.s8 %r0, %r1;", 'r', 0x80, 0, 0, 0xffffff80},
         {"cvt.u16.u32 %rs1, %r1; cvt.u32.u16 %r0, %rs1;", 'r', 0x12345678, 0, 0, 0x5678},
         {"cvt.sat.u8.s32 %r0, %r1;", 'r', 300, 0, 0, 255}});
}

TEST(Opcodes, OfComparisonsAndControl) {
  check({{"setp.lt.s32 %p0, %r1, %r2;", 'p', 0xffffffff, 0, 0, 1},
         {"setp.lo.u32 %p0, %r1, %r2;", 'p', 0xffffffff, 0, 0, 0},
         {"setp.ltu.f32 %p0, %f1, %f2;", 'p', f(nan32), 0, 0, 1},
         {"setp.ne.f32 %p0, %f1, %f2;", 'p', f(nan32), 0, 0, 0},
         {"setp.neu.f32 %p0, %f1, %f2;", 'p', f(nan32), 0, 0, 1},
         {"setp.num.f64 %p0, %fd1, %fd2;", 'p', d(1.0), d(2.0), 0, 1},
         {"setp.eq.s32 %p1|%p0, %r1, %r2;", 'p', 1, 2, 0, 1},
         {"setp.eq.s32 %p1, %r1, 1; setp.gt.and.s32 %p0, %r2, 1, !%p1;", 'p', 1, 2, 0, 0},
         {"setp.eq.s32 %p1, %r1, 1; setp.gt.xor.s32 %p2|%p0, %r2, 5, %p1;", 'p', 1, 2, 0, 0},
         {"setp.eq.ftz.f32 %p0, %f1, 0f00000000;", 'p', f(tiny), 0, 0, 1},
         {"set.gt.u32.f32 %r0, %f1, %f2;", 'r', f(2.0f), f(1.0f), 0, 0xffffffff},
         {"setp.ne.s32 %p1, %r1, 0; mov.u32 %r0, 5; @%p1 add.s32 %r0, %r0, 1; @!%p1 add.s32 %r0, %r0, 2;", 'r', 1, 0, 0,
          6},
         {"mov.u32 %r0, 0; L: add.s32 %r0, %r0, %r1; setp.lt.s32 %p1, %r0, 10; @%p1 bra L;", 'r', 3, 0, 0, 12},
         {"T: .branchtargets A, B; mov.u32 %r0, 1; brx.idx %r1, T; A: mov.u32 %r0, 2; B: add.s32 %r0, %r0, 10;", 'r', 1,
          0, 0, 11},
         {"{ .reg .b32 %r1; mov.u32 %r1, 9; mov.u32 %r4, %r1; } add.s32 %r0, %r4, %r1;", 'r', 3, 0, 0, 12}});
}

TEST(Opcodes, OfMemory) {
  check(
      {{".local .align 8 .b8 m[16]; mov.u64 %rd4, m; cvta.local.u64 %rd5, %rd4; st.local.u64 [%rd4+8], %rd1; "
        "ld.s32 %rd0, [%rd5+12];",
        'd', 0xfffffff700000000ULL, 0, 0, static_cast<std::uint64_t>(-9)},
       {".shared .align 16 .b8 s[32]; mov.u32 %r4, s; st.shared.v2.u32 [%r4+8], {%r1, %r2}; ld.shared.v4.u32 {%r5, "
        "%r6, %r7, "
        "%r8}, [s]; sub.s32 %r0, %r7, %r8;",
        'r', 50, 8, 0, 42},
       {".shared .align 8 .b8 s[8]; st.shared.u64 [s], %rd1; atom.shared.cas.b64 %rd4, [s], %rd1, %rd2; ld.shared.u64 "
        "%rd0, "
        "[s];",
        'd', 4, 7, 0, 7},
       {".shared .align 8 .b8 s[8]; st.shared.f32 [s], %f1; red.shared.add.f32 [s], %f2; ld.shared.f32 %f0, [s];", 'f',
        f(1.5f), f(2.0f), 0, f(3.5f)},
       {".shared .align 8 .b8 s[8]; st.shared.u32 [s], %r1; atom.shared.inc.u32 %r4, [s], %r2; ld.shared.u32 %r0, [s];",
        'r', 5, 5, 0, 0},
       {".shared .align 8 .b8 s[8]; st.shared.u8 [s+1], %r1; ld.shared.s8 %r0, [s+1];", 'r', 0x1ff, 0, 0, 0xffffffff}});
}

TEST(Opcodes, ThatAreNotKnownAreRefused) {
  Session session;
  for (const std::string text :
       {"add.rz.f32 %f0, %f1, %f2;", "add.sat.s32 %r0, %r1, %r2;", "fma.rn.relu.f32 %f0, %f1, %f2, %f3;",
        "min.xorsign.abs.f32 %f0, %f1, %f2;", "cvt.rn.f16.f32 %rs1, %f1;", "setp.almost.s32 %p0, %r1, %r2;",
        "shfl.down.b32 %r0, %r1, 1, 31;", "bar.arrive 0, 64;", "ld.global.v2.u32 %r0, [%rd1];", "mov.b128 %rd0, %rd1;",
        "atom.global.add.noftz.f16 %rs1, [%rd1], %rs2;", "vadd.s32.s32.s32 %r0, %r1, %r2;", "mul.s32 %r0, %r1, %r2;",
        "mov.u32 %r0, %clock;", "add.s32 %r0, %r1, %nobody;", "bra NOWHERE;", "call nobody;"}) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(session.load(module_of({text, 'd', 0, 0, 0, 0})), 218) << text;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("PTX line "), std::string::npos) << text;
  }
}

TEST(Opcodes, LocalMemoryEndsWithItsFunction) {
  // A device function leaves; its local memory is nobody's then.
  const std::string ptx = R"(.version 8.0
    .target sm_80
    .address_size 64
    .func (.param .b64 back) inside()
    {
      .local .align 8 .b8 m[8];
      .reg .b64 %rd<3>;
      mov.u64 %rd1, m;
      st.local.u64 [%rd1], %rd1;
      st.param.b64 [back], %rd1;
      ret;
    }
    .visible .entry outside()
    {
      .reg .b64 %rd<3>;
      { .param .b64 r; call.uni (r), inside; ld.param.b64 %rd1, [r]; }
      ld.local.u64 %rd2, [%rd1];
      ret;
    })";
  Session session;
  ASSERT_EQ(session.load(ptx), 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(session.attempt("outside", 1, 1), 700);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("local read of 8 bytes"), std::string::npos);
}

}  // namespace
