#include "tucana/gravity/potential_energy.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Pieces of this size are not halved further: smaller ones would not fill an engine.
constexpr std::size_t piece_rows = 16 * ForceEngine::leaf_rows;

class PairSum {
 public:
  PairSum(const Stars& stars, const PairLaw& law, ForceEngine& engine) : law_(law), engine_(engine) {
    for (std::size_t i = 0; i < stars.size(); ++i) {
      if (stars.mass[i] == 0) continue;
      id_.push_back(stars.id[i]);
      mass_.push_back(stars.mass[i]);
      position_.push_back(stars.position[i]);
    }
    at_rest_.resize(mass_.size());
    now_.resize(mass_.size());
    potential_.resize(mass_.size());
    for (std::size_t i = 0; i < mass_.size(); ++i) slot_.push_back(slot_at(i));
    nobody_.assign(mass_.size(), no_slot);
  }

  double value() {
    add_pairs_within(0, mass_.size());
    return sum_.value();
  }

 private:
  void add_pairs_within(std::size_t begin, std::size_t end) {
    const std::size_t pieces = (end - begin + piece_rows - 1) / piece_rows;
    if (pieces <= 1) {
      // Every pair is met twice here.
      add(begin, end, begin, end, slot_, 0.5);
      return;
    }
    const std::size_t middle = begin + pieces / 2 * piece_rows;
    add(begin, middle, middle, end, nobody_, 1);
    add_pairs_within(begin, middle);
    add_pairs_within(middle, end);
  }

  /// Adds weight * the energy of the targets in the field of the sources.
  void add(std::size_t target_begin, std::size_t target_end, std::size_t source_begin, std::size_t source_end,
           const std::vector<Slot>& own_slot, double weight) {
    const std::size_t targets = target_end - target_begin, rows = source_end - source_begin;
    if (targets == 0 || rows == 0) return;
    const auto sources = engine_.make_sources();
    sources->resize(rows);
    const auto part = [&](const auto& column) { return std::span(column).subspan(source_begin, rows); };
    sources->write(std::span(slot_).first(rows), {part(mass_), part(position_), part(at_rest_), {}, {}, part(now_)});
    const std::span<double> potential = std::span(potential_).first(targets);
    Results results;
    results.potential = potential;
    const Targets who{std::span(own_slot).first(targets),
                      std::span(position_).subspan(target_begin, targets),
                      std::span(at_rest_).first(targets),
                      {}};
    engine_.evaluate(*sources, Tick{}, who, law_, {.acceleration = false, .potential = true}, results).wait();
    for (std::size_t i = 0; i < targets; ++i) {
      if (!std::isfinite(potential[i])) {
        throw InputError(
            fmt::format("star {}: the potential is not finite (another star at the same place without softening?); "
                        "move one of them or set gravity.softening",
                        value_of(id_[target_begin + i])));
      }
      sum_.add(weight * mass_[target_begin + i] * potential[i]);
    }
  }

  static std::int64_t value_of(StarId id) { return tucana::value(id); }

  PairLaw law_;
  ForceEngine& engine_;
  std::vector<StarId> id_;
  std::vector<double> mass_, potential_;
  std::vector<Vec3> position_, at_rest_;
  std::vector<Tick> now_;
  std::vector<Slot> slot_, nobody_;
  CompensatedSum sum_;
};

}  // namespace

double potential_energy(const Stars& stars, const PairLaw& law, ForceEngine& engine) {
  TUCANA_EXPECT(engine.precision() == Precision::fp64);
  return PairSum(stars, law, engine).value();
}

}  // namespace tucana
