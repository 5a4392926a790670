#include "tucana/gravity/field/field_engine.h"

#include <utility>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"

namespace tucana {
namespace {

/// Targets for one thread at a time: a galaxy of several parts takes a tenth of a microsecond to one for each.
constexpr std::size_t grain = 64;

}  // namespace

FieldEngine::FieldEngine(std::unique_ptr<ForceEngine> pairs, std::string name, Workers& workers)
    : pairs_(std::move(pairs)), name_(std::move(name)), workers_(workers) {}

void FieldEngine::set_field(const ExternalField& field, double start_time, GuidingCentre* centre) {
  field_ = &field;
  start_time_ = start_time;
  centre_ = centre;
}

FieldEngine::Moment FieldEngine::moment_of(Tick when) const {
  Moment now{start_time_ + when.units(), {frame_.origin(when), frame_.velocity()}, {}};
  if (centre_ == nullptr) return now;
  const GuidingCentre::State& centre = centre_->at(when);
  now.origin.x += centre.point.x;
  now.origin.v += centre.point.v;
  now.of_origin = centre.field;
  return now;
}

Pending FieldEngine::evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law,
                              const Wanted& wanted, const Results& results) {
  if (!wanted.acceleration || !wanted.field) return pairs_->evaluate(sources, when, targets, law, wanted, results);
  TUCANA_EXPECT(field_ != nullptr);
  const Moment now = moment_of(when);
  // Shared, because a std::function can be copied and a Pending cannot.
  auto pairs = std::make_shared<Pending>(pairs_->evaluate(sources, when, targets, law, wanted, results));
  return Pending([this, pairs, now, targets, wanted, results] {
    pairs->wait();
    add_field(now, targets, wanted, results);
  });
}

void FieldEngine::add_field(const Moment& now, const Targets& targets, const Wanted& wanted,
                            const Results& results) const {
  if (field_->prefers_batches()) {
    add_batch(now, targets, wanted, results);
    return;
  }
  const auto place_of = [&](std::size_t k) { return now.origin.x + targets.position[k]; };
  if (!wanted.jerk) {
    for_each_index<grain>(workers_, targets.size(), [&](std::size_t k) {
      results.acceleration[k] += field_->acceleration(now.time, place_of(k)) - now.of_origin.acceleration;
    });
    return;
  }
  for_each_index<grain>(workers_, targets.size(), [&](std::size_t k) {
    const Vec3 a = wanted.snap ? now.of_origin.acceleration + targets.acceleration[k] : Vec3{};
    const FieldValue value = field_->at(now.time, place_of(k), now.origin.v + targets.velocity[k], a);
    results.acceleration[k] += value.acceleration - now.of_origin.acceleration;
    results.jerk[k] += value.jerk - now.of_origin.jerk;
    if (wanted.snap) results.snap[k] += value.snap - now.of_origin.snap;
  });
}

void FieldEngine::add_batch(const Moment& now, const Targets& targets, const Wanted& wanted,
                            const Results& results) const {
  const std::size_t n = targets.size();
  if (n == 0) return;
  std::vector<Vec3> x(n), v(wanted.jerk ? n : 0), a(wanted.snap ? n : 0);
  for (std::size_t k = 0; k < n; ++k) {
    x[k] = now.origin.x + targets.position[k];
    if (wanted.jerk) v[k] = now.origin.v + targets.velocity[k];
    if (wanted.snap) a[k] = now.of_origin.acceleration + targets.acceleration[k];
  }
  std::vector<FieldValue> values(n);
  field_->at_all(now.time, x, v, a, values);
  for (std::size_t k = 0; k < n; ++k) {
    results.acceleration[k] += values[k].acceleration - now.of_origin.acceleration;
    if (wanted.jerk) results.jerk[k] += values[k].jerk - now.of_origin.jerk;
    if (wanted.snap) results.snap[k] += values[k].snap - now.of_origin.snap;
  }
}

/// A jerk is linear in the velocity: the tide times the velocity, and what the field itself changes.
LinearTide FieldEngine::tide_at(Tick t, const Vec3& x) const {
  const Moment now = moment_of(t);
  const auto jerk = [&](const Vec3& v) { return field_->at(now.time, now.origin.x + x, v, {}).jerk; };
  const Vec3 at_rest = jerk({});
  return {jerk({1, 0, 0}) - at_rest, jerk({0, 1, 0}) - at_rest, jerk({0, 0, 1}) - at_rest};
}

}  // namespace tucana
