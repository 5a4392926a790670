#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "tucana/core/enum_words.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// The profiles of clusters. All but the fractal are in equilibrium.
enum class ClusterProfileKind { plummer, king, uniform, eff, fractal };

template <>
inline constexpr auto enum_words<ClusterProfileKind> =
    std::to_array<EnumWord<ClusterProfileKind>>({{ClusterProfileKind::plummer, "plummer"},
                                                 {ClusterProfileKind::king, "king"},
                                                 {ClusterProfileKind::uniform, "uniform"},
                                                 {ClusterProfileKind::eff, "eff"},
                                                 {ClusterProfileKind::fractal, "fractal"}});

struct ClusterProfileOptions {
  ClusterProfileKind kind = ClusterProfileKind::plummer;
  double w0 = 6;             ///< of King's model: its central potential
  double concentration = 0;  ///< > 0: King's model by log10(tidal radius / core radius) instead
  double eff_slope = 2.6;    ///< gamma of Elson, Fall & Freeman
  /// Plummer, EFF: where the sphere ends, in scale radii; 0 is 20 for Plummer, 50 for EFF.
  double cut_radius = 0;
  double fractal_dimension = 2;
};

/// Place and motion of a centre of mass.
struct CentreState {
  Vec3 position, velocity;
};

/// A sphere in equilibrium, in its own units with G = M = 1. Centre i depends on seed and i alone.
class ClusterProfile {
 public:
  virtual ~ClusterProfile() = default;
  virtual CentreState draw(std::uint64_t seed, std::uint64_t i) const = 0;
  /// < 0; zero at infinity.
  virtual double potential(double r) const = 0;
  /// The part of the mass within r.
  virtual double mass_within(double r) const = 0;
};

/// Any profile but the fractal (fractal.h). Throws InputError, one line, for numbers that make no sense.
///
/// plummer: Plummer 1911, by Aarseth, Henon & Wielen 1974, the stars of draw_plummer(). king: King 1966. eff: Elson,
/// Fall & Freeman 1987 (ApJ 323, 54), whose surface density goes as (1 + R^2/a^2)^(-gamma/2), hence the density as
/// (1 + r^2/a^2)^(-(gamma+1)/2); it ends smoothly, times erfc((r - cut)/(cut/5))/2. Both have the isotropic
/// distribution function by Eddington's inversion. uniform: a homogeneous sphere that stays as it is
/// (uniform_sphere.h).
std::unique_ptr<ClusterProfile> make_cluster_profile(const ClusterProfileOptions& options);

/// The central potential W0 of King's model of a given concentration log10(r_t/r_0); throws InputError outside of what
/// W0 = 0.1 to 16 have.
double king_w0_of_concentration(double concentration);

}  // namespace tucana
