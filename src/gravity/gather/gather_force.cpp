#include "tucana/gravity/gather/gather_force.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

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

/// Rows and entries of lists that one thread takes at a time: some microseconds of work.
constexpr std::size_t grain = 1024;

}  // namespace

GatherForce::GatherForce(const std::string& simd, Workers& workers)
    : workers_(workers),
      level_(cpu::simd_level(simd)),
      kernels_(*level_.gather),
      chosen_(static_cast<std::size_t>(workers.count())) {}

std::string GatherForce::arithmetic_class() const {
  return fmt::format("gather {} {}", level_.name, cpu::processor_vendor());
}

void GatherForce::resize(std::size_t bodies) {
  constexpr auto far = static_cast<float>(cpu::parked_coordinate);
  cpu::GatherSource parked{};
  std::fill_n(parked.high, 3, far);
  sources_.resize(std::min(size_, bodies));
  sources_.resize(bodies + 1, parked);
  rows_.resize(bodies + 1);
  mark_.assign(bodies + 1, 0);
  prediction_ = 0;
  size_ = bodies;
  kernels_.predict_range(sources_.data(), bodies, bodies + 1, 0, rows_.data());
}

void GatherForce::write(Slot slot, const GatherBody& body) {
  TUCANA_EXPECT(index(slot) < size_);
  cpu::GatherSource& to = sources_[index(slot)];
  split(body.position, to.high, to.low);
  to.high[3] = rounded<float>(body.mass);
  round(body.velocity, to.velocity);
  round(body.acceleration, to.acceleration);
  round(body.jerk, to.jerk);
  to.time = body.time.n;
}

void GatherForce::predict(Tick when, std::span<const std::span<const Slot>> lists) {
  std::size_t entries = 0;
  for (const auto list : lists) entries += list.size();
  if (entries > all_from * size_)
    predict_all(when);
  else
    predict_named(when, lists, entries);
}

void GatherForce::predict_all(Tick when) {
  workers_.run((size_ + grain - 1) / grain, [&](std::size_t unit, int) {
    kernels_.predict_range(sources_.data(), unit * grain, std::min((unit + 1) * grain, size_), when.n, rows_.data());
  });
}

/// A number that no mark bears.
void GatherForce::begin_marks() {
  if (++prediction_ != 0) return;
  std::ranges::fill(mark_, 0);
  prediction_ = 1;
}

/// Whoever marks a row first predicts it.
void GatherForce::predict_named(Tick when, std::span<const std::span<const Slot>> lists, std::size_t entries) {
  begin_marks();
  const std::size_t mean = std::max<std::size_t>(entries / std::max<std::size_t>(lists.size(), 1), 1);
  const std::size_t lists_a_unit = std::max<std::size_t>(grain / mean, 1);
  workers_.run((lists.size() + lists_a_unit - 1) / lists_a_unit, [&](std::size_t unit, int worker) {
    std::vector<Slot>& chosen = chosen_[static_cast<std::size_t>(worker)];
    chosen.clear();
    const std::size_t end = std::min((unit + 1) * lists_a_unit, lists.size());
    for (std::size_t k = unit * lists_a_unit; k < end; ++k)
      for (const Slot slot : lists[k]) {
        const std::atomic_ref<std::uint32_t> mark(mark_[index(slot)]);
        if (mark.load(std::memory_order_relaxed) == prediction_) continue;
        if (mark.exchange(prediction_, std::memory_order_relaxed) != prediction_) chosen.push_back(slot);
      }
    kernels_.predict(sources_.data(), chosen.data(), chosen.size(), when.n, rows_.data());
  });
}

PartialForce GatherForce::sum(std::span<const Slot> list, const Vec3& x, const Vec3& v, const PairLaw& law) const {
  cpu::GatherTarget target{};
  split(x, target.high, target.low);
  round(v, target.velocity);
  return kernels_.sum(rows_.data(), list.data(), list.size(), slot_at(size_), target, rounded<float>(law.eps2));
}

}  // namespace tucana
