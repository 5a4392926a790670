#include "tucana/integrators/leapfrog/leapfrog.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"
#include "tucana/core/for_each_index.h"
#include "tucana/core/stopwatch.h"
#include "tucana/integrators/leapfrog/device/resident_steps.h"
#include "tucana/integrators/leapfrog/leapfrog_formulae.h"
#include "tucana/integrators/step_criteria.h"
#include "tucana/integrators/step_failures.h"

namespace tucana {
namespace {

/// Rows written to the sources at once: enough to share among threads, few beside all the bodies.
constexpr std::size_t outbox_rows = 32768;

/// The same steps, filed in the order of the slots.
BlockSchedule plain(const BlockSchedule& schedule) {
  BlockSchedule filed;
  filed.clear(schedule.now());
  for (std::size_t i = 0; i < schedule.size(); ++i) filed.place(slot_at(i), schedule.level(slot_at(i)));
  return filed;
}

}  // namespace

void check_leapfrog_softening(StepRule steps, double softening) {
  if (steps == StepRule::fixed || softening > 0) return;
  throw InputError(
      "integrator.kind = leapfrog needs gravity.softening > 0: its steps are sqrt(2 eta softening / acceleration); or "
      "take integrator.steps = fixed");
}

Leapfrog::Leapfrog(const LeapfrogOptions& options, ForceEngine& engine, Workers& workers, bool on_host)
    : options_(options),
      softening_(options.law, options.softening),
      largest_(Level::at_most(options.largest_step)),
      fixed_(Level::at_most(options.fixed_step)),
      engine_(engine),
      workers_(workers),
      sources_(engine.make_sources()),
      changes_(options.law, "best", workers) {
  check_leapfrog_softening(options.steps, softening_.length[0]);
  if (softens_each() && !engine.softens_each())
    throw InputError("a softening for each component needs gravity.method = tree; set that, or leave it out");
  if (!on_host) resident_ = ResidentSteps::make(options, engine, *sources_);
}

Leapfrog::~Leapfrog() = default;

Tick Leapfrog::now() const { return is_stale_ ? resident_->now() : schedule_.now(); }
Tick Leapfrog::next() const { return is_stale_ ? resident_->next() : schedule_.next(); }

/// Copies bodies and schedule from the device, where they are newer.
void Leapfrog::fetch() {
  if (is_stale_) resident_->fetch(bodies_, schedule_);
  is_stale_ = false;
}

void Leapfrog::ActiveRows::resize(std::size_t n) {
  slot.resize(n);
  x.resize(n);
  a.resize(n);
  old_acceleration.resize(n);
  level.resize(n);
}

void Leapfrog::Outbox::resize(std::size_t n) {
  mass.resize(n);
  for (auto* column : {&x, &v, &a}) column->resize(n);
  time.resize(n);
}

void Leapfrog::start(const Stars& stars) {
  is_stale_ = false;
  bodies_.take(stars, softens_each());
  counts_ = {};
  last_look_.reset();
  schedule_.clear(Tick{0});
  const Level any = options_.steps == StepRule::fixed ? fixed_ : largest_;
  for (std::size_t i = 0; i < size(); ++i) schedule_.place(slot_at(i), any);
  take_all();
  active_.old_acceleration.clear();  // not known yet
  active_.x = bodies_.x;
  write_all_sources();
  counts_.interactions = evaluate(Tick{0}, active_.x, {.jerk = false});
  // As the end of a step of zero length.
  write_active_sources(Tick{0});
  store(Tick{0});
  reschedule();
  if (resident_) resident_->load(bodies_, schedule_);
}

void Leapfrog::take_all() {
  active_.resize(size());
  for_each_index(workers_, size(), [&](std::size_t i) { active_.slot[i] = slot_at(i); });
}

void Leapfrog::take_due() {
  const ScopedSeconds timer(seconds_.schedule);
  if (schedule_.due().size() == size()) return take_all();
  due_.take(schedule_, size(), active_.slot);
  active_.resize(active_.slot.size());
}

void Leapfrog::step() {
  if (!resident_) return step_on_host();
  const ScopedSeconds timer(seconds_.force);
  const ResidentSteps::Block block = resident_->step();
  if (!block.done) {
    // Some body cannot continue. The host finds out which one, and reports it.
    fetch();
    step_on_host();
    resident_->load(bodies_, schedule_);
    return;
  }
  is_stale_ = true;
  last_look_.reset();
  counts_.steps += block.steps;
  counts_.blocks += 1;
  counts_.interactions += block.interactions;
}

void Leapfrog::step_on_host() {
  take_due();
  const Tick t = schedule_.next();
  predict(t, active_.x);
  const std::uint64_t interactions = evaluate(t, active_.x, {.jerk = false});
  write_active_sources(t);
  // Nothing below can fail: up to here columns, schedule and counts are those of the previous block.
  store(t);
  const ScopedSeconds timer(seconds_.schedule);
  schedule_.advance();
  reschedule();
  last_look_.reset();
  counts_.steps += active_.size();
  counts_.blocks += 1;
  counts_.interactions += interactions;
}

void Leapfrog::predict(Tick t, std::span<Vec3> x) {
  const ScopedSeconds timer(seconds_.predict);
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    x[k] = drifted(bodies_.x[i], bodies_.v[i], bodies_.a[i], step_of(k, t));
    active_.old_acceleration[k] = norm(bodies_.a[i]);
  });
}

