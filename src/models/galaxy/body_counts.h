#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tucana/models/galaxy/component.h"

namespace tucana {

struct BodyShare {
  std::size_t bodies = 0;
  double body_mass = 0;
};

/// Divides n bodies among components: first those with a number, then those with a fraction of n, and what is left to
/// the others in proportion to their masses, so that all those bodies have one mass: their
/// components' masses over their number. Throws InputError when the numbers do not fit n, or when a component with
/// mass gets no body.
std::vector<BodyShare> share_bodies(std::span<const Component> components, std::size_t n);

}  // namespace tucana
