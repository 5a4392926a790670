#pragma once

namespace tucana::stellar {

/// The nominal solar radius of IAU 2015 resolution B3, 6.957e8 m, in pc of resolution B2.
inline constexpr double solar_radius_pc = 6.957e8 / 3.0856775814913673e16;
/// The same in astronomical units of IAU 2012 resolution B2.
inline constexpr double solar_radius_au = 6.957e8 / 1.495978707e11;

}  // namespace tucana::stellar
