#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tucana/models/cluster/cluster_profile.h"

namespace tucana {

/// n centres of a fractal sphere of radius 1 (Goodwin & Whitworth 2004, A&A 413, 929, section 2): a cube is halved
/// along each axis again and again, each of the 8 children stays with probability 2^(D-3), and is moved by a little
/// noise so that no grid is seen. As soon as there are enough of them, a centre is put anywhere into each, and n of
/// those within the sphere are chosen at random; D = 3 is a uniform sphere but for that noise. A child has the velocity
/// of its parent and an own part, normally distributed and proportional to side^((D-1)/2) of its cell: the mass in a
/// cell goes as side^D, so that clumps of every size move as fast as their own gravity requires. The velocities are yet
/// to be scaled. The order of the centres is random. Throws InputError unless 1 <= D <= 3.
std::vector<CentreState> draw_fractal(std::size_t n, double dimension, std::uint64_t seed);

}  // namespace tucana
