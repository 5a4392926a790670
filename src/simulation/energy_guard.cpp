#include "tucana/simulation/energy_guard.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tucana/core/check_loaded.h"

namespace tucana {
namespace {

/// A look costs about half a step of all bodies in double: every eighth of the longest steps, and no more often than
/// eight times in a time unit where even those are short, adds some per cent at most.
constexpr int log2_automatic_steps = 3;

/// In a field that changes, work is done on the stars, which is no error of the integration.
bool field_does_work(const FieldOptions& field) {
  return field.kind != FieldKind::none && field.change != galaxy::FieldChange::none;
}

Tick interval_of(const Options& options) {
  const StepOptions& steps = options.integrator;
  const Level longest = Level::at_most(steps.steps == StepRule::fixed ? steps.fixed_step : steps.largest_step);
  if (options.guard.interval > 0) return Tick{longest.step().n * options.guard.interval};
  if (field_does_work(options.field)) return {};
  return Level{std::max(longest.log2 + log2_automatic_steps, Tick::log2_per_unit - 3)}.step();
}

}  // namespace

EnergyGuard::EnergyGuard(const Options& options)
    : limit_(options.guard.energy_error), is_automatic_(options.guard.interval == 0), interval_(interval_of(options)) {}

Tick EnergyGuard::next() const {
  return is_on() ? Tick{kept_time_.n / interval_.n * interval_.n} + interval_ : Tick::never;
}

bool EnergyGuard::is_too_much(double energy_error) const {
  return is_on() && !(std::abs(growth(energy_error)) <= limit_);
}

void EnergyGuard::keep(Tick t, double energy_error, MemoryArchive state) {
  kept_time_ = t;
  kept_error_ = energy_error;
  kept_ = std::move(state);
  tries_ = 0;
}

void EnergyGuard::forget_kept() {
  kept_.reset();
  kept_time_ = {};
  tries_ = 0;
}

MemoryArchive& EnergyGuard::kept_state() {
  kept_->rewind();
  return *kept_;
}

bool EnergyGuard::try_again(const Retry& why) {
  if (tries_ == most_tries) return false;
  last_ = why;
  is_news_ = true;
  ++tries_;
  ++retries_;
  return true;
}

std::optional<EnergyGuard::Retry> EnergyGuard::take_news() {
  if (!is_news_) return {};
  is_news_ = false;
  return last_;
}

double EnergyGuard::eta_factor() const { return std::ldexp(1.0, -tries_); }

void EnergyGuard::describe(Archive& archive) {
  const Archive::Group group(archive, "guard");
  archive.field("time", kept_time_);
  archive.field("energy_error", kept_error_);
  archive.field("tries", tries_);
  archive.field("retries", retries_);
  archive.field("until", last_.until);
  archive.field("growth", last_.growth);
  archive.field("star", last_.star);
  archive.field("is_news", is_news_);
  std::vector<std::uint8_t> bytes;
  if (!archive.loading() && kept_ && is_on()) {
    const std::vector<std::byte> state = kept_->to_bytes();
    bytes.resize(state.size());
    std::transform(state.begin(), state.end(), bytes.begin(), [](std::byte b) { return static_cast<std::uint8_t>(b); });
  }
  archive.field("kept", bytes);
  if (!archive.loading()) return;
  check_loaded(kept_time_.n >= 0 && tries_ >= 0 && tries_ <= most_tries, "its guard has no time or number of tries");
  kept_.reset();
  if (bytes.empty() || !is_on()) {
    tries_ = 0;
    is_news_ = false;
    return;
  }
  kept_ = MemoryArchive::from_bytes(std::as_bytes(std::span(bytes)));
}

}  // namespace tucana
