#pragma once

#include <memory>

#include "tucana/core/workers.h"
#include "tucana/gravity/cpu/kernels.h"
#include "tucana/gravity/force_engine.h"

namespace tucana::cpu {

/// Direct sums with SIMD over sources and threads over targets or sources. One evaluation at a time.
/// `level` must be one that this machine supports; `workers` must outlive the engine.
std::unique_ptr<ForceEngine> make_cpu_engine(Precision precision, const SimdLevel& level, Workers& workers);

}  // namespace tucana::cpu
