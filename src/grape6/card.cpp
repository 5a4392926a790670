#include "tucana/grape6/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/grape6/client_memory.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::grape6 {
namespace {

std::unique_ptr<ForceEngine> open_engine(const Settings& settings, const EngineChoice& choice, Workers& workers) {
  try {
    return make_engine(choice, workers);
  } catch (const InputError& error) {
    if (settings.devices_from.empty()) throw;
    throw InputError(fmt::format("{} (devices by {})", error.what(), settings.devices_from));
  }
}

}  // namespace

void Card::TargetRows::resize(std::size_t n) {
  index.resize(n), slot.resize(n), position.resize(n), velocity.resize(n), acceleration.resize(n);
  eps2.resize(n), radius2.resize(n), is_bad.resize(n);
}

void Card::Answers::resize(std::size_t n) {
  acceleration.resize(n), jerk.resize(n), snap.resize(n), potential.resize(n);
  nearest_distance2.resize(n), nearest.resize(n);
}

Results Card::Answers::results(NeighbourLists* lists) {
  return {acceleration, jerk, potential, nearest, nearest_distance2, lists, snap};
}

Card::Card(const Settings& settings, Order order)
    : settings_(settings),
      choice_(engine_choice(
          settings, settings.precision.value_or(order == Order::sixth ? Precision::fp64 : Precision::two_float))),
      is_device_(choice_.kind == "opencl" || choice_.kind == "cuda"),
      pool_(std::make_unique<ThreadPool>(is_device_ ? 1 : settings.threads)),
      engine_(open_engine(settings, choice_, *pool_)),
      store_(*engine_, order == Order::sixth) {}

void Card::set_time(double time) {
  if (!std::isfinite(time)) throw InputError(fmt::format("the time {} is not finite", time));
  time_ = time;
}

const Source& Card::source_at(int address) const {
  const auto at = static_cast<std::size_t>(std::max(address, 0));
  if (address < 0 || at >= table().size() || !table()[at].is_set)
    throw InputError(fmt::format("no source was set at address {}", address));
  return table()[at];
}

void Card::send_now() {
  wait();
  has_begun_ = false;
  store_.send(table().size(), time_, predicts_);
}

void Card::begin(const ClientTargets& from) {
  has_begun_ = has_forces_ = has_nearest_ = has_lists_ = has_read_lists_ = false;
  wait();
  copy_targets(from);
  nj_ = static_cast<std::size_t>(from.nj);
  call_time_ = time_;
  store_.send(nj_, time_, predicts_);
  answers_.resize(rows_.size());
  ++report_.calls;
  report_.targets += static_cast<double>(rows_.size());
  report_.pairs += static_cast<double>(rows_.size()) * static_cast<double>(store_.used());
  scale_targets();
  const bool is_simple = match_slots();
  if (!is_simple)
    evaluate_in_passes();
  else if (is_device_)
    start(expects_nearest_);
  has_begun_ = true;
}

void Card::copy_targets(const ClientTargets& from) {
  if (from.nj < 0) throw InputError(fmt::format("nj = {} is negative", from.nj));
  if (from.ni < 0 || from.ni > settings_.npipes)
    throw InputError(fmt::format("ni = {} is not from 0 to {}, the number of pipes (g6_npipes_; TUCANA_G6_NPIPES)",
                                 from.ni, settings_.npipes));
  const auto n = static_cast<std::size_t>(from.ni);
  if (n > 0 && (from.index == nullptr || from.position == nullptr || from.velocity == nullptr || from.eps2 == nullptr))
    throw InputError("index, xi, vi or eps2 is a null pointer");
  rows_.resize(n);
  wants_snap_ = from.acceleration != nullptr;
  for (std::size_t i = 0; i < n; ++i) load(from, i);
}

void Card::load(const ClientTargets& from, std::size_t i) {
  const double largest = largest_coordinate(engine_->precision());
  const auto eps2 = read_at<double>(from.eps2, from.has_own_eps2 ? i : 0);
  if (!(eps2 >= 0 && eps2 <= largest * largest))
    throw InputError(fmt::format("eps2 = {} is not from 0 to {:g}", eps2, largest * largest));
  rows_.eps2[i] = eps2;
  rows_.index[i] = read_at<int>(from.index, i);
  rows_.position[i] = vector_at(from.position, i);
  rows_.velocity[i] = vector_at(from.velocity, i);
  rows_.acceleration[i] = vector_at(from.acceleration, i);
  // A client that reads no list need not have set the radius.
  const double radius2 = from.radius2 == nullptr ? 0 : read_at<double>(from.radius2, i);
  rows_.radius2[i] = radius2 >= 0 ? std::min(radius2, 16 * largest * largest) : 0;
}

/// Brings the targets into the engine's unit of time and marks those that it cannot take.
void Card::scale_targets() {
  const double largest = largest_coordinate(engine_->precision()), unit = store_.clock().factor(1);
  const auto size = [](const Vec3& b) { return std::abs(b.x) + std::abs(b.y) + std::abs(b.z); };  // keeps a NaN
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Vec3 &x = rows_.position[i], &v = rows_.velocity[i], &a = rows_.acceleration[i];
    v *= unit;
    a *= unit * unit;
    const bool is_good = size(x) <= largest && size(v) <= largest && size(a) <= largest;
    rows_.is_bad[i] = !is_good;
    if (!is_good) x = v = a = {};
  }
}

/// Finds whom each target leaves out; false when that is more than one source for some, or when softenings differ.
bool Card::match_slots() {
  bool is_simple = true;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto match = store_.match(rows_.index[i]);
    rows_.slot[i] = match.slot;
    is_simple = is_simple && !match.is_several && rows_.eps2[i] == rows_.eps2[0];
  }
  return is_simple;
}

