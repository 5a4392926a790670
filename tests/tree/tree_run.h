#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tests/gravity/bodies.h"
#include "tucana/core/workers.h"
#include "tucana/tree/device/tree_device.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::test {

/// The square of the softening of most tests.
constexpr double usual_eps2 = 1e-4;

struct Forces {
  std::vector<Vec3> acceleration;
  std::vector<double> potential;
  std::vector<double> scale;  ///< of a direct sum: the sum of the sizes of the pulls
};

/// Bodies at rest at time zero: what make_bodies() gives, without its derivatives.
Bodies resting_bodies(std::size_t n, std::uint64_t seed = 1);

/// On all bodies where they stand; a plain sum in double.
Forces direct_forces(const Bodies& bodies, double eps2);
/// With the square of the softening of each; a pair has the mean of the two.
Forces direct_forces(const Bodies& bodies, const std::vector<double>& softening2);

/// Nothing tuned, a tree for every evaluation.
TreeOptions plain_options(OpeningCriterion criterion = OpeningCriterion::acceleration,
                          ExpansionOrder order = ExpansionOrder::quadrupole, double accuracy = 0x1p-7);
/// So small a number that every cell is opened.
TreeOptions all_opened();

/// How an evaluation is made, beside the bodies.
struct TreeRun {
  TreeOptions options;
  double eps2 = 0;
  std::vector<Slot> targets = {};             ///< none: all bodies
  std::vector<double> old_acceleration = {};  ///< of all bodies
  Tick when = {};
  std::string simd = "best";
  Workers* workers = nullptr;  ///< null: one thread
  TreeReport report = {};
  std::string engine = "cpu";  ///< or opencl, cuda
  std::vector<int> devices = {0};
  tree::WalkLayout layout = {16};  ///< given, so that nothing is measured

  std::unique_ptr<TreeEngine> make_engine() const;
  /// A row for each target.
  Forces forces(const Bodies& bodies);
};

/// The largest error of rows `which` of a direct sum (none: all), relative to the sums of the sizes of the pulls; of
/// the potential, relative to it. A NaN stays.
struct TreeErrors {
  double acceleration = 0, potential = 0;
};
TreeErrors errors_of(const Forces& got, const Forces& exact, std::span<const Slot> which = {});

/// The root of the mean square of relative errors of accelerations.
double typical_error(const Forces& got, const Forces& exact);

std::vector<double> sizes_of(const std::vector<Vec3>& vectors);

}  // namespace tucana::test
