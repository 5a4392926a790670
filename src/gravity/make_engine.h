#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

struct EngineChoice {
  std::string kind = "cpu";  ///< reference, cpu, opencl, cuda
  Precision precision = Precision::fp64;
  std::string simd = "best";  ///< best, or a level of this machine: SSE4, AVX2, AVX-512, NEON
  /// Devices of opencl and cuda by number, as shown by `tucana devices`; empty: all of the best kind. A number that is
  /// listed k times is divided into k parts, or opened k times where it cannot be divided.
  std::vector<int> devices = {};
  std::string device_type = "any";  ///< any, gpu, cpu, accelerator
  std::size_t work_group_size = 0;  ///< 0: as suits the device
  std::size_t device_lanes = 0;     ///< targets of a work-item; 0: as suits the device, 1: as on a GPU

  bool operator==(const EngineChoice&) const = default;
};

/// The SIMD levels of the cpu engine that this machine supports, best first.
std::vector<std::string> supported_simd_levels();

/// Throws InputError for a kind, precision or SIMD level that does not exist here, naming those that do.
/// `workers` must outlive the engine. Of the devices this process gets one in `processes`, the `process`-th.
std::unique_ptr<ForceEngine> make_engine(const EngineChoice& choice, Workers& workers, std::size_t process = 0,
                                         std::size_t processes = 1);

}  // namespace tucana
