#include "tucana/gravity/gather/gather_force.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "tucana/core/error.h"
#include "tucana/gravity/cpu/kernels.h"

namespace tucana {
namespace {

using cpu::rounded;

/// Four floats at once: a vector is read sooner from one store than from four.
void set(float (&to)[4], float x, float y, float z, float w) {
  using Four = float __attribute__((vector_size(16)));
  const Four four = {x, y, z, w};
  std::memcpy(to, &four, sizeof(four));
}

void split(const Vec3& place, float (&high)[4], float fourth_high, float (&low)[4], float fourth_low) {
  const auto x = rounded<cpu::FloatPair>(place.x), y = rounded<cpu::FloatPair>(place.y);
  const auto z = rounded<cpu::FloatPair>(place.z);
  set(high, x.high, y.high, z.high, fourth_high);
  set(low, x.low, y.low, z.low, fourth_low);
}

void round(const Vec3& x, float (&to)[4], float fourth) {
  set(to, rounded<float>(x.x), rounded<float>(x.y), rounded<float>(x.z), fourth);
}

/// The upper half of a float, rounded; finite if x is a number.
std::uint32_t upper_half(double x) {
  constexpr double largest = 0x1.fep127;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(x, -largest, largest)));
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

/// With the arithmetic and the bits of the kernels, for machines without one.
void write_without_kernel(const GatherBody& body, std::int32_t count, cpu::GatherRow& to) {
  const Vec3 sixth = (1.0 / 6) * body.jerk;
  split(body.position, to.high, rounded<float>(body.mass), to.low, std::bit_cast<float>(count));
  round(body.velocity, to.velocity, std::bit_cast<float>(upper_half(sixth.x) | upper_half(sixth.y) << 16));
  round(0.5 * body.acceleration, to.half_a, std::bit_cast<float>(upper_half(sixth.z) << 16));
}

cpu::GatherRow parked_row() {
  cpu::GatherRow row{};
  std::fill_n(row.high, 3, static_cast<float>(cpu::parked_coordinate));
  return row;
}

}  // namespace

GatherForce::GatherForce(const std::string& simd, Level longest)
    : level_(cpu::simd_level(simd)), kernels_(*level_.gather), unit_{std::max(longest.log2 - 28, 0)} {}

std::string GatherForce::arithmetic_class() const {
  return fmt::format("gather {} {}", level_.name, cpu::processor_vendor());
}

void GatherForce::resize(std::size_t bodies) {
  rows_.resize(std::min(size_, bodies));
  rows_.resize(bodies + 1, parked_row());
  size_ = bodies;
}

void GatherForce::park(Slot slot) {
  TUCANA_EXPECT(index(slot) < size_);
  rows_[index(slot)] = parked_row();
}

/// A body whose time is between two counts is stored as its orbit passes the earlier one.
void GatherForce::write(Slot slot, const GatherBody& body) {
  TUCANA_EXPECT(index(slot) < size_);
  if (!unit_.divides(body.time)) {
    const double h = -Tick{body.time.n & (unit_.step().n - 1)}.units();
    const Vec3 x = body.position + h * (body.velocity + (h / 2) * (body.acceleration + (h / 3) * body.jerk));
    const Vec3 v = body.velocity + h * (body.acceleration + (h / 2) * body.jerk);
    const Vec3 a = body.acceleration + h * body.jerk;
    return write(slot, {body.mass, x, v, a, body.jerk, Tick{body.time.n & ~(unit_.step().n - 1)}});
  }
  const auto to_row = kernels_.write != nullptr ? kernels_.write : write_without_kernel;
  to_row(body, count_of(body.time), rows_[index(slot)]);
}

/// The arithmetic of approach() in gather-inl.h.
BodyAt GatherForce::at(Slot slot, Tick when) const {
  using Four = float __attribute__((vector_size(16)));
  const cpu::GatherRow& row = rows_[index(slot)];
  Four high, low, velocity, half_a;
  std::memcpy(&high, row.high, sizeof(high));
  std::memcpy(&low, row.low, sizeof(low));
  std::memcpy(&velocity, row.velocity, sizeof(velocity));
  std::memcpy(&half_a, row.half_a, sizeof(half_a));
  const auto jerk_xy = std::bit_cast<std::uint32_t>(row.velocity[3]),
             jerk_z = std::bit_cast<std::uint32_t>(row.half_a[3]);
  const Four sixth_j = {std::bit_cast<float>(jerk_xy << 16), std::bit_cast<float>(jerk_xy & 0xFFFF0000U),
                        std::bit_cast<float>(jerk_z), 0};
  // Both wrap around.
  const auto elapsed =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(count_of(when)) - std::bit_cast<std::uint32_t>(row.low[3]));
  const float h = static_cast<float>(elapsed) * static_cast<float>(unit_.units()) +
                  static_cast<float>(Tick{when.n & (unit_.step().n - 1)}.units());
  const Four b = h * sixth_j, c = half_a + b, mean = velocity + h * c;
  const Four rest = low + h * mean, v = mean + h * (c + b);
  const auto axis = [&](int k) { return static_cast<double>(high[k]) + static_cast<double>(rest[k]); };
  return {row.high[3], {axis(0), axis(1), axis(2)}, {v[0], v[1], v[2]}};
}

cpu::GatherView GatherForce::view(Tick when, const PairLaw& law) const {
  return {rows_.data(),
          slot_at(size_),
          count_of(when),
          static_cast<float>(unit_.units()),
          static_cast<float>(Tick{when.n & (unit_.step().n - 1)}.units()),
          rounded<float>(law.eps2)};
}

PartialForce GatherForce::sum(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick when,
                              const PairLaw& law) const {
  cpu::GatherTarget target;
  split(x, target.high, 0, target.low, 0);
  round(v, target.velocity, 0);
  PairSums sums;
  kernels_.sum(view(when, law), list.data(), list.size(), target, sums);
  return {sums.acceleration, sums.jerk};
}

}  // namespace tucana
