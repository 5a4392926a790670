#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tucana/core/enum_words.h"
#include "tucana/core/number_range.h"
#include "tucana/core/stars.h"

namespace tucana {

/// `eff` (Elson, Fall & Freeman 1987) is for clusters; files of components do not offer it.
enum class ProfileKind { nfw, hernquist, plummer, king, disc, eff };

/// How a density ends: not at all; with a step at the cut radius; or smoothly, times erfc((r - cut)/width)/2.
enum class CutKind { none, hard, smooth };

template <>
inline constexpr auto enum_words<ProfileKind> = std::to_array<EnumWord<ProfileKind>>({{ProfileKind::nfw, "nfw"},
                                                                                      {ProfileKind::hernquist,
                                                                                       "hernquist"},
                                                                                      {ProfileKind::plummer, "plummer"},
                                                                                      {ProfileKind::king, "king"},
                                                                                      {ProfileKind::disc, "disc"},
                                                                                      {ProfileKind::eff, "eff"}});
template <>
inline constexpr auto enum_words<CutKind> =
    std::to_array<EnumWord<CutKind>>({{CutKind::none, "none"}, {CutKind::hard, "hard"}, {CutKind::smooth, "smooth"}});

/// One part of a galaxy, in any units with G = 1. `mass` is the mass of its bodies, that is of the profile with its
/// cut. Lengths: the scale radius is r_s of Navarro, Frenk & White (1996), a of Hernquist (1990), Plummer (1911) and
/// Elson, Fall & Freeman (1987), the core radius r_0 of King (1966), the scale length of the exponential disc.
struct Component {
  std::string name = {};
  ProfileKind profile = ProfileKind::hernquist;
  Family family = Family::star;
  double mass = 1;  ///< 0: tracers
  double scale_radius = 1;
  CutKind cut = CutKind::none;
  double cut_radius = 0;    ///< of a disc: where it ends, 0 is ten scale lengths
  double cut_width = 0;     ///< of a smooth cut; 0 is a fifth of the cut radius
  double w0 = 6;            ///< King's central potential over the squared velocity parameter
  double eff_slope = 4;     ///< gamma of Elson, Fall & Freeman; 4 is Plummer's sphere
  double scale_height = 0;  ///< z_d of a disc whose density goes as sech^2(z/z_d)
  double toomre_q = 1.5;    ///< of a disc, at 2.43 scale lengths (Hernquist 1993)

  // How many bodies: a number, or a part of all, or neither: then it shares what is left of them with the other such
  // components, all these bodies having one mass.
  std::optional<std::size_t> bodies = {};
  std::optional<double> fraction = {};
};

inline constexpr NumberRange king_w0_range = from_to(0.1, 16);
inline constexpr NumberRange toomre_q_range = from_to(0, 100);

/// Throws InputError, one line that names the component, when a number makes no sense.
void check_component(const Component& component);

}  // namespace tucana
