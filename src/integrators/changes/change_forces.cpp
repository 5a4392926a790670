#include "tucana/integrators/changes/change_forces.h"

#include <algorithm>
#include <unordered_map>

#include "tucana/core/compensated_sum.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/gravity/potential_energy.h"

namespace tucana {
namespace {

/// Bodies as sources at rest in time.
struct Rows {
  std::vector<Slot> slot;
  std::vector<double> mass;
  std::vector<Vec3> x, v;
  std::vector<Tick> time;

  void add(const BodyAt& body) {
    slot.push_back(slot_at(slot.size()));
    mass.push_back(body.mass);
    x.push_back(body.x);
    v.push_back(body.v);
    time.emplace_back();
  }
  std::unique_ptr<SourceSet> sources(ForceEngine& engine) const {
    auto set = engine.make_sources();
    set->resize(slot.size());
    set->write(slot, {mass, x, v, {}, {}, time});
    return set;
  }
};

/// The stars of a plan in the course of its steps, and their energy: among themselves, in the field of all others, and
/// kinetic.
class EnergyInSteps {
 public:
  EnergyInSteps(const ChangePlan& plan, const PairLaw& law, const Vec3& frame_velocity, ForceEngine& engine)
      : law_(law), frame_velocity_(frame_velocity), engine_(engine) {
    for (const ChangePlan::Star& star : plan.stars()) {
      body.push_back(star.before);
      is_there.push_back(!star.is_new());
    }
  }

  /// By how much the energy is larger than at the last call.
  double change() {
    const double before = energy_;
    energy_ = energy();
    return energy_ - before;
  }

  std::vector<BodyAt> body;
  std::vector<bool> is_there;
  std::vector<double> potential;  ///< of all others at the place of each

 private:
  double energy() const {
    CompensatedSum sum;
    StarsBuffer there;
    for (std::size_t k = 0; k < body.size(); ++k) {
      if (!is_there[k]) continue;
      sum.add(body[k].mass * (norm2(frame_velocity_ + body[k].v) / 2 + potential[k]));
      there.id.push_back(StarId{static_cast<std::int64_t>(k)});
      there.mass.push_back(body[k].mass);
      there.position.push_back(body[k].x);
    }
    there.resize(there.id.size());
    sum.add(potential_energy(there.view(), law_, engine_));
    return sum.value();
  }

