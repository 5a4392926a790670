// The start-up test passes on a sound compiler and refuses one that is told to relax mathematics.
#include "tucana/device/self_test.h"

#include "tests/device/device_test.h"

namespace tucana::device {
namespace {

TEST(SelfTest, PassesOnASoundCompiler) {
  const auto context = open_context(test::first_device());
  EXPECT_NO_THROW(test_arithmetic(*context));
}

TEST(SelfTest, RefusesRelaxedMathematics) {
  const auto context = open_context(test::first_device());
  const bool opencl = context->info().api == Api::opencl;
  for (const char* option :
       opencl ? std::vector{"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"} : std::vector{"--fmad=true"}) {
    const auto message = test::message_of([&] {
      ProgramText text = self_test_program();
      text.compiler_options = {option};
      test_arithmetic(*context, text);
    });
    EXPECT_NE(message.find("breaks exact arithmetic"), std::string::npos) << option << ": " << message;
    EXPECT_NE(message.find(context->info().name), std::string::npos) << message;
    EXPECT_NE(message.find(context->info().driver), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

/// Contraction alone: the same text, with FMA where it says multiply and add.
TEST(SelfTest, RefusesContraction) {
  const auto context = open_context(test::first_device());
  const auto broken = [](const std::string& from, const std::string& to) {
    ProgramText text = self_test_program();
    const auto at = text.text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.text.replace(at, from.size(), to), text;
  };
  EXPECT_NO_THROW(test_arithmetic(*context, self_test_program()));
  for (const auto& text : {broken("a * b + c;", "fma(a, b, c);"), broken("(a - (sum - part)) + (b - part)", "0.0f"),
                           broken("fma(a, b, -product)", "a * b - product"),
                           broken("error - ((high + error) - high)", "error - (error + (high - high))")}) {
    EXPECT_THROW(test_arithmetic(*context, text), DeviceError);
  }
}

}  // namespace
}  // namespace tucana::device
