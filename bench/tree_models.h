#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"

namespace tucana::bench {

/// A model that trees are measured on, with the softening that suits it.
struct TreeModel {
  StarsBuffer stars;
  double softening = 1.0 / 64;
};

/// nfw (hard cut at 5 scale radii), m31, plummer, hernquist; InputError for another name.
TreeModel make_tree_model(const std::string& name, std::size_t n, std::uint64_t seed, Workers& workers);

}  // namespace tucana::bench
