// A shared step of the 6th-order scheme on a device, in two passes and in one precision, to be watched by oclgrind.
#include <cstdio>
#include <string_view>

#include "tests/integrators/hermite_fixture.h"
#include "tucana/core/error.h"

int main(int argc, char** argv) {
  using namespace tucana;
  for (const Precision precision : {Precision::fp64, Precision::extended, Precision::fp32}) {
    if (argc != 2 || name_of(precision) != std::string_view(argv[1])) continue;
    HermiteOptions options = hermite_options(6);
    options.steps = StepRule::shared;
    options.iterations = 2;
    options.law.eps2 = 0.01;
    EngineChoice choice{"opencl", precision};
    choice.device_lanes = 1;
    choice.work_group_size = 8;
    HermiteRun run(6, options, choice);
    run.integrator.start(random_cloud(5, 1).view());
    run.integrator.step();
    run.integrator.conserved(run.integrator.now());
    if (!is_finite(run.stars_at(run.integrator.now().units()).position[0])) throw FailureError("a body is lost");
    std::printf("%s\n", run.engine->description().c_str());
  }
}
