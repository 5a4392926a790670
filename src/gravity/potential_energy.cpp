#include "tucana/gravity/potential_energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "tucana/core/compensated_sum.h"
#include "tucana/core/error.h"

namespace tucana {
namespace {

/// Pieces of this size are not halved further: smaller ones would not fill an engine.
constexpr std::size_t piece_rows = 16 * ForceEngine::leaf_rows;

/// The rows of a table in layers: the single stars and the first member of each system, then all second members, and so
/// on. An engine leaves one row out of the force on a target, which is enough between any two layers.
struct Layers {
  explicit Layers(const Stars& stars) {
    std::vector<std::uint32_t> layer(stars.size(), 0);
    system.assign(stars.system_members.empty() ? 0 : stars.size(), none);
    std::uint32_t highest = 0;
    for (std::size_t s = 0; s < stars.systems.size(); ++s) {
      std::uint32_t next = 0;
      for (const SystemMember& member : stars.members_of(stars.systems[s])) {
        if (stars.mass[member.row] == 0) continue;
        layer[member.row] = next++;
        system[member.row] = s;
      }
      highest = std::max(highest, next);
    }
    rows.resize(std::max(highest, std::uint32_t{1}));
    for (std::size_t i = 0; i < stars.size(); ++i)
      if (stars.mass[i] != 0) rows[layer[i]].push_back(i);
  }

  static constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::vector<std::size_t>> rows;
  std::vector<std::size_t> system;  ///< of each row; empty if there are none
};

class PairSum {
 public:
  PairSum(const Stars& stars, const PairLaw& law, ForceEngine& engine)
      : law_(law), engine_(engine), system_count_(stars.systems.size()) {
    const Layers layers(stars);
    for (const auto& rows : layers.rows) {
      layer_begin_.push_back(mass_.size());
      for (const std::size_t i : rows) {
        id_.push_back(stars.id[i]);
        mass_.push_back(stars.mass[i]);
        position_.push_back(stars.position[i]);
        if (!layers.system.empty()) system_.push_back(layers.system[i]);
      }
    }
    layer_begin_.push_back(mass_.size());
    at_rest_.resize(mass_.size());
    now_.resize(mass_.size());
    potential_.resize(mass_.size());
    for (std::size_t i = 0; i < mass_.size(); ++i) slot_.push_back(slot_at(i));
    nobody_.assign(mass_.size(), no_slot);
  }

  /// Of all pairs but those within a system.
  double value() {
    for (std::size_t k = 0; k + 1 < layer_begin_.size(); ++k) {
      add_pairs_within(layer_begin_[k], layer_begin_[k + 1]);
      for (std::size_t later = k + 1; later + 1 < layer_begin_.size(); ++later) add_pairs_between(k, later);
    }
    return sum_.value();
  }

 private:
  void add_pairs_between(std::size_t layer, std::size_t later) {
    const std::size_t source_begin = layer_begin_[layer], source_end = layer_begin_[layer + 1];
    const std::size_t begin = layer_begin_[later], end = layer_begin_[later + 1];
    std::vector<Slot> slot_of_system(system_count_, no_slot), own;
    for (std::size_t i = source_begin; i < source_end; ++i)
      if (system_[i] != Layers::none) slot_of_system[system_[i]] = slot_at(i - source_begin);
    for (std::size_t i = begin; i < end; ++i) own.push_back(slot_of_system[system_[i]]);
    add(begin, end, source_begin, source_end, own, 1);
  }

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
  std::size_t system_count_;
  std::vector<std::size_t> layer_begin_, system_;
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
  return PairSum(stars, law, engine).value() + inner_potential_energy(stars, law);
}

double inner_potential_energy(const Stars& stars, const PairLaw& law) {
  CompensatedSum sum;
  for (const StarSystem& system : stars.systems) {
    const auto members = stars.members_of(system);
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double masses = stars.mass[members[i].row] * stars.mass[members[j].row];
        if (masses == 0) continue;
        const double distance2 = norm2(members[i].position - members[j].position) + law.eps2;
        if (!(distance2 > 0)) {
          throw InputError(
              fmt::format("stars {} and {} are at the same place; move one of them or set gravity.softening",
                          value(stars.id[members[j].row]), value(stars.id[members[i].row])));
        }
        sum.add(-masses / std::sqrt(distance2));
      }
    }
  }
  return sum.value();
}

}  // namespace tucana
