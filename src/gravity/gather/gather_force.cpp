#include "tucana/gravity/gather/gather_force.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "tucana/core/error.h"
#include "tucana/gravity/cpu/kernels.h"

namespace tucana {
namespace {

using cpu::rounded;

void split(const Vec3& x, float (&high)[4], float (&low)[4]) {
  const auto part = [](double value, float& leading, float& rest) {
    const auto pair = rounded<cpu::FloatPair>(value);
    leading = pair.high;
    rest = pair.low;
  };
  part(x.x, high[0], low[0]);
  part(x.y, high[1], low[1]);
  part(x.z, high[2], low[2]);
}

void round(const Vec3& x, float (&to)[4]) {
  to[0] = rounded<float>(x.x);
  to[1] = rounded<float>(x.y);
  to[2] = rounded<float>(x.z);
}

/// The upper half of a float, rounded; finite if x is a number.
std::uint32_t upper_half(double x) {
  constexpr double largest = 0x1.fep127;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(x, -largest, largest)));
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

}  // namespace

GatherForce::GatherForce(const std::string& simd, Level longest)
    : level_(cpu::simd_level(simd)), kernels_(*level_.gather), unit_{std::max(longest.log2 - 28, 0)} {}

std::string GatherForce::arithmetic_class() const {
  return fmt::format("gather {} {}", level_.name, cpu::processor_vendor());
}

void GatherForce::resize(std::size_t bodies) {
  constexpr auto far = static_cast<float>(cpu::parked_coordinate);
  cpu::GatherRow parked{};
  std::fill_n(parked.high, 3, far);
  rows_.resize(std::min(size_, bodies));
  rows_.resize(bodies + 1, parked);
  size_ = bodies;
}

/// A body whose time is between two counts is written as its orbit passes the earlier one.
void GatherForce::write(Slot slot, const GatherBody& body) {
  TUCANA_EXPECT(index(slot) < size_);
  cpu::GatherRow& to = rows_[index(slot)];
  Vec3 x = body.position, v = body.velocity, a = body.acceleration;
  if (!unit_.divides(body.time)) {
    const double h = -Tick{body.time.n & (unit_.step().n - 1)}.units();
    x += h * (v + (h / 2) * (a + (h / 3) * body.jerk));
    v += h * (a + (h / 2) * body.jerk);
    a += h * body.jerk;
  }
  split(x, to.high, to.low);
  round(v, to.velocity);
  round(0.5 * a, to.half_a);
  const Vec3 sixth = (1.0 / 6) * body.jerk;
  to.high[3] = rounded<float>(body.mass);
  to.low[3] = std::bit_cast<float>(count_of(body.time));
  to.velocity[3] = std::bit_cast<float>(upper_half(sixth.x) | upper_half(sixth.y) << 16);
  to.half_a[3] = std::bit_cast<float>(upper_half(sixth.z) << 16);
}

PartialForce GatherForce::sum(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick when,
                              const PairLaw& law) const {
  cpu::GatherTarget target{};
  split(x, target.high, target.low);
  round(v, target.velocity);
  std::fill_n(target.rest, 3, static_cast<float>(Tick{when.n & (unit_.step().n - 1)}.units()));
  target.count = count_of(when);
  target.unit = static_cast<float>(unit_.units());
  target.eps2 = rounded<float>(law.eps2);
  return kernels_.sum(rows_.data(), list.data(), list.size(), slot_at(size_), target);
}

}  // namespace tucana