/// Of the active bodies at x; returns the number of interactions.
std::uint64_t Leapfrog::evaluate(Tick t, std::span<const Vec3> x, const Wanted& wanted, std::span<double> potential) {
  const ScopedSeconds timer(seconds_.force);
  std::uint64_t interactions = 0;
  Targets targets{active_.slot, x, {}, {}};
  targets.old_acceleration = active_.old_acceleration;
  if (softens_each()) {
    active_.softening2.resize(active_.size());
    for_each_index(workers_, active_.size(),
                   [&](std::size_t k) { active_.softening2[k] = softening2_of(index(active_.slot[k])); });
    targets.softening2 = active_.softening2;
  }
  Results results;
  results.acceleration = active_.a;
  results.potential = potential;
  results.interactions = &interactions;
  engine_.evaluate(*sources_, t, targets, options_.law, wanted, results).wait();
  return engine_.sums_all_pairs() ? std::uint64_t{active_.size()} * (size() - 1) : interactions;
}

/// Chooses the next step of an active body; false when it cannot have one.
bool Leapfrog::choose_step(Tick t, std::size_t k) {
  if (!is_finite(active_.x[k]) || !is_finite(active_.a[k])) return false;
  Level level = fixed_;
  if (options_.steps != StepRule::fixed) {
    const double wanted = wanted_step(k);
    if (wanted * Tick::per_unit < 1) return false;
    level = t == Tick{0} ? first_level(t, wanted, largest_)
                         : next_level(t, schedule_.level(active_.slot[k]), wanted, largest_);
  }
  active_.level[k] = static_cast<std::uint8_t>(level.log2);
  return true;
}

double Leapfrog::wanted_step(std::size_t k) const {
  return acceleration_step(options_.eta, softening_of(index(active_.slot[k])), active_.a[k]);
}

void Leapfrog::report(Tick t, std::size_t k, std::span<const Vec3> x) {
  const Slot slot = active_.slot[k];
  if (is_finite(x[k]) && is_finite(active_.a[k]))
    report_short_step(bodies_.slots, *sources_, engine_, slot, x[k], bodies_.v[index(slot)], wanted_step(k), t);
  // A tree has no nearest body; those that are at one place are due together, as at the start.
  for (std::size_t other = 0; other < x.size() && is_finite(x[k]); ++other)
    if (other != k && is_same_place(x[k], norm2(x[other] - x[k])))
      report_same_place(bodies_.slots.star(slot), bodies_.slots.star(active_.slot[other]), x[k], engine_.precision(),
                        t);
  report_non_finite(bodies_.slots, *sources_, engine_, slot, x[k], bodies_.v[index(slot)], t);
}

Vec3 Leapfrog::new_velocity(Tick t, std::size_t k) const {
  const std::size_t i = index(active_.slot[k]);
  return kicked(bodies_.v[i], bodies_.a[i], active_.a[k], step_of(k, t));
}

