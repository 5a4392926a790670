#include "tests/tree/tree_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tucana/gravity/device/open_devices.h"
#include "tucana/tree/device/device_tree_engine.h"

namespace tucana::test {

Bodies resting_bodies(std::size_t n, std::uint64_t seed) {
  Bodies bodies = make_bodies(n, seed);
  for (auto* column : {&bodies.velocity, &bodies.acceleration, &bodies.jerk})
    std::fill(column->begin(), column->end(), Vec3{});
  std::fill(bodies.time.begin(), bodies.time.end(), Tick{});
  return bodies;
}

Forces direct_forces(const Bodies& bodies, double eps2) {
  return direct_forces(bodies, std::vector<double>(bodies.size(), eps2));
}

Forces direct_forces(const Bodies& bodies, const std::vector<double>& softening2) {
  const std::size_t n = bodies.size();
  Forces forces{std::vector<Vec3>(n), std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const Vec3 r = bodies.position[j] - bodies.position[i];
      const double s2 = norm2(r) + 0.5 * (softening2[i] + softening2[j]), s = std::sqrt(s2);
      const Vec3 pull = r * (bodies.mass[j] / (s2 * s));
      forces.acceleration[i] += pull;
      forces.scale[i] += norm(pull);
      forces.potential[i] -= bodies.mass[j] / s;
    }
  return forces;
}

TreeOptions plain_options(OpeningCriterion criterion, ExpansionOrder order, double accuracy) {
  TreeOptions options;
  options.criterion = criterion;
  options.order = order;
  options.accuracy = accuracy;
  options.rebuild_interval = 1;
  options.split_radius = first_split_radius;
  return options;
}

TreeOptions all_opened() { return plain_options(OpeningCriterion::angle, ExpansionOrder::quadrupole, 1e-9); }

std::unique_ptr<TreeEngine> TreeRun::make_engine() const {
  static SerialWorkers serial;
  if (engine == "cpu") return make_tree_engine(options, simd, workers != nullptr ? *workers : serial);
  const auto api = engine == "cuda" ? device::Api::cuda : device::Api::opencl;
  return make_device_tree_engine(options, open_devices(api, {devices, "any"}), layout);
}

Forces TreeRun::forces(const Bodies& bodies) {
  const auto made = make_engine();
  const auto sources = make_sources(*made, bodies);
  const auto slots = targets.empty() ? bodies.slots() : targets;
  std::vector<Vec3> position;
  std::vector<double> old;
  for (const Slot slot : slots) {
    position.push_back(predicted(bodies, index(slot), when).position);
    if (!old_acceleration.empty()) old.push_back(old_acceleration[index(slot)]);
  }
  // What nobody writes is seen.
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Forces got{std::vector<Vec3>(slots.size(), {nan, nan, nan}), std::vector<double>(slots.size(), nan), {}};
  Wanted wanted;
  wanted.potential = true;
  wanted.jerk = false;
  Targets asked{};
  asked.slot = slots;
  asked.position = position;
  asked.old_acceleration = old;
  Results results{};
  results.acceleration = got.acceleration;
  results.potential = got.potential;
  made->evaluate(*sources, when, asked, {eps2}, wanted, results).wait();
  report = made->last_report();
  return got;
}

TreeErrors errors_of(const Forces& got, const Forces& exact, std::span<const Slot> which) {
  TreeErrors worst;
  const auto take = [](double& to, double error, double scale) {
    const double relative = error == 0 ? 0 : error / scale;
    if (!(relative <= to)) to = relative;
  };
  for (std::size_t k = 0; k < got.acceleration.size(); ++k) {
    const std::size_t i = which.empty() ? k : index(which[k]);
    take(worst.acceleration, norm(got.acceleration[k] - exact.acceleration[i]), exact.scale[i]);
    take(worst.potential, std::abs(got.potential[k] - exact.potential[i]), std::abs(exact.potential[i]));
  }
  return worst;
}

double typical_error(const Forces& got, const Forces& exact) {
  double sum = 0;
  for (std::size_t i = 0; i < got.acceleration.size(); ++i)
    sum += norm2(got.acceleration[i] - exact.acceleration[i]) / norm2(exact.acceleration[i]);
  return std::sqrt(sum / static_cast<double>(got.acceleration.size()));
}

std::vector<double> sizes_of(const std::vector<Vec3>& vectors) {
  std::vector<double> sizes(vectors.size());
  std::transform(vectors.begin(), vectors.end(), sizes.begin(), [](const Vec3& a) { return norm(a); });
  return sizes;
}

}  // namespace tucana::test
