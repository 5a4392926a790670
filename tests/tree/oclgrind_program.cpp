// All kernels of the tree on a few bodies, to be watched by oclgrind.
#include <cstdio>
#include <string_view>

#include "tests/tree/tree_run.h"
#include "tucana/core/error.h"

namespace tucana::test {
namespace {

void work(ExpansionOrder order) {
  const Bodies bodies = resting_bodies(150);
  // No last accelerations: a first round by the angle.
  TreeRun run{plain_options(OpeningCriterion::acceleration, order, 0x1p-4), 1e-4};
  run.engine = "opencl";
  run.layout = {8, 16, 16, 176};
  run.options.leaf_bodies = 8;
  const auto engine = run.make_engine();
  std::printf("%s\n", engine->description().c_str());
  const Forces got = run.forces(bodies);
  for (const Vec3& a : got.acceleration)
    if (!(norm(a) > 0)) throw FailureError("a force is missing");
  // Some of them parked, and a table of another size.
  const auto sources = make_sources(*engine, bodies);
  sources->park(std::vector<Slot>{slot_at(0), slot_at(70), slot_at(149)});
  sources->resize(160);
  TargetsAndResults one;
  one.add(slot_at(1), {bodies.position[1], {}});
  engine->evaluate(*sources, {}, one.targets(), {run.eps2}, {.potential = true, .jerk = false}, one.results()).wait();
  if (!(norm(one.acceleration[0]) > 0)) throw FailureError("a force is missing");
}

}  // namespace
}  // namespace tucana::test

int main(int count, char** arguments) {
  const bool monopole = count > 1 && std::string_view(arguments[1]) == "monopole";
  tucana::test::work(monopole ? tucana::ExpansionOrder::monopole : tucana::ExpansionOrder::quadrupole);
}
