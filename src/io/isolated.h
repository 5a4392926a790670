#pragma once

#include <cstddef>

#include "tucana/core/function_ref.h"
#include "tucana/io/file_image.h"

namespace tucana {

/// Runs `work` in a forked child and returns the bytes that it made. For libraries that crash, loop or swallow
/// memory on damaged input (HDF5 does): the child has limits of time and memory in proportion to `input_bytes`,
/// is silent, and whatever happens to it does not happen to us. Throws std::runtime_error with the text of the
/// exception that `work` threw, or that the child died.
FileImage run_isolated(std::size_t input_bytes, FunctionRef<FileImage()> work);
/// The same; `begun` is called here when the child has begun, which then has its own copy of all memory.
FileImage run_isolated(std::size_t input_bytes, FunctionRef<FileImage()> work, FunctionRef<void()> begun);

}  // namespace tucana
