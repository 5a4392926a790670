#pragma once

namespace tucana {

/// Which bodies share a time step.
enum class StepRule {
  block,   ///< every body has its own power-of-two step
  shared,  ///< all bodies have the shortest step that any of them needs
  fixed,   ///< all bodies have the same, constant step
};

}  // namespace tucana
