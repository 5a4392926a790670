#include "tucana/app/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tucana::app {
namespace {

/// The fraction of the run that is done, 0 to 1.
double fraction(double from, double to, double now) {
  if (!(to > from)) return 1;
  constexpr double rounding = 1e-9;  // of an end between two ticks
  return std::clamp((now - from) / (to - from) * (1 + rounding), 0.0, 1.0);
}

double steps_per_second(const RunProgress& began, const RunProgress& now) {
  const double seconds = now.wall_seconds - began.wall_seconds;
  return seconds > 0 ? static_cast<double>(now.steps - began.steps) / seconds : 0;
}

std::string time_left(const RunProgress& began, const RunProgress& now) {
  const double done = fraction(began.time, began.end_time, now.time);
  const double seconds = now.wall_seconds - began.wall_seconds;
  // A rate measured over a very short time would be noise.
  if (done >= 1) return "0.0 s";
  if (!(done > 0) || !(seconds > 0.5)) return "--";
  return duration_text(seconds / done * (1 - done));
}

/// A rate in as few characters as possible: 123k, 4.5M.
std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.3g}M", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.3g}k", rate / 1e3);
  return fmt::format("{:.0f}", rate);
}

double told(double time, const RunProgress& now) { return now.myr_per_unit > 0 ? now.myr_per_unit * time : time; }

std::string bar(double done, std::size_t width) {
  const std::size_t cells = width - 2;
  const auto full = static_cast<std::size_t>(std::floor(done * static_cast<double>(cells)));
  return '[' + std::string(full, '#') + std::string(cells - full, '.') + ']';
}

}  // namespace

std::string duration_text(double seconds) {
  // Casting a number that does not fit into an integer is undefined behaviour.
  if (!(seconds < 1e9)) return "years";
  if (seconds < 9.95) return fmt::format("{:.1f} s", std::max(seconds, 0.0));
  const auto whole = static_cast<long long>(std::lround(seconds));
  const long long minutes = whole / 60, hours = minutes / 60, days = hours / 24;
  if (whole < 60) return fmt::format("{} s", whole);
  if (hours < 1) return fmt::format("{}:{:02}", minutes, whole % 60);
  if (days < 2) return fmt::format("{}:{:02}:{:02}", hours, minutes % 60, whole % 60);
  return fmt::format("{} d {} h", days, hours % 24);
}

std::string progress_bar(const RunProgress& began, const RunProgress& now, int width) {
  constexpr std::size_t least_bar = 12;
  const auto columns = static_cast<std::size_t>(std::max(width, 0));
  const double done = fraction(0, now.end_time, now.time);
  // The last ones are dropped if the line is too short for all.
  const std::vector<std::string> pieces = {fmt::format("{:3.0f}%", std::floor(100 * done)),
                                           fmt::format("t {:.5g}/{:.6g}{}", told(now.time, now),
                                                       told(now.end_time, now), now.myr_per_unit > 0 ? " Myr" : ""),
                                           fmt::format("ETA {}", time_left(began, now)),
                                           fmt::format("dE/E {:.1e}", now.energy_error),
                                           fmt::format("{} steps/s", rate_text(steps_per_second(began, now)))};
  std::string text;
  for (const std::string& piece : pieces) {
    if (text.size() + (text.empty() ? 0 : 2) + piece.size() > columns) break;
    text += (text.empty() ? "" : "  ") + piece;
  }
  if (text.size() + 1 + least_bar <= columns) return bar(done, columns - text.size() - 1) + ' ' + text;
  return text;
}

std::string progress_head(const RunProgress& began) {
  return fmt::format("{:>12} {:>13} {:>14} {:>10} {:>12} {:>9}", began.myr_per_unit > 0 ? "time, Myr" : "time",
                     "energy error", "steps", "steps/s", "wall", "left");
}

std::string progress_line(const RunProgress& began, const RunProgress& now) {
  return fmt::format("{:>12.6g} {:>13.4e} {:>14} {:>10} {:>12} {:>9}", told(now.time, now), now.energy_error, now.steps,
                     rate_text(steps_per_second(began, now)), duration_text(now.wall_seconds), time_left(began, now));
}

}  // namespace tucana::app
