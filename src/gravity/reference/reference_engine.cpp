#include "tucana/gravity/reference/reference_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tucana/gravity/leaf_tree.h"
#include "tucana/gravity/source_checks.h"

namespace tucana {
namespace {

struct Row {
  double mass = 0;
  Vec3 position, velocity, acceleration, jerk;
  Tick time;
  bool parked = true;
};

struct PredictedRow {
  double mass = 0;
  Vec3 position, velocity;
  bool parked = true;
};

class ReferenceSources final : public SourceSet {
 public:
  std::size_t size() const override { return rows_.size(); }
  void resize(std::size_t rows) override { rows_.resize(rows); }

  void write(std::span<const Slot> slots, const SourceRows& rows) override {
    check_source_rows(slots, rows, size(), Precision::fp64);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      Row& row = rows_[index(slots[k])];
      row = {rows.mass[k], rows.position[k], rows.velocity[k], {}, {}, rows.time[k], false};
      if (!rows.acceleration.empty()) row.acceleration = rows.acceleration[k];
      if (!rows.jerk.empty()) row.jerk = rows.jerk[k];
    }
  }

  void predict(Tick when, std::vector<PredictedRow>& predicted) const {
    predicted.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const double d = (when - row.time).units();
      predicted[i].mass = row.mass;
      predicted[i].position = row.position + d * (row.velocity + d / 2 * (row.acceleration + d / 3 * row.jerk));
      predicted[i].velocity = row.velocity + d * (row.acceleration + d / 2 * row.jerk);
      predicted[i].parked = row.parked;
    }
  }

 private:
  std::vector<Row> rows_;
};

/// NUMERICS.md section 2: A = m r/r^3, J = m v/r^3 - 3 (r.v)/r^2 A, with r^2 softened in the denominators.
void add_pair(const PredictedRow& source, const Vec3& position, const Vec3& velocity, double eps2, PairSums& sums) {
  const Vec3 r = source.position - position;
  const Vec3 v = source.velocity - velocity;
  const double r2 = norm2(r) + eps2;
  const double m_r = source.mass / std::sqrt(r2);
  const double m_r3 = m_r / r2;
  sums.acceleration += m_r3 * r;
  sums.jerk += m_r3 * (v - 3 * dot(r, v) / r2 * r);
  sums.potential += m_r;
}

class ReferenceEngine final : public ForceEngine {
 public:
  std::string description() const override { return "reference fp64"; }
  std::string arithmetic_class() const override { return "reference fp64"; }
  Precision precision() const override { return Precision::fp64; }
  std::unique_ptr<SourceSet> make_sources(Prediction) override { return std::make_unique<ReferenceSources>(); }

  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    check_targets(targets, Precision::fp64);
    check_law(law, Precision::fp64);
    static_cast<const ReferenceSources&>(sources).predict(when, predicted_);
    if (wanted.lists) *results.lists = {};
    for (std::size_t t = 0; t < targets.size(); ++t) {
      if (wanted.acceleration || wanted.potential) sum(t, targets, law.eps2, wanted, results);
      if (wanted.nearest) find_nearest(t, targets, results);
      if (wanted.lists) list_neighbours(t, targets, *results.lists);
    }
    return {};
  }

 private:
  void sum(std::size_t t, const Targets& targets, double eps2, const Wanted& wanted, const Results& results) {
    tree_.clear(1);
    std::array<PairSums, 1> sums;
    const Vec3 velocity = targets.velocity.empty() ? Vec3{} : targets.velocity[t];
    for (std::size_t first = 0; first < predicted_.size(); first += leaf_rows) {
      const std::size_t end = std::min(first + leaf_rows, predicted_.size());
      sums[0] = {};
      for (std::size_t i = first; i < end; ++i)
        if (!predicted_[i].parked && slot_at(i) != targets.slot[t])
          add_pair(predicted_[i], targets.position[t], velocity, eps2, sums[0]);
      tree_.push(sums);
    }
    tree_.finish(sums);
    if (wanted.acceleration) {
      results.acceleration[t] = sums[0].acceleration;
      results.jerk[t] = sums[0].jerk;
    }
    if (wanted.potential) results.potential[t] = -sums[0].potential;
  }

  void find_nearest(std::size_t t, const Targets& targets, const Results& results) const {
    Slot nearest = no_slot;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < predicted_.size(); ++i) {
      if (predicted_[i].parked || slot_at(i) == targets.slot[t]) continue;
      const double r2 = norm2(predicted_[i].position - targets.position[t]);
      if (r2 < least) {
        least = r2;
        nearest = slot_at(i);
      }
    }
    results.nearest[t] = nearest;
    results.nearest_distance2[t] = least;
  }

  void list_neighbours(std::size_t t, const Targets& targets, NeighbourLists& lists) const {
    for (std::size_t i = 0; i < predicted_.size(); ++i)
      if (!predicted_[i].parked && slot_at(i) != targets.slot[t] &&
          norm2(predicted_[i].position - targets.position[t]) < targets.radius2[t])
        lists.slots.push_back(slot_at(i));
    lists.first.push_back(lists.slots.size());
  }

  std::vector<PredictedRow> predicted_;
  LeafTree tree_;
};

}  // namespace

std::unique_ptr<ForceEngine> make_reference_engine() { return std::make_unique<ReferenceEngine>(); }

}  // namespace tucana
