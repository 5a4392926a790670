#include "tucana/core/decider.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "tests/core/told_decisions.h"

namespace tucana {
namespace {

TEST(Decider, OneProcessDecidesForItself) {
  EXPECT_EQ(own_decider().decide([] { return 3.25; }), 3.25);
}

TEST(Decider, OthersAreToldAndDoNotLook) {
  struct Decision {
    std::int64_t n = 0;
    std::optional<bool> stop;
  };
  ToldDecisions told;
  TellingDecider first(told);
  ToldDecider second(told);
  EXPECT_EQ(first.decide([] { return Decision{7, true}; }).n, 7);
  EXPECT_EQ(first.decide([] { return 0.5; }), 0.5);
  bool looked = false;
  const Decision decision = second.decide([&] {
    looked = true;
    return Decision{};
  });
  EXPECT_EQ(decision.n, 7);
  EXPECT_EQ(decision.stop, true);
  EXPECT_EQ(second.decide([] { return 0.75; }), 0.5);
  EXPECT_FALSE(looked);
  EXPECT_TRUE(told.empty());
}

}  // namespace
}  // namespace tucana
