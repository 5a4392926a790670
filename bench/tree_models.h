#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "tucana/core/stars.h"
#include "tucana/core/workers.h"
#include "tucana/tree/tree_engine.h"

namespace tucana::bench {

/// A model that trees are measured on, with the softening that suits it.
struct TreeModel {
  StarsBuffer stars;
  double softening = 1.0 / 64;
};

/// nfw (hard cut at 5 scale radii), m31, plummer, hernquist; InputError for another name.
TreeModel make_tree_model(const std::string& name, std::size_t n, std::uint64_t seed, Workers& workers);

/// cpu, opencl or cuda (all devices of the best kind); InputError for another name.
std::unique_ptr<TreeEngine> make_bench_tree(const std::string& engine, const TreeOptions& options, Workers& workers);

}  // namespace tucana::bench
