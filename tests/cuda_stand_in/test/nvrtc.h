#pragma once

#include <string>

/// The PTX that NVRTC makes of kernels written in the common language (the prelude is put before them), with the
/// options that Tucana uses. Throws std::runtime_error with the compiler's words.
std::string compile(const std::string& kernels, int capability);
