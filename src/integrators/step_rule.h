#pragma once

namespace tucana {

/// Who shares a time step.
enum class StepRule {
  block,   ///< every body has its own power-of-two step
  shared,  ///< all bodies have the shortest step that any of them wants
  fixed,   ///< all bodies have the same step for ever
};

}  // namespace tucana
