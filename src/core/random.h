#pragma once

#include <array>
#include <cstdint>

#include "tucana/core/vec3.h"

namespace tucana {

/// Philox4x32-10, the counter-based generator of Salmon et al. 2011 (SC11, "Parallel random numbers: as easy as 1, 2,
/// 3"): a pure function of key and counter, so the numbers of any star can be generated in any order.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// What a stream of random numbers is for; the streams of one seed are independent.
enum class RandomUse : std::uint32_t {
  test = 0,
  model_position = 1,
  model_velocity = 2,
  cluster_mass = 16,
  cluster_secondary = 17,
  cluster_orbit = 18,
  cluster_segregation = 19,
  cluster_fractal = 20,
  supernova_kick = 32,
  supernova_phase = 33,
};

/// The random numbers of one item (a star, say): draw after draw, the same for the same seed, use and item.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, RandomUse use, std::uint64_t item)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        counter_{0, static_cast<std::uint32_t>(item), static_cast<std::uint32_t>(item >> 32),
                 static_cast<std::uint32_t>(use)} {}

  std::uint64_t bits64();
  /// Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(bits64() >> 11) * 0x1p-53; }
  /// Uniform on the unit sphere.
  Vec3 direction();

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace tucana