  PairLaw law_;
  Vec3 frame_velocity_;
  ForceEngine& engine_;
  double energy_ = 0;
};

}  // namespace

ForceEngine& ChangeForces::engine() {
  if (!engine_) engine_ = make_engine({.kind = "cpu", .precision = Precision::fp64, .simd = simd_}, workers_);
  return *engine_;
}

std::vector<ChangeForces::Difference> ChangeForces::differences(const ChangePlan& plan,
                                                                std::span<const BodyAt> places) {
  std::vector<Difference> rows;
  for (std::size_t k = 0; k < plan.stars().size(); ++k) {
    const ChangePlan::Star& star = plan.stars()[k];
    if (star.changes_mass_only()) {
      const double more = star.after.mass - star.before.mass;
      if (more != 0) rows.push_back({star.slot, {more, places[k].x, places[k].v}});
      continue;
    }
    if (!star.is_new()) rows.push_back({star.slot, {-places[k].mass, places[k].x, places[k].v}});
    if (!star.is_gone) rows.push_back({star.slot, star.after});
  }
  return rows;
}

std::vector<PartialForce> ChangeForces::on_targets(std::span<const Difference> sources,
                                                   std::span<const Target> targets) {
  std::vector<PartialForce> change(targets.size());
  if (sources.empty() || targets.empty()) return change;
  Rows rows;
  std::unordered_map<std::uint32_t, Slot> row_of;  // of stars that change their mass alone: they have one row
  for (const Difference& one : sources) {
    if (one.slot != no_slot) row_of.emplace(index(one.slot), slot_at(rows.slot.size()));
    rows.add(one.body);
  }
  const auto set = rows.sources(engine());
  std::vector<Slot> own;
  std::vector<Vec3> x, v, a(targets.size()), j(targets.size());
  for (const Target& target : targets) {
    const auto found = row_of.find(index(target.slot));
    own.push_back(found == row_of.end() ? no_slot : found->second);
    x.push_back(target.x);
    v.push_back(target.v);
  }
  engine().evaluate(*set, Tick{}, {own, x, v, {}}, law_, {}, {a, j, {}, {}, {}, nullptr}).wait();
  for (std::size_t k = 0; k < targets.size(); ++k) change[k] = {a[k], j[k]};
  return change;
}

std::vector<double> ChangeForces::potentials(std::span<const BodyAt> sources, std::span<const Vec3> places) {
  std::vector<double> potential(places.size());
  if (sources.empty() || places.empty()) return potential;
  Rows rows;
  for (const BodyAt& body : sources) rows.add(body);
  const auto set = rows.sources(engine());
  const std::vector<Slot> nobody(places.size(), no_slot);
  Results results;
  results.potential = potential;
  engine()
      .evaluate(*set, Tick{}, {nobody, places, {}, {}}, law_, {.acceleration = false, .potential = true, .jerk = false},
                results)
      .wait();
  return potential;
}

double ChangeForces::outer_energy_of_pairs(std::span<const BodyAt> members, std::span<const BodyAt> others) {
  CompensatedSum sum;
  StarsBuffer stars;
  std::vector<Vec3> places;
  for (const BodyAt& body : members) {
    stars.id.push_back(StarId{static_cast<std::int64_t>(places.size())});
    stars.mass.push_back(body.mass);
    stars.position.push_back(body.x);
    places.push_back(body.x);
  }
  stars.resize(stars.id.size());
  const std::vector<double> potential = potentials(others, places);
  for (std::size_t k = 0; k < members.size(); ++k) sum.add(members[k].mass * potential[k]);
  sum.add(potential_energy(stars.view(), law_, engine()));
  // From the same rounded places, so that what is large cancels exactly.
  for (std::size_t k = 0; k + 1 < members.size(); k += 2)
    sum.add(members[k].mass * members[k + 1].mass / norm(members[k].x - members[k + 1].x));
  return sum.value();
}

EnergyChange ChangeForces::energy(const ChangePlan& plan, std::span<const BodyAt> others, const Vec3& frame_velocity) {
  EnergyInSteps now(plan, law_, frame_velocity, engine());
  // At the places before and after: they differ for merged and moved stars, and new ones have the latter only.
  std::vector<Vec3> places;
  const std::size_t n = plan.stars().size();
  for (const auto& star : plan.stars()) places.push_back(star.is_new() ? star.after.x : star.before.x);
  for (const auto& merger : plan.merger_steps()) places.push_back(plan.stars()[merger.kept].after.x);
  const std::size_t first_kick = places.size();
  for (const auto& kick : plan.kick_steps()) places.push_back(plan.stars()[kick.star].before.x + kick.position_change);
  const std::vector<double> potential = potentials(others, places);
  now.potential.assign(potential.begin(), potential.begin() + static_cast<std::ptrdiff_t>(n));

  EnergyChange change;
  now.change();
  for (const auto& [star, mass] : plan.mass_steps()) now.body[star].mass = mass;
  if (!plan.mass_steps().empty()) change.mass = now.change();
  for (std::size_t k = 0; k < plan.kick_steps().size(); ++k) {
    const auto& [star, velocity, shift] = plan.kick_steps()[k];
    now.body[star].v += velocity;
    now.body[star].x += shift;
    now.potential[star] = potential[first_kick + k];
  }
  if (!plan.kick_steps().empty()) change.kick = now.change();
  for (std::size_t k = 0; k < plan.merger_steps().size(); ++k) {
    const auto& [kept, lost, mass] = plan.merger_steps()[k];
    now.body[kept] = merged(now.body[kept], now.body[lost], mass);
    now.potential[kept] = potential[n + k];
    now.is_there[lost] = false;
  }
  if (!plan.merger_steps().empty()) change.merger = now.change();
  for (const std::size_t star : plan.removal_steps()) now.is_there[star] = false;
  if (!plan.removal_steps().empty()) change.removal = now.change();
  for (std::size_t k = plan.slots().size(); k < n; ++k) {
    now.body[k] = plan.stars()[k].after;
    now.is_there[k] = true;
  }
  if (n > plan.slots().size()) change.addition = now.change();
  return change;
}

}  // namespace tucana
