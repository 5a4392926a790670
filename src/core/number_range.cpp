#include "tucana/core/number_range.h"

#include <fmt/format.h>

#include <cmath>

namespace tucana {
namespace {

/// 1e+12 rather than 1000000000000, but 2147483647 in full.
std::string bound_text(double bound) {
  const std::string whole = fmt::format("{}", bound), brief = fmt::format("{:g}", bound);
  return brief.size() < whole.size() && std::stod(brief) == bound ? brief : whole;
}

std::string low_text(const NumberRange& range) {
  return fmt::format("{}{} {}", range.or_zero ? "0 or " : "", range.low_open ? ">" : ">=", bound_text(range.low));
}

std::string high_text(const NumberRange& range) {
  return fmt::format("{} {}", range.high_open ? "<" : "<=", bound_text(range.high));
}

}  // namespace

std::string text_of(const NumberRange& range) {
  std::string text;
  if (std::isfinite(range.low)) text = low_text(range);
  if (std::isfinite(range.high)) text += (text.empty() ? "" : ", ") + high_text(range);
  return text;
}

std::string broken_bound(const NumberRange& range, double value) {
  if (range.contains(value)) return "";
  // Written so that a NaN breaks the lower end.
  return (range.low_open ? !(value > range.low) : !(value >= range.low)) ? low_text(range) : high_text(range);
}

}  // namespace tucana
