// Whatever numbers a checkpoint holds: loading it and going on gives a state or an error, never a crash.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/fuzz/field_archive.h"
#include "tucana/core/error.h"
#include "tucana/simulation/options/read_options.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {
namespace {

struct Scheme {
  const char* name;
  std::vector<std::string> settings;
};

/// TUCANA_MUTATIONS=50000 tries more than the default suite.
int mutations() {
  const char* text = std::getenv("TUCANA_MUTATIONS");
  return text == nullptr ? 1000 : std::atoi(text);
}

class DamagedState : public testing::TestWithParam<Scheme> {
 protected:
  static Options options() {
    std::vector<std::string> settings = {"model.n=24", "run.threads=1", "gravity.softening=0.05"};
    settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
    return resolve_options(std::nullopt, settings);
  }
};

TEST_P(DamagedState, IsAStateOrAnError) {
  FieldArchive saved;
  Simulation whole(options());
  whole.start();
  for (int block = 0; block < 20; ++block) whole.integrator().step();
  whole.describe(saved);

  int refused = 0, taken = 0;
  for (int number = 0; number < mutations(); ++number) {
    std::string what;
    FieldArchive damaged = saved.damaged(static_cast<std::uint64_t>(number), what);
    Simulation simulation(options());
    try {
      simulation.describe(damaged);
      for (int block = 0; block < 10; ++block) simulation.integrator().step();
      simulation.report_at(simulation.integrator().now());
      ++taken;
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << what << ": " << error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << number << what << ": " << error.what();
    }
  }
  EXPECT_GT(refused, mutations() / 4);
  EXPECT_GT(taken, mutations() / 50) << "measured seconds and counts may be anything";
}

INSTANTIATE_TEST_SUITE_P(OfSchemes, DamagedState,
                         testing::Values(Scheme{"hermite4", {}}, Scheme{"hermite6", {"integrator.kind=hermite6"}},
                                         Scheme{"shared", {"integrator.steps=shared"}},
                                         Scheme{"ahmad_cohen", {"integrator.kind=ahmad_cohen"}},
                                         Scheme{"leapfrog", {"integrator.kind=leapfrog"}},
                                         Scheme{"tree", {"integrator.kind=leapfrog", "gravity.method=tree"}}),
                         [](const auto& scheme) { return scheme.param.name; });

}  // namespace
}  // namespace tucana::test
