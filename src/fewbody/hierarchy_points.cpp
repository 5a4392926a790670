#include "tucana/fewbody/hierarchy_points.h"

#include <algorithm>
#include <cmath>

namespace tucana {

void HierarchyPoints::arrange(std::span<const HierarchyNode> nodes, std::span<const double> masses) {
  stars_ = masses.size();
  points_.clear();
  points_of_.assign(stars_ + nodes.size(), {});
  std::vector<bool> is_in_mean(stars_);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (!nodes[k].is_averaged) continue;
    is_in_mean[nodes[k].first] = is_in_mean[nodes[k].second] = true;
    for (int point = 0; point < 4; ++point) {
      points_of_[stars_ + k].push_back(static_cast<std::uint32_t>(points_.size()));
      points_.push_back({0, static_cast<std::uint32_t>(stars_ + k), {}, {}});
    }
    renew_mean(nodes, k);
  }
  for (std::uint32_t i = 0; i < stars_; ++i) {
    if (is_in_mean[i]) continue;
    points_of_[i] = {static_cast<std::uint32_t>(points_.size())};
    points_.push_back({masses[i], i, {}, {}});
  }
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (nodes[k].is_averaged) continue;
    auto& all = points_of_[stars_ + k];
    for (const std::uint32_t part : {nodes[k].first, nodes[k].second})
      all.insert(all.end(), points_of_[part].begin(), points_of_[part].end());
  }
  at_.resize(points_.size());
  x_.resize(points_.size());
  v_.resize(points_.size());
  tidal_.resize(points_.size());
  forces_.resize(points_.size());
}

void HierarchyPoints::renew_mean(std::span<const HierarchyNode> nodes, std::size_t k) {
  const HierarchyNode& node = nodes[k];
  const PairMasses& masses = node.pair.masses();
  const double mu = masses.sum(), beta = -2 * node.pair.specific_energy();
  const double scale = std::sqrt(masses.first * masses.second) / mu;
  const auto axes = AveragedOrbit::of(node.pair.relative(), mu, beta).axes(node.rate, mu, beta);
  const auto& own = points_of_[stars_ + k];
  const auto set = [&](std::size_t i, double factor, const Vec3& offset, const Vec3& drift) {
    Point& point = points_[own[i]];
    point.mass = mu / 4;
    point.offset = factor * offset;
    point.drift = factor * drift;
  };
  set(0, scale, axes.along, axes.along_rate);
  set(1, -scale, axes.along, axes.along_rate);
  set(2, scale, axes.side, axes.side_rate);
  set(3, -scale, axes.side, axes.side_rate);
}

/// The acceleration of a star or node: the mean over its points.
PartialForce HierarchyPoints::mean_of(std::span<const std::uint32_t> points) const {
  double mass = 0;
  for (const std::uint32_t i : points) mass += points_[i].mass;
  PartialForce mean;
  for (const std::uint32_t i : points) {
    const double share = mass > 0 ? points_[i].mass / mass : 1 / static_cast<double>(points.size());
    mean += {share * forces_[i].a, share * forces_[i].j};
  }
  return mean;
}

Perturbation HierarchyPoints::on_node(std::span<const HierarchyNode> nodes, std::size_t k, const PhasePoint& own,
                                      const InnerTime& t, std::span<const PhasePoint> places,
                                      const TidesDuring& tides) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    at_[i] = places[point.carrier];
    if (point.carrier < stars_) continue;
    at_[i].x += point.offset + (t - nodes[point.carrier - stars_].pair.time()) * point.drift;
    at_[i].v += point.drift;
  }
  const auto& inside = points_of_[stars_ + k];
  const std::span x = std::span(x_).first(inside.size()), v = std::span(v_).first(inside.size());
  const std::span tidal = std::span(tidal_).first(inside.size());
  for (std::size_t i = 0; i < inside.size(); ++i) x[i] = at_[inside[i]].x, v[i] = at_[inside[i]].v;
  tides.on_points(t.tick, x, v, tidal);
  const PairLaw law{};
  const auto force = [&](std::uint32_t source, std::uint32_t target) {
    return pull(points_[source].mass, at_[source].x - at_[target].x, at_[source].v - at_[target].v, law);
  };
  for (std::size_t i = 0; i < inside.size(); ++i) {
    PartialForce& sum = forces_[inside[i]] = tidal[i];
    for (std::uint32_t j = 0; j < points_.size(); ++j)
      if (std::ranges::find(inside, j) == inside.end()) sum += force(j, inside[i]);
  }
  const auto &first = points_of_[nodes[k].first], &second = points_of_[nodes[k].second];
  const bool is_resolved = first.size() + second.size() > 2;
  if (is_resolved) {
    for (const std::uint32_t i : first)
      for (const std::uint32_t j : second) forces_[i] += force(j, i), forces_[j] += force(i, j);
  }
  PartialForce sum = mean_of(first) - mean_of(second);
  if (is_resolved) sum -= pull(nodes[k].pair.masses().sum(), -1.0 * own.x, -1.0 * own.v, law);
  return {sum.a, sum.j};
}

}  // namespace tucana
