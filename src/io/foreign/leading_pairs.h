#pragma once

#include <cstddef>
#include <string>

#include "tucana/core/stars.h"

namespace tucana {

/// Files of other programs say who is in a pair with whom by the order of the lines: those of NBODY6 (dat.10, also of
/// McLuster) and PeTar begin with the two stars of the first pair, then those of the second, and so on.
///
/// Makes the first 2 `pairs` stars pairs, which are systems of the table from then on. Throws InputError, one line that
/// begins with `name`, where there are not so many stars, or two are not bound to each other (G = 1).
void mark_leading_pairs(StarsBuffer& stars, std::size_t pairs, const std::string& name);

/// The stars in the order of such a file: the pairs among the systems of the table first, the others as they were.
/// Returns how many pairs there are.
std::size_t put_pairs_first(StarsBuffer& stars);

}  // namespace tucana
