#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tucana/device/context.h"

namespace tucana::device {

// NVIDIA's compiler for kernels (NVRTC) alone: it needs neither a driver nor a device. It is opened at run time: the
// library that $TUCANA_NVRTC names, else what the loader finds, else the toolkit in /usr/local/cuda.

/// Why there is no compiler and what to do about it; empty when there is one.
std::string cuda_compiler_problem();

/// "13.0". Throws DeviceError when there is no compiler, as all of the following do.
std::string cuda_compiler_version();

/// The architectures that it knows: "sm_75", "sm_80", ...
std::vector<std::string> cuda_architectures();

/// Compiles a program for an architecture ("sm_90") to PTX, NVIDIA's assembler, which newer devices take too. Throws
/// DeviceError with the compiler's words when it does not compile. `log` gets what it says otherwise: warnings, and
/// with the option --ptxas-options=-v registers and spills of a cubin.
std::string compile_to_ptx(const ProgramText& text, const std::string& architecture, std::string* log = nullptr);

/// The same to machine code, for this architecture only. `ptx` gets the assembler that it is made of.
std::vector<std::byte> compile_to_cubin(const ProgramText& text, const std::string& architecture,
                                        std::string* log = nullptr, std::string* ptx = nullptr);

}  // namespace tucana::device
