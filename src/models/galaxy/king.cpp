#include "tucana/models/galaxy/king.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tucana {
namespace {

/// W'' = -2 W'/x - 9 rho/rho_0 (King 1966, eq. 9 ff.).
double second_derivative(double x, double w, double slope, double central) {
  return -2 * slope / x - 9 * king_density(std::fmax(w, 0)) / central;
}

}  // namespace

double king_density(double w, int k) {
  // e^W erf(sqrt(W)) = 2/sqrt(pi) sum of 2^n W^(n+1/2) / (2n+1)!!; the density is the sum from n = 2 on, and each
  // derivative begins one term earlier. Near the edge, where the closed form cancels, the sum has a few terms.
  if (w <= 0) return 0;
  double term = std::sqrt(w), closed = std::exp(w) * std::erf(std::sqrt(w)) * std::sqrt(std::numbers::pi) / 2;
  double sum = 0;
  for (int n = 0; n < 60; ++n) {
    if (n < 2 - k) {
      closed -= term;
    } else {
      sum += term;
    }
    if (n >= 2 && (w > 2 || term < 1e-17 * sum)) break;
    term *= 2 * w / (2 * n + 3);
  }
  return (w > 2 ? closed : sum) * 2 / std::sqrt(std::numbers::pi);
}

KingModel::KingModel(double w0) : central_(king_density(w0)) {
  // Near the centre W = w0 - 3/2 x^2; then Runge & Kutta's 4th order in steps that follow the radius, and near the edge
  // the fall of W.
  double x = 1e-4;
  double w = w0 - 1.5 * x * x, slope = -3 * x;
  nodes_.push_back({0, w0, 0});
  nodes_.push_back({x, w, slope});
  while (w > 0) {
    double h = std::fmin(0.005 * (x + 0.02), -0.02 * w / slope);
    if (w < 1e-9 * w0) h = -w / slope;  // the last step: W is straight here
    const double k1 = slope, l1 = second_derivative(x, w, slope, central_);
    const double k2 = slope + h / 2 * l1, l2 = second_derivative(x + h / 2, w + h / 2 * k1, k2, central_);
    const double k3 = slope + h / 2 * l2, l3 = second_derivative(x + h / 2, w + h / 2 * k2, k3, central_);
    const double k4 = slope + h * l3, l4 = second_derivative(x + h, w + h * k3, k4, central_);
    const bool last = w < 1e-9 * w0;
    x += h;
    w = last ? 0 : w + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    slope += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    nodes_.push_back({x, w, slope});
  }
  edge_ = x;
}

double KingModel::concentration() const { return std::log10(edge_); }

/// Cubic by values and slopes at both ends.
KingModel::Node KingModel::between(double x) const {
  const auto above = std::upper_bound(nodes_.begin(), nodes_.end() - 1, x,
                                      [](double value, const Node& node) { return value < node.x; });
  const Node &a = *(above - 1), &b = *above;
  const double h = b.x - a.x, s = (x - a.x) / h;
  const double w =
      a.w + h * a.slope * s * (1 - s) * (1 - s) + (b.w - a.w) * s * s * (3 - 2 * s) - h * b.slope * s * s * (1 - s);
  const double slope = a.slope * (1 - s) * (1 - 3 * s) + (b.w - a.w) / h * 6 * s * (1 - s) + b.slope * s * (3 * s - 2);
  return {x, w, slope};
}

DensityJet KingModel::density(double x) const {
  if (x >= edge_) return {};
  const Node at = between(x);
  const double w = std::fmax(at.w, 0);
  const double second = x > 0 ? second_derivative(x, w, at.slope, central_) : -3;
  const double first_by_w = king_density(w, 1);
  return {king_density(w) / central_, first_by_w * at.slope / central_,
          (king_density(w, 2) * at.slope * at.slope + first_by_w * second) / central_};
}

}  // namespace tucana
