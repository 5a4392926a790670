#include "tucana/simulation/engine_choice.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

/// Without CUDA: its stand-in of the other tests is an interpreter, and a measurement of it would take long.
class EngineChoiceTest : public testing::Test {
 protected:
  EngineChoiceTest() { setenv("TUCANA_CUDA_DRIVER", "/nonexistent/libcuda.so.1", 1); }
  static Options asking_for(const char* kind) {
    Options options;
    options.model.n = 64;
    options.engine.kind = kind;
    options.engine.precision = Precision::two_float;
    return options;
  }
};

TEST_F(EngineChoiceTest, CarriesEveryOptionOfTheEngine) {
  const std::vector<std::string> settings = {"engine.kind=opencl",    "engine.precision=two_float",
                                             "engine.devices=[1, 0]", "engine.device_type=gpu",
                                             "engine.simd=AVX2",      "engine.work_group_size=64"};
  const EngineChoice choice = resolve_options({}, settings).engine;
  EXPECT_EQ(choice.kind, "opencl");
  EXPECT_EQ(choice.precision, Precision::two_float);
  EXPECT_EQ(choice.simd, "AVX2");
  EXPECT_EQ(choice.devices, (std::vector<int>{1, 0}));
  EXPECT_EQ(choice.device_type, "gpu");
  EXPECT_EQ(choice.work_group_size, 64u);
}

TEST_F(EngineChoiceTest, LeavesAKindThatIsNamedAlone) {
  for (const char* kind : {"cpu", "opencl", "cuda", "reference"}) {
    Options options = asking_for(kind);
    EXPECT_EQ(settle_engine_kind(options), "");
    EXPECT_EQ(options, asking_for(kind));
  }
}

TEST_F(EngineChoiceTest, AutoMeasuresWhatIsThere) {
  Options options = asking_for("auto");
  const std::string said = settle_engine_kind(options);
  EXPECT_TRUE(options.engine.kind == "cpu" || options.engine.kind == "opencl") << options.engine.kind;
  EXPECT_EQ(said.find("engine.kind = auto chose " + options.engine.kind + " (cpu "), 0u) << said;
  EXPECT_NE(said.find(" ms, opencl "), std::string::npos) << said;
  EXPECT_NE(said.find(" ms, no cuda for 64 bodies)"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos);
  EXPECT_EQ(settle_engine_kind(options), "") << "once";
  // Nothing but the kind was changed, and it can be used.
  Options named = asking_for(options.engine.kind.c_str());
  EXPECT_EQ(options, named);
  EXPECT_EQ(Simulation(options).engine_description().find(options.engine.kind + " two_float"), 0u);
}

TEST_F(EngineChoiceTest, AutoTakesTheProcessorWhereNoDeviceWillDo) {
  Options options = asking_for("auto");
  options.engine.devices = {7};
  const std::string said = settle_engine_kind(options);
  EXPECT_EQ(options.engine.kind, "cpu");
  EXPECT_NE(said.find(" ms, no opencl, no cuda for 64 bodies)"), std::string::npos) << said;
}

}  // namespace
}  // namespace tucana
