#include "tucana/models/cluster/cluster_profile.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/error.h"
#include "tucana/models/cluster/uniform_sphere.h"
#include "tucana/models/galaxy/galaxy.h"
#include "tucana/models/galaxy/king.h"
#include "tucana/models/galaxy/spherical_field.h"
#include "tucana/models/plummer.h"

namespace tucana {
namespace {

constexpr double smallest_w0 = 0.1, largest_w0 = 16;

/// The sphere without its cut, but for the radii that are drawn (docs/models.md).
class PlummerSphere final : public ClusterProfile {
 public:
  explicit PlummerSphere(double cut_radius) : cut_radius_(cut_radius) {}
  CentreState draw(std::uint64_t seed, std::uint64_t i) const override {
    CentreState centre;
    draw_plummer_star(seed, i, cut_radius_, centre.position, centre.velocity);
    return centre;
  }
  double potential(double r) const override { return -1 / std::sqrt(1 + r * r); }
  double mass_within(double r) const override {
    const auto uncut = [](double x) { return x > 0 ? std::pow(1 + 1 / (x * x), -1.5) : 0; };
    return r < cut_radius_ ? uncut(r) / uncut(cut_radius_) : 1;
  }

 private:
  double cut_radius_;
};

/// A galaxy of one component, with an isotropic distribution function.
class IsotropicSphere final : public ClusterProfile {
 public:
  explicit IsotropicSphere(const Component& component) : galaxy_({component}) {}
  CentreState draw(std::uint64_t seed, std::uint64_t i) const override {
    CentreState centre;
    galaxy_.draw(0, i, seed, centre.position, centre.velocity);
    return centre;
  }
  double potential(double r) const override { return -galaxy_.field().potential(r); }
  double mass_within(double r) const override { return galaxy_.mass_within(0, r); }

 private:
  Galaxy galaxy_;
};

double cut_of(const ClusterProfileOptions& options, double usual) {
  if (options.cut_radius == 0) return usual;
  if (!(options.cut_radius >= 0.1 && options.cut_radius <= 1e5)) {
    throw InputError(fmt::format("cut radius {:g} is not between 0.1 and 1e5 scale radii; usual is {:g}",
                                 options.cut_radius, usual));
  }
  return options.cut_radius;
}

Component king_component(const ClusterProfileOptions& options) {
  Component king{.name = "king", .profile = ProfileKind::king};
  king.w0 = options.concentration != 0 ? king_w0_of_concentration(options.concentration) : options.w0;
  if (!(king.w0 >= smallest_w0 && king.w0 <= largest_w0)) {
    throw InputError(fmt::format("King model: W0 = {:g} is not between {:g} and {:g}; typical is 6", king.w0,
                                 smallest_w0, largest_w0));
  }
  return king;
}

Component eff_component(const ClusterProfileOptions& options) {
  if (!(options.eff_slope > 1 && options.eff_slope <= 20)) {
    throw InputError(fmt::format("EFF profile: slope {:g} is not > 1 and <= 20; typical is 2.6", options.eff_slope));
  }
  Component eff{.name = "eff", .profile = ProfileKind::eff};
  eff.eff_slope = options.eff_slope;
  eff.cut = CutKind::smooth;
  eff.cut_radius = cut_of(options, 50);
  return eff;
}

}  // namespace

std::unique_ptr<ClusterProfile> make_cluster_profile(const ClusterProfileOptions& options) {
  switch (options.kind) {
    case ClusterProfileKind::king: return std::make_unique<IsotropicSphere>(king_component(options));
    case ClusterProfileKind::eff: return std::make_unique<IsotropicSphere>(eff_component(options));
    case ClusterProfileKind::uniform: return std::make_unique<UniformSphere>();
    default: return std::make_unique<PlummerSphere>(cut_of(options, 20));
  }
}

double king_w0_of_concentration(double concentration) {
  double low = smallest_w0, high = largest_w0;
  const double least = KingModel(low).concentration(), most = KingModel(high).concentration();
  if (!(concentration >= least && concentration <= most)) {
    throw InputError(
        fmt::format("King model: concentration {:g} is not between {:.3f} and {:.3f}", concentration, least, most));
  }
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (KingModel(middle).concentration() < concentration ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace tucana