/// Writes the rows of the active slots, some at a time. pack(k, row) puts the k-th into a row of the outbox; false if
/// the run cannot continue.
template <class Pack>
void Leapfrog::write_sources(Tick t, const Pack& pack) {
  const ScopedSeconds timer(seconds_.correct);
  for (std::size_t first = 0; first < active_.size(); first += outbox_rows) {
    const std::size_t n = std::min(outbox_rows, active_.size() - first);
    outbox_.resize(n);
    const std::size_t failed = first_index_where(workers_, n, [&](std::size_t row) { return !pack(first + row, row); });
    if (failed != n) report(t, first + failed, active_.x);
    SourceRows rows{outbox_.mass, outbox_.x, outbox_.v, outbox_.a, {}, outbox_.time};
    if (!outbox_.softening2.empty()) rows.softening2 = std::span(outbox_.softening2).first(n);
    sources_->write(std::span(active_.slot).subspan(first, n), rows);
  }
}

void Leapfrog::write_all_sources() {
  sources_->resize(size());
  // It never changes: later writes leave it as it is.
  if (softens_each()) outbox_.softening2.resize(std::min(outbox_rows, size()));
  write_sources(now(), [&](std::size_t i, std::size_t row) {
    if (softens_each()) outbox_.softening2[row] = softening2_of(i);
    outbox_.mass[row] = bodies_.mass[i];
    outbox_.x[row] = bodies_.x[i];
    outbox_.v[row] = bodies_.v[i];
    outbox_.a[row] = bodies_.a[i];
    outbox_.time[row] = schedule_.time_of(slot_at(i));
    return true;
  });
  outbox_.softening2 = {};
}

/// The next steps are chosen on the way, while the rows are at hand.
void Leapfrog::write_active_sources(Tick t) {
  write_sources(t, [&](std::size_t k, std::size_t row) {
    outbox_.mass[row] = bodies_.mass[index(active_.slot[k])];
    outbox_.x[row] = active_.x[k];
    outbox_.v[row] = new_velocity(t, k);
    outbox_.a[row] = active_.a[k];
    outbox_.time[row] = t;
    return choose_step(t, k);
  });
}

void Leapfrog::store(Tick t) {
  const ScopedSeconds timer(seconds_.correct);
  if (active_.size() == size()) {  // in the order of the columns, which need not be copied
    for_each_index(workers_, size(), [&](std::size_t i) { bodies_.v[i] = new_velocity(t, i); });
    bodies_.x.swap(active_.x);
    bodies_.a.swap(active_.a);
    return;
  }
  for_each_index(workers_, active_.size(), [&](std::size_t k) {
    const std::size_t i = index(active_.slot[k]);
    bodies_.x[i] = active_.x[k];
    bodies_.v[i] = new_velocity(t, k);
    bodies_.a[i] = active_.a[k];
  });
}

void Leapfrog::reschedule() {
  auto& level = active_.level;
  if (options_.steps == StepRule::shared) std::fill(level.begin(), level.end(), *std::ranges::min_element(level));
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const Level next{level[k]};
    if (schedule_.level(active_.slot[k]) != next) schedule_.place(active_.slot[k], next);
  }
}

Leapfrog::Memory Leapfrog::memory() const {
  const std::size_t of_active = active_.slot.capacity() * sizeof(Slot) +
                                (active_.x.capacity() + active_.a.capacity()) * sizeof(Vec3) +
                                active_.old_acceleration.capacity() * sizeof(double) + active_.level.capacity();
  const std::size_t of_outbox = outbox_.mass.capacity() * (sizeof(double) + 3 * sizeof(Vec3) + sizeof(Tick));
  return {bodies_.bytes() + schedule_.bytes(), sources_->bytes(), of_active + of_outbox + due_.bytes()};
}

void Leapfrog::describe(Archive& archive) {
  const Archive::Group group(archive, "leapfrog");
  fetch();
  bodies_.describe(archive, softens_each());
  {
    const Archive::Group schedule(archive, "schedule");
    // The order within a step, which depends on where steps are computed and on output, has no meaning here: it is not
    // saved.
    if (!archive.loading()) schedule_ = plain(schedule_);
    schedule_.describe(archive, size());
  }
  counts_.describe(archive);
  if (!archive.loading()) return sources_->describe(archive);
  last_look_.reset();
  if (!schedule_.holds_exactly(bodies_.slots.bodies()))
    throw InputError("the checkpoint is damaged: bodies without a step");
  take_all();
  write_all_sources();
  sources_->describe(archive);
  if (resident_) resident_->load(bodies_, schedule_);
}

}  // namespace tucana
