#include "tucana/fewbody/extrapolation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tucana {
namespace {

constexpr int rows = 8;
constexpr int parts_of(int row) { return 2 * (row + 1); }
/// The row at which a step should converge: then its length suits the tolerance best.
constexpr int wanted_row = 6;

using Numbers = std::vector<double>;

/// What has changed from one state to another, as a row of numbers.
Numbers increments(const GroupState& from, const GroupState& to) {
  Numbers d;
  d.reserve(6 * from.links.size() + 5);
  const auto add = [&d](const Vec3& v) { d.insert(d.end(), {v.x, v.y, v.z}); };
  for (std::size_t k = 0; k < from.links.size(); ++k) add(to.links[k] - from.links[k]);
  for (std::size_t k = 0; k < from.links.size(); ++k) add(to.link_velocities[k] - from.link_velocities[k]);
  d.insert(d.end(), {to.time - from.time, to.binding - from.binding, to.weight - from.weight,
                     to.work.orbit - from.work.orbit, to.work.waves - from.work.waves});
  return d;
}

void add_increments(GroupState& state, const Numbers& d) {
  std::size_t i = 0;
  for (Vec3& x : state.links) x += {d[i], d[i + 1], d[i + 2]}, i += 3;
  for (Vec3& v : state.link_velocities) v += {d[i], d[i + 1], d[i + 2]}, i += 3;
  state.time += d[i], state.binding += d[i + 1], state.weight += d[i + 2];
  state.work += {d[i + 3], d[i + 4]};
}

/// The sizes relative to which differences count: that of each link and of its velocity, which may vanish for a moment.
class Scale {
 public:
  Scale(const GroupState& state, double time_noise) : time_noise_(time_noise) {
    double fastest = 0;
    for (const Vec3& v : state.link_velocities) fastest = std::max(fastest, norm(v));
    for (const Vec3& x : state.links) sizes_.push_back(norm(x));
    for (const Vec3& v : state.link_velocities) sizes_.push_back(norm(v) + 1e-3 * fastest);
  }
  /// The largest relative difference of two sets of increments. Time counts relative to the time of the step.
  double difference(const Numbers& a, const Numbers& b) const {
    double largest = 0;
    for (std::size_t k = 0; k < sizes_.size(); ++k) {
      const std::size_t i = 3 * k;
      const double d = norm(Vec3{a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]});
      // A number that is none compares as false: it must not pass for a small difference.
      if (!(d <= largest * sizes_[k])) largest = d / sizes_[k];
    }
    const std::size_t time = 3 * sizes_.size();
    const double late = std::abs(a[time] - b[time]) / std::abs(a[time]) - time_noise_;
    return late <= largest ? largest : late;
  }

 private:
  std::vector<double> sizes_;
  double time_noise_;
};

}  // namespace

ExtrapolatedStep extrapolate(TimeTransformedLeapfrog& leapfrog, GroupState& state, double s, double tolerance,
                             const InnerTime& base, const GroupPerturbation* perturbation) {
  constexpr double after_nonsense = 0.25, after_failure = 0.5;
  const double time_noise = leapfrog.time_noise(state);
  std::array<Numbers, rows> table;
  for (int k = 0; k < rows; ++k) {
    GroupState trial = state;
    if (!leapfrog.advance(trial, s, parts_of(k), base, perturbation)) return {false, after_nonsense * s};
    const Scale scale(trial, time_noise);
    Numbers row = increments(state, trial), last_column;
    for (int j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(parts_of(k)) / parts_of(k - 1 - j);
      const double divisor = ratio * ratio - 1;
      Numbers& shorter = table[static_cast<std::size_t>(j)];
      if (j == k - 1) last_column = row;
      Numbers next(row.size());
      for (std::size_t i = 0; i < row.size(); ++i) next[i] = row[i] + (row[i] - shorter[i]) / divisor;
      shorter = std::move(row);
      row = std::move(next);
    }
    if (k >= 2) {
      const double error = scale.difference(row, last_column);
      if (error < tolerance) {
        add_increments(state, row);
        // The error of row k falls with the power 2k + 1 of the step; rows that converge early allow longer steps.
        const double growth = 0.9 * std::pow(tolerance / std::max(error, 1e-3 * tolerance), 1.0 / (2 * k + 1));
        const double towards_wanted = static_cast<double>(parts_of(wanted_row)) / parts_of(k);
        return {true, s * std::clamp(growth * (k < wanted_row ? std::min(towards_wanted, 1.5) : 1.0), 0.3, 3.0)};
      }
    }
    table[static_cast<std::size_t>(k)] = std::move(row);
  }
  return {false, after_failure * s};
}

}  // namespace tucana
