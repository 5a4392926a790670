#include "bench/tree_evaluator.h"

#include <algorithm>

namespace tucana::bench {

Evaluator::Evaluator(ForceEngine& engine, const Stars& stars, double softening)
    : engine_(engine),
      sources_(engine.make_sources()),
      law_{softening * softening},
      stars_(stars),
      slots_(stars.size()),
      acceleration_(stars.size()),
      size_(stars.size()) {
  for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i] = slot_at(i);
  const std::vector<Tick> time(slots_.size());
  sources_->resize(slots_.size());
  sources_->write(slots_, {stars.mass, stars.position, stars.velocity, {}, {}, time});
}

void Evaluator::all() { evaluate(slots_, stars_.position, size_, acceleration_, false); }

void Evaluator::some(const std::vector<Slot>& slots) {
  std::vector<Vec3> position, result(slots.size());
  std::vector<double> old;
  for (const Slot slot : slots) {
    position.push_back(stars_.position[index(slot)]);
    old.push_back(size_[index(slot)]);
  }
  evaluate(slots, position, old, result, true);
}

void Evaluator::remember() {
  std::transform(acceleration_.begin(), acceleration_.end(), size_.begin(), [](const Vec3& a) { return norm(a); });
}

std::vector<Slot> Evaluator::fastest(std::size_t count) const {
  std::vector<Slot> slots = slots_;
  std::nth_element(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(count), slots.end(),
                   [&](Slot a, Slot b) { return size_[index(a)] > size_[index(b)]; });
  slots.resize(count);
  std::sort(slots.begin(), slots.end());
  return slots;
}

void Evaluator::evaluate(std::span<const Slot> slots, std::span<const Vec3> position, std::span<const double> old,
                         std::span<Vec3> result, bool looking) {
  Targets targets{slots, position, {}, {}};
  targets.old_acceleration = old;
  Wanted wanted;
  wanted.jerk = false;
  wanted.looking = looking;
  Results results{};
  results.acceleration = result;
  engine_.evaluate(*sources_, Tick{}, targets, law_, wanted, results).wait();
}

}  // namespace tucana::bench
