#include "tucana/grape6/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/grape6/client_memory.h"
#include "tucana/gravity/source_checks.h"

namespace tucana::grape6 {
namespace {

std::unique_ptr<ForceEngine> open_engine(const Settings& settings, const EngineChoice& choice, Workers& workers) {
  try {
    if (!choice.devices.empty()) return make_engine(choice, workers);
    return make_engine(choice, workers, static_cast<std::size_t>(settings.share.number),
                       static_cast<std::size_t>(settings.share.of));
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
  store_.send(table().size(), time_, predicts_, {});
}

void Card::begin(const ClientTargets& from) {
  has_begun_ = has_forces_ = has_nearest_ = has_lists_ = has_read_lists_ = false;
  wait();
  copy_targets(from);
  nj_ = static_cast<std::size_t>(from.nj);
  call_time_ = time_;
  store_.send(nj_, time_, predicts_, extent_of_targets());
  scaled_ = scaled(store_.units(), engine_->precision());
  rows_.is_bad = scaled_.is_bad;
  unit_.assign(rows_.size(), store_.units());
  answers_.resize(rows_.size());
  ++report_.calls;
  report_.targets += static_cast<double>(rows_.size());
  report_.pairs += static_cast<double>(rows_.size()) * static_cast<double>(store_.used());
  const bool is_simple = match_slots();
  if (!is_simple) {
    std::vector<std::size_t> all(rows_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    evaluate_in_passes(all, {*engine_, store_, scaled_});
    has_forces_ = has_nearest_ = true;
  } else if (is_device_) {
    start(expects_nearest_);
  }
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
  constexpr double largest = 1e200;  // in units of the engine's own all precisions bear the same
  const auto eps2 = read_at<double>(from.eps2, from.has_own_eps2 ? i : 0);
  if (!(eps2 >= 0 && eps2 <= largest)) throw InputError(fmt::format("eps2 = {} is not from 0 to {:g}", eps2, largest));
  rows_.eps2[i] = eps2;
  rows_.index[i] = read_at<int>(from.index, i);
  rows_.position[i] = vector_at(from.position, i);
  rows_.velocity[i] = vector_at(from.velocity, i);
  rows_.acceleration[i] = vector_at(from.acceleration, i);
  // A client that reads no list need not have set the radius.
  const double radius2 = from.radius2 == nullptr ? 0 : read_at<double>(from.radius2, i);
  rows_.radius2[i] = radius2 >= 0 ? std::min(radius2, largest) : 0;
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
  return {rows_.slot, scaled_.position, scaled_.velocity, scaled_.radius2, scaled_.acceleration};
}

void Card::start(bool nearest) {
  has_lists_ = settings_.lists == ListMode::with_force;
  has_forces_ = true;
  has_nearest_ = nearest;
  const Stopwatch watch;
  pending_.emplace(engine_->evaluate(store_.rows(), store_.when(), targets(), {rows_.size() > 0 ? scaled_.eps2[0] : 0},
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

std::string Card::finish(int ni, const ClientResults& results) {
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
  repeat_in_double();
  std::string problem;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    put(i, results);
    if (problem.empty()) problem = problem_of(i);
  }
  return problem;
}

void Card::put(std::size_t i, const ClientResults& results) const {
  Vec3 acceleration = unit_[i].to_client(answers_.acceleration[i], -2, 1, 0);
  Vec3 jerk = unit_[i].to_client(answers_.jerk[i], -2, 1, -1);
  Vec3 snap = unit_[i].to_client(answers_.snap[i], -2, 1, -2);
  double potential = unit_[i].to_client(answers_.potential[i], -1, 1, 0);
  if (rows_.is_bad[i]) {
    potential = std::numeric_limits<double>::quiet_NaN();
    acceleration = jerk = snap = {potential, potential, potential};
  }
  // Clients that want the acceleration alone may give one array for it and for the jerk.
  write_at(results.jerk, i, jerk);
  write_at(results.snap, i, snap);
  write_at(results.acceleration, i, acceleration);
  write_at(results.potential, i, potential);
  if (results.nearest == nullptr) return;
  const Slot nearest = rows_.is_bad[i] ? no_slot : answers_.nearest[i];
  const double distance2 = unit_[i].to_client(answers_.nearest_distance2[i], 2, 0, 0) + rows_.eps2[i];
  write_at(results.nearest, i, nearest == no_slot ? -1 : store_.index_of(nearest));
  write_at(results.nearest_distance2, i, nearest == no_slot ? std::numeric_limits<double>::infinity() : distance2);
}

}  // namespace tucana::grape6
