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
  Vec3 position, velocity, acceleration, jerk, snap, crackle;
  Tick time;
  bool parked = true;
};

struct PredictedRow {
  double mass = 0;
  Vec3 position, velocity, acceleration;
  bool parked = true;
};

class ReferenceSources final : public SourceSet {
 public:
  explicit ReferenceSources(Prediction prediction) : prediction_(prediction) {}

  Prediction prediction() const { return prediction_; }
  std::size_t size() const override { return rows_.size(); }
  void resize(std::size_t rows) override { rows_.resize(rows); }

  void write(std::span<const Slot> slots, const SourceRows& rows) override {
    check_source_rows(slots, rows, size(), Precision::fp64);
    const bool has_higher = prediction_ == Prediction::crackle;
    for (std::size_t k = 0; k < slots.size(); ++k) {
      const auto of = [k](std::span<const Vec3> column) { return column.empty() ? Vec3{} : column[k]; };
      Row& row = rows_[index(slots[k])];
      row = {
          rows.mass[k], rows.position[k], rows.velocity[k], of(rows.acceleration), of(rows.jerk), {}, {}, rows.time[k],
          false};
      if (has_higher) row.snap = of(rows.snap), row.crackle = of(rows.crackle);
    }
  }

  void park(std::span<const Slot> slots) override {
    check_slots(slots, size());
    for (const Slot slot : slots) rows_[index(slot)] = {};
  }

  /// As for the 6th order (docs/theory/hermite6.md); with snap and crackle zero this is the 4th-order predictor.
  void predict(Tick when, std::vector<PredictedRow>& predicted) const {
    predicted.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto& [mass, x, v, a, j, s, c, time, parked] = rows_[i];
      const double d = (when - time).units();
      predicted[i] = {mass, x + d * (v + d / 2 * (a + d / 3 * (j + d / 4 * (s + d / 5 * c)))),
                      v + d * (a + d / 2 * (j + d / 3 * (s + d / 4 * c))), a + d * (j + d / 2 * (s + d / 3 * c)),
                      parked};
    }
  }

 private:
  Prediction prediction_;
  std::vector<Row> rows_;
};

struct Sums {
  PairSums force;
  Vec3 snap;

  Sums& operator+=(const Sums& b) {
    force += b.force;
    snap += b.snap;
    return *this;
  }
};

/// Predicted, as passed in.
struct Target {
  Slot slot;
  Vec3 position, velocity, acceleration;
};

/// Acceleration, jerk and snap of a pair, with r^2 softened in the denominators (docs/theory/hermite6.md).
void add_pair(const PredictedRow& source, const Target& target, double eps2, Sums& sums) {
  const Vec3 r = source.position - target.position;
  const Vec3 v = source.velocity - target.velocity;
  const Vec3 a = source.acceleration - target.acceleration;
  const double r2 = norm2(r) + eps2;
  const double m_r = source.mass / std::sqrt(r2);
  const double m_r3 = m_r / r2;
  const double alpha = dot(r, v) / r2;
  const double beta = (norm2(v) + dot(r, a)) / r2 + alpha * alpha;
  const Vec3 acceleration = m_r3 * r;
  const Vec3 jerk = m_r3 * v - 3 * alpha * acceleration;
  sums.force.acceleration += acceleration;
  sums.force.jerk += jerk;
  sums.force.potential += m_r;
  sums.snap += m_r3 * a - 6 * alpha * jerk - 3 * beta * acceleration;
}

/// The square that a rule compares with the squared radius.
double compared_square(ListRule rule, const PredictedRow& source, const Target& target, double time) {
  const Vec3 r = source.position - target.position;
  const Vec3 v = source.velocity - target.velocity;
  if (rule == ListRule::end_points) return std::min(norm2(r), norm2(r + time * v));
  if (rule == ListRule::distance || !(norm2(v) > 0)) return norm2(r);
  const double nearest2 = norm2(r + std::clamp(-dot(r, v) / norm2(v), 0.0, time) * v);
  if (rule == ListRule::segment) return nearest2;
  return std::min(4 * nearest2, norm2(rule == ListRule::midway ? r + (time / 2) * v : r));
}

