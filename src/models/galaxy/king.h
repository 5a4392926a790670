#pragma once

#include <vector>

#include "tucana/models/galaxy/density.h"

namespace tucana {

/// King's (1966, AJ 71, 64) model of an isothermal sphere that ends: f is proportional to exp(-E/s^2) - 1 below the
/// energy of the edge. Radii in units of the core radius r_0 = sqrt(9 s^2 / (4 pi G rho_0)), W = -E_edge-relative
/// potential over s^2, W(0) = w0, density in units of the central one.
class KingModel {
 public:
  explicit KingModel(double w0);

  /// Where W and the density reach zero; log10 of it is the concentration.
  double tidal_radius() const { return edge_; }
  double concentration() const;
  /// At radius x <= tidal_radius(); zero outside.
  DensityJet density(double x) const;

 private:
  struct Node {
    double x, w, slope;
  };
  Node between(double x) const;

  double central_;
  double edge_ = 0;
  std::vector<Node> nodes_;
};

/// The k-th derivative, k = 0, 1, 2, of the density e^W erf(sqrt(W)) - sqrt(4W/pi) (1 + 2W/3) by W >= 0.
double king_density(double w, int k = 0);

}  // namespace tucana
