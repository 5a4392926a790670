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
}

}  // namespace
}  // namespace tucana::test

int main(int count, char** arguments) {
  const bool monopole = count > 1 && std::string_view(arguments[1]) == "monopole";
  tucana::test::work(monopole ? tucana::ExpansionOrder::monopole : tucana::ExpansionOrder::quadrupole);
}
