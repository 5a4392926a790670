#include "tucana/models/galaxy/density.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "tucana/models/galaxy/disc_shape.h"
#include "tucana/models/galaxy/king.h"

namespace tucana {
namespace {

/// f, f' and f'' of a function given by f, (ln f)' and (ln f)''.
DensityJet from_logarithm(double value, double slope, double curvature) {
  return {value, value * slope, value * (slope * slope + curvature)};
}

/// 1 / (x (1 + x)^b): b = 2 is Navarro, Frenk & White 1996 (eq. 3), b = 3 Hernquist 1990 (eq. 2).
DensityJet cusp(double x, int b) {
  const double y = 1 + x;
  const double value = b == 2 ? 1 / (x * y * y) : 1 / (x * y * y * y);
  return from_logarithm(value, -1 / x - b / y, 1 / (x * x) + b / (y * y));
}

/// (1 + x^2)^(-5/2), Plummer 1911.
DensityJet plummer(double x) {
  const double y = 1 + x * x;
  return from_logarithm(1 / (y * y * std::sqrt(y)), -5 * x / y, -5 * (1 - x * x) / (y * y));
}

/// (1 + x^2)^(-(gamma+1)/2): the surface density of Elson, Fall & Freeman 1987 (eq. 1) goes as (1 + x^2)^(-gamma/2).
DensityJet elson_fall_freeman(double x, double gamma) {
  const double y = 1 + x * x, k = gamma + 1;
  return from_logarithm(std::pow(y, -k / 2), -k * x / y, -k * (1 - x * x) / (y * y));
}

class CutSphere final : public Density {
 public:
  explicit CutSphere(const Component& c)
      : kind_(c.profile),
        cut_(c.cut),
        scale_(c.scale_radius),
        eff_slope_(c.eff_slope),
        cut_radius_(c.cut_radius),
        width_(c.cut_width > 0 ? c.cut_width : 0.2 * c.cut_radius) {}

  DensityJet at(double r) const override {
    const double x = r / scale_;
    const DensityJet inner = uncut(x);
    const DensityJet jet{inner.value, inner.slope / scale_, inner.curvature / (scale_ * scale_)};
    if (cut_ == CutKind::hard && r > cut_radius_) return {};
    return cut_ == CutKind::smooth ? smoothly_cut(jet, r) : jet;
  }
  double scale() const override { return scale_; }
  double edge() const override {
    if (cut_ == CutKind::hard) return cut_radius_;
    // erfc(5)/2 = 8e-13
    return cut_ == CutKind::smooth ? cut_radius_ + 5 * width_ : std::numeric_limits<double>::infinity();
  }
  bool has_step() const override { return cut_ == CutKind::hard; }

 private:
  DensityJet uncut(double x) const {
    switch (kind_) {
      case ProfileKind::plummer: return plummer(x);
      case ProfileKind::eff: return elson_fall_freeman(x, eff_slope_);
      default: return cusp(x, kind_ == ProfileKind::nfw ? 2 : 3);
    }
  }
  DensityJet smoothly_cut(const DensityJet& jet, double r) const {
    const double y = (r - cut_radius_) / width_;
    const double factor = 0.5 * std::erfc(y);
    const double slope = -std::exp(-y * y) / (std::sqrt(std::numbers::pi) * width_);
    const double curvature = -2 * y / width_ * slope;
    return {jet.value * factor, jet.slope * factor + jet.value * slope,
            jet.curvature * factor + 2 * jet.slope * slope + jet.value * curvature};
  }

  ProfileKind kind_;
  CutKind cut_;
  double scale_, eff_slope_, cut_radius_, width_;
};

class KingDensity final : public Density {
 public:
  explicit KingDensity(const Component& c) : model_(c.w0), scale_(c.scale_radius) {}
  DensityJet at(double r) const override {
    const DensityJet jet = model_.density(r / scale_);
    return {jet.value, jet.slope / scale_, jet.curvature / (scale_ * scale_)};
  }
  double scale() const override { return scale_; }
  double edge() const override { return scale_ * model_.tidal_radius(); }

 private:
  KingModel model_;
  double scale_;
};

class MeanDisc final : public Density {
 public:
  explicit MeanDisc(const Component& c) : shape_(c) {}
  DensityJet at(double r) const override { return {shape_.mean_density(r), 0, 0}; }
  double scale() const override { return shape_.scale_height(); }
  double edge() const override { return shape_.edge(); }

 private:
  DiscShape shape_;
};

}  // namespace

std::unique_ptr<Density> make_density(const Component& component) {
  switch (component.profile) {
    case ProfileKind::king: return std::make_unique<KingDensity>(component);
    case ProfileKind::disc: return std::make_unique<MeanDisc>(component);
    default: return std::make_unique<CutSphere>(component);
  }
}

}  // namespace tucana