Wanted Card::wanted(bool nearest, bool lists) const {
  return {.potential = true, .nearest = nearest, .lists = lists, .snap = wants_snap_};
}

Targets Card::targets() const {
  return {rows_.slot, rows_.position, rows_.velocity, rows_.radius2, rows_.acceleration};
}

void Card::start(bool nearest) {
  has_lists_ = settings_.lists == ListMode::with_force;
  has_forces_ = true;
  has_nearest_ = nearest;
  const Stopwatch watch;
  pending_.emplace(engine_->evaluate(store_.rows(), store_.when(), targets(), {rows_.size() > 0 ? rows_.eps2[0] : 0},
                                     wanted(nearest, has_lists_), answers_.results(&found_)));
  report_.force_seconds += watch.seconds();
}

void Card::wait() {
  if (!pending_) return;
  const Stopwatch watch;
  try {
    pending_->wait();
  } catch (...) {
    pending_.reset();
    has_forces_ = has_nearest_ = has_lists_ = false;
    throw;
  }
  pending_.reset();
  report_.force_seconds += watch.seconds();
}

/// Targets that are summed together: one softening, and the sources hidden that more than one of them leaves out.
struct Card::Pass {
  double eps2 = 0;
  std::vector<std::size_t> members;
  std::vector<Slot> hidden;
};

void Card::evaluate_in_passes() {
  std::map<std::pair<double, std::optional<int>>, Pass> passes;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool is_several = store_.match(rows_.index[i]).is_several;
    const auto key = std::pair(rows_.eps2[i], is_several ? std::optional(rows_.index[i]) : std::nullopt);
    Pass& pass = passes[key];
    pass.eps2 = rows_.eps2[i];
    if (is_several && pass.members.empty()) pass.hidden = store_.all_with(rows_.index[i]);
    pass.members.push_back(i);
  }
  const Stopwatch watch;
  for (const auto& [key, pass] : passes) evaluate(pass);
  report_.force_seconds += watch.seconds();
  has_forces_ = has_nearest_ = true;
}

void Card::evaluate(const Pass& pass) {
  const std::size_t n = pass.members.size();
  TargetRows some;
  some.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = pass.members[k];
    some.slot[k] = pass.hidden.empty() ? rows_.slot[i] : no_slot;
    some.position[k] = rows_.position[i];
    some.velocity[k] = rows_.velocity[i];
    some.acceleration[k] = rows_.acceleration[i];
  }
  Answers answers;
  answers.resize(n);
  if (!pass.hidden.empty()) store_.hide(pass.hidden);
  engine_
      ->evaluate(store_.rows(), store_.when(), {some.slot, some.position, some.velocity, {}, some.acceleration},
                 {pass.eps2}, wanted(true, false), answers.results(nullptr))
      .wait();
  if (!pass.hidden.empty()) store_.restore(pass.hidden);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = pass.members[k];
    answers_.acceleration[i] = answers.acceleration[k];
    answers_.jerk[i] = answers.jerk[k];
    answers_.snap[i] = answers.snap[k];
    answers_.potential[i] = answers.potential[k];
    const bool is_hidden = std::ranges::find(pass.hidden, answers.nearest[k]) != pass.hidden.end();
    answers_.nearest[i] = is_hidden ? no_slot : answers.nearest[k];
    answers_.nearest_distance2[i] = answers.nearest_distance2[k];
  }
}

bool Card::finish(int ni, const ClientResults& results) {
  if (!has_begun_) throw InputError("there is no first half before it (or it failed)");
  if (ni != static_cast<int>(rows_.size()))
    throw InputError(fmt::format("ni = {} here, but {} in the first half", ni, rows_.size()));
  expects_nearest_ = results.nearest != nullptr;
  wait();
  if (!has_forces_) {
    start(expects_nearest_);
    wait();
  } else if (expects_nearest_ && !has_nearest_) {
    engine_
        ->evaluate(store_.rows(), store_.when(), targets(), {}, {.acceleration = false, .nearest = true},
                   answers_.results(nullptr))
        .wait();
    has_nearest_ = true;
  }
  bool all_finite = true;
  for (std::size_t i = 0; i < rows_.size(); ++i) put(i, results, all_finite);
  return all_finite;
}

void Card::put(std::size_t i, const ClientResults& results, bool& all_finite) const {
  Vec3 acceleration = answers_.acceleration[i];
  Vec3 jerk = answers_.jerk[i] * store_.clock().factor(-1);
  Vec3 snap = answers_.snap[i] * store_.clock().factor(-2);
  double potential = answers_.potential[i];
  if (rows_.is_bad[i]) {
    potential = std::numeric_limits<double>::quiet_NaN();
    acceleration = jerk = snap = {potential, potential, potential};
  }
  all_finite = all_finite && is_finite(acceleration) && is_finite(jerk) && std::isfinite(potential);
  // Clients that want the acceleration alone may give one array for it and for the jerk.
  write_at(results.jerk, i, jerk);
  write_at(results.snap, i, snap);
  write_at(results.acceleration, i, acceleration);
  write_at(results.potential, i, potential);
  if (results.nearest == nullptr) return;
  const Slot nearest = rows_.is_bad[i] ? no_slot : answers_.nearest[i];
  write_at(results.nearest, i, nearest == no_slot ? -1 : store_.index_of(nearest));
  write_at(
      results.nearest_distance2, i,
      nearest == no_slot ? std::numeric_limits<double>::infinity() : answers_.nearest_distance2[i] + rows_.eps2[i]);
}

}  // namespace tucana::grape6
