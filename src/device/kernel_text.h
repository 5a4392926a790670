#pragma once

#include <string_view>

/// Texts of kernels that the build embeds in the library. A folder's CMakeLists.txt says
///
///   tucana_kernel_text(pair_force kernels/pair.kernel.h kernels/force.kernel.h)
///
/// and the source that builds the program declares the same name:
///
///   namespace tucana::kernels { extern const std::string_view pair_force; }
///
/// The files are put together in that order, so one may use what an earlier one defines; they include nothing (a
/// #pragma once is left out, for those that also serve as C++ headers).
namespace tucana::kernels {

/// What makes OpenCL C and CUDA C the common language of kernels; a Context puts its own before every program.
extern const std::string_view opencl_prelude;
extern const std::string_view cuda_prelude;

}  // namespace tucana::kernels