class ReferenceEngine final : public ForceEngine {
 public:
  std::string description() const override { return "reference fp64"; }
  std::string arithmetic_class() const override { return "reference fp64"; }
  Precision precision() const override { return Precision::fp64; }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction) override {
    return std::make_unique<ReferenceSources>(prediction);
  }

  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override {
    check_targets(targets, Precision::fp64);
    check_law(law, Precision::fp64);
    const auto& own = static_cast<const ReferenceSources&>(sources);
    check_wanted(wanted, targets, own.prediction(), results);
    own.predict(when, predicted_);
    if (wanted.lists) *results.lists = {};
    is_listed_.assign(predicted_.size(), false);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const auto of = [t](std::span<const Vec3> column) { return column.empty() ? Vec3{} : column[t]; };
      const Target target{targets.slot[t], targets.position[t], of(targets.velocity), of(targets.acceleration)};
      TUCANA_EXPECT(index(target.slot) >= predicted_.size() || !predicted_[index(target.slot)].parked);
      if (wanted.lists) {
        const bool has_time = wanted.list_rule != ListRule::distance;
        list_neighbours(target, wanted.list_rule, targets.radius2[t], has_time ? targets.list_time[t] : 0);
        append_listed(*results.lists);
      }
      Sums sums;
      if (wanted.acceleration || wanted.potential) sums = sum(target, law.eps2, wanted.far_only);
      if (wanted.acceleration) results.acceleration[t] = sums.force.acceleration;
      if (wanted.acceleration && !results.jerk.empty()) results.jerk[t] = sums.force.jerk;
      if (wanted.snap) results.snap[t] = sums.snap;
      if (wanted.potential) results.potential[t] = -sums.force.potential;
      if (wanted.nearest) find_nearest(t, target, results);
    }
    return {};
  }

 private:
  bool is_other(std::size_t i, const Target& target) const {
    return !predicted_[i].parked && slot_at(i) != target.slot;
  }

  Sums sum(const Target& target, double eps2, bool far_only) {
    tree_.clear(1);
    std::array<Sums, 1> sums;
    for (std::size_t first = 0; first < predicted_.size(); first += leaf_rows) {
      const std::size_t end = std::min(first + leaf_rows, predicted_.size());
      sums[0] = {};
      for (std::size_t i = first; i < end; ++i)
        if (is_other(i, target) && !(far_only && is_listed_[i])) add_pair(predicted_[i], target, eps2, sums[0]);
      tree_.push(sums);
    }
    tree_.finish(sums);
    return sums[0];
  }

  void find_nearest(std::size_t t, const Target& target, const Results& results) const {
    Slot nearest = no_slot;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < predicted_.size(); ++i) {
      if (!is_other(i, target)) continue;
      const double r2 = norm2(predicted_[i].position - target.position);
      if (r2 < least) {
        least = r2;
        nearest = slot_at(i);
      }
    }
    results.nearest[t] = nearest;
    results.nearest_distance2[t] = least;
  }

  void list_neighbours(const Target& target, ListRule rule, double radius2, double time) {
    for (std::size_t i = 0; i < predicted_.size(); ++i)
      is_listed_[i] = is_other(i, target) && compared_square(rule, predicted_[i], target, time) < radius2;
  }

  void append_listed(NeighbourLists& lists) const {
    for (std::size_t i = 0; i < predicted_.size(); ++i)
      if (is_listed_[i]) lists.slots.push_back(slot_at(i));
    lists.first.push_back(lists.slots.size());
  }

  std::vector<PredictedRow> predicted_;
  std::vector<bool> is_listed_;  ///< by the target of the moment
  LeafTreeOf<Sums> tree_;
};

}  // namespace

std::unique_ptr<ForceEngine> make_reference_engine() { return std::make_unique<ReferenceEngine>(); }

}  // namespace tucana
