// A leap-frog and its tree on a device, a few blocks with one rebuild, to be watched by oclgrind.
#include <cstdio>

#include "tests/integrators/leapfrog_fixture.h"
#include "tucana/core/error.h"
#include "tucana/gravity/device/open_devices.h"
#include "tucana/tree/device/device_tree_engine.h"

int main() {
  using namespace tucana;
  LeapfrogOptions options = softened(0.1);
  TreeOptions tree;
  tree.leaf_bodies = 4;
  tree.rebuild_interval = 2;
  SerialWorkers workers;
  const auto engine = make_device_tree_engine(tree, open_devices(device::Api::opencl, {{0}, "any"}), {8, 16, 16, 176});
  std::printf("%s\n", engine->description().c_str());
  Leapfrog run(options, *engine, workers);
  run.start(random_cloud(40, 1).view());
  for (int k = 0; k < 3; ++k) run.step();
  run.conserved(run.now());
  if (!run.is_resident() || !is_finite(run.bodies().x[0])) throw FailureError("a body is lost");
}
