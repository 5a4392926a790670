// Star clusters of the neighbour scheme beside those of the 4th-order scheme.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/analysis/lagrangian_radii.h"
#include "tucana/models/plummer.h"

namespace tucana {
namespace {

constexpr std::size_t stars = 512;
constexpr int clusters = 3;
constexpr double end = 3;

using Radii = std::array<double, lagrangian_percents.size()>;

template <class Run>
Radii radii_at_the_end(Run&& run, const StarsBuffer& start) {
  run.integrator.start(start.view());
  run.step_to(end);
  const StarsBuffer last = run.stars_at(end);
  EXPECT_LT(std::abs(energy_of(last) / energy_of(start) - 1), 1e-5);
  return lagrangian_radii(last.view(), {});
}

class NeighbourPlummer : public testing::TestWithParam<const char*> {};

/// By how much the logarithm of a Lagrangian radius scatters from cluster to cluster: stars within a given radius are
/// a binomial number, which grows with the radius as in Plummer's sphere.
double scatter_of_radius(double percent) {
  const double part = percent / 100, slope = 3 * (1 - std::cbrt(part * part));
  return std::sqrt((1 - part) / (part * stars)) / slope;
}

// Orbits of single stars are chaotic, and differ by more than errors.
TEST_P(NeighbourPlummer, KeepsItsEnergyAndHasTheRadiiOfHermite4) {
  ThreadPool one(1);
  const auto potentials = make_engine({}, one);
  Radii difference{};
  for (std::uint64_t seed = 1; seed <= clusters; ++seed) {
    const StarsBuffer start = make_plummer({.n = stars, .seed = seed}, *potentials);
    const EngineChoice choice{.kind = GetParam(), .precision = Precision::fp32};
    const Radii ours = radii_at_the_end(NeighbourRun(NeighbourOptions{}, choice), start);
    const Radii theirs = radii_at_the_end(HermiteRun(4, hermite_options(4)), start);
    for (std::size_t k = 0; k < ours.size(); ++k) difference[k] += std::log(ours[k] / theirs[k]) / clusters;
  }
  for (std::size_t k = 0; k < difference.size(); ++k) {
    const double percent = lagrangian_percents[k];
    if (percent < 10) continue;  // too few stars for a statistic
    EXPECT_LT(std::abs(difference[k]), 3 * scatter_of_radius(percent) * std::sqrt(2.0 / clusters)) << percent << " %";
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, NeighbourPlummer, testing::Values("cpu", "opencl"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace tucana
