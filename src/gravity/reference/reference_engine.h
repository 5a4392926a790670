#pragma once

#include <memory>

#include "tucana/gravity/force_engine.h"

namespace tucana {

/// Plain loops in double on one thread: the reference for the other engines, written to be readable.
std::unique_ptr<ForceEngine> make_reference_engine();

}  // namespace tucana
