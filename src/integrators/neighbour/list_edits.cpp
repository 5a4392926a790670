#include "tucana/integrators/neighbour/list_edits.h"

#include <algorithm>

#include "tucana/integrators/changes/rewrite_past.h"

namespace tucana {

void rewrite_past(NeighbourBody& body, const PartialForce& irregular, const PartialForce& regular, Tick t) {
  const double h = (t - body.time).units();
  const PastShift shift = past_shift(irregular + regular, h);
  body.x += shift.x;
  body.v += shift.v;
  body.irregular += later(irregular, -h);
  body.regular += later(regular, -(t - body.regular_time).units());
}

DifferencesBySlot::DifferencesBySlot(std::span<const ChangeForces::Difference> differences, std::size_t slots)
    : first_(slots, none) {
  std::ranges::copy_if(differences, std::back_inserter(rows_), [](const auto& one) { return one.slot != no_slot; });
  std::ranges::stable_sort(rows_, {}, &ChangeForces::Difference::slot);
  for (std::size_t row = rows_.size(); row-- > 0;) first_[index(rows_[row].slot)] = static_cast<std::uint32_t>(row);
}

std::vector<Slot> DifferencesBySlot::slots() const {
  std::vector<Slot> slots;
  for (const ChangeForces::Difference& row : rows_) slots.push_back(row.slot);
  return slots;
}

PartialForce DifferencesBySlot::pull_of_listed(std::span<const Slot> list, const BodyAt& target,
                                               const PairLaw& law) const {
  PartialForce sum;
  for (const Slot slot : list) {
    for (std::size_t row = first_[index(slot)]; row < rows_.size() && rows_[row].slot == slot; ++row) {
      const BodyAt& source = rows_[row].body;
      sum += pull(source.mass, source.x - target.x, source.v - target.v, law);
    }
  }
  return sum;
}

}  // namespace tucana
