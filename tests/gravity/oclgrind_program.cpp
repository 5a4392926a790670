// The kernels of gravity/ on a few bodies, in one precision, to be watched by oclgrind.
#include <cstdio>
#include <string_view>

#include "tests/gravity/bodies.h"
#include "tests/gravity/engines.h"
#include "tucana/core/error.h"
#include "tucana/gravity/device/device_engine.h"

namespace tucana::test {
namespace {

const Tick when = Tick::nearest(1.0625);

void work(EngineChoice choice) {
  SerialWorkers workers;
  const auto engine = make_engine(choice, workers);
  std::printf("%s\n", engine->description().c_str());
  const Bodies bodies = make_bodies_with_crackle(300);
  const auto sources = make_sources(*engine, bodies);
  // Few targets: leaf lanes, prediction inside. More: one leaf at a time, predicted before.
  for (const std::size_t n : {1, 9}) {
    TargetsAndResults some;
    for (std::size_t t = 0; t < n; ++t) some.add(slot_at(13 * t), predicted(bodies, 13 * t, when), 0.5, 0.01);
    for (const Wanted& wanted : {Wanted{.potential = true,
                                .nearest = true,
                                .lists = true,
                                .snap = true,
                                .far_only = true,
                                .list_rule = ListRule::segment},
                                 Wanted{.potential = true}}) {
      engine->evaluate(*sources, when, some.targets(), {1e-5}, wanted, some.results()).wait();
      for (std::size_t t = 0; t < n; ++t)
        if (!(norm(some.acceleration[t]) > 0)) throw FailureError("a force is missing");
    }
  }
  sources->park(std::vector<Slot>{slot_at(1), slot_at(260), slot_at(299)});
  dynamic_cast<DeviceEngine&>(*engine).conserved(*sources, when, {1e-5});
}

}  // namespace
}  // namespace tucana::test

int main(int argc, char** argv) {
  for (const tucana::Precision precision : tucana::test::all_precisions)
    if (argc == 2 && name_of(precision) == std::string_view(argv[1]))
      for (const std::size_t lanes : {1, 4}) {
        tucana::EngineChoice choice{"opencl", precision};
        choice.device_lanes = lanes;
        choice.work_group_size = 8;
        tucana::test::work(choice);
      }
}
