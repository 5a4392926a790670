#include "tucana/models/cluster/mass_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tucana/core/error.h"

namespace tucana {
namespace {

/// The integral of m^exponent from a to b, accurate also where the exponent is near -1 and where a is near b.
double power_integral(double exponent, double a, double b) {
  const double log_ratio = std::log(b / a), k = exponent + 1;
  const double y = k * log_ratio;
  // a^k (e^y - 1) / k
  return std::pow(a, k) * log_ratio * (std::abs(y) < 1e-300 ? 1 : std::expm1(y) / y);
}

/// The b at which power_integral(exponent, a, b) has a given value.
double inverse_power_integral(double exponent, double a, double value) {
  const double k = exponent + 1, scaled = value * std::pow(a, -k);
  const double y = k * scaled;
  return a * std::exp(scaled * (std::abs(y) < 1e-300 ? 1 : std::log1p(y) / y));
}

void check_pieces(const std::vector<PowerLawPiece>& pieces, double low, double high) {
  if (!(low > 0 && high >= low && std::isfinite(high))) {
    throw InputError(fmt::format("mass limits {:g} and {:g} Msun: need 0 < lower <= upper", low, high));
  }
  if (pieces.empty()) throw InputError("a mass function needs at least one piece: where it begins and its slope");
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!(std::abs(pieces[i].slope) <= 20)) {
      throw InputError(fmt::format("slope {:g} of a mass function is not between -20 and 20", pieces[i].slope));
    }
    if (!(pieces[i].from > 0 && std::isfinite(pieces[i].from)) || (i > 0 && !(pieces[i].from > pieces[i - 1].from))) {
      throw InputError(
          fmt::format("pieces of a mass function begin at ascending masses > 0, not at {:g} Msun", pieces[i].from));
    }
  }
  if (pieces.front().from > low) {
    throw InputError(
        fmt::format("the mass function begins at {:g} Msun, above the lower limit {:g}", pieces.front().from, low));
  }
}

}  // namespace

MassFunction::MassFunction(const std::vector<PowerLawPiece>& pieces, double low, double high) {
  check_pieces(pieces, low, high);
  edges_.push_back(low);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double end = i + 1 < pieces.size() ? std::min(pieces[i + 1].from, high) : high;
    if (end < low || (end == low && i + 1 < pieces.size()) || pieces[i].from > high) continue;
    if (!slope_.empty() && !(end > edges_.back())) continue;
    slope_.push_back(pieces[i].slope);
    edges_.push_back(end);
  }
  // Continuous at the joints: factor' = factor m^(slope' - slope). Relative to the lower limit, so that nothing is
  // beyond the range of numbers.
  factor_.assign(slope_.size(), 1);
  double total = 0;
  cumulative_.push_back(0);
  for (std::size_t i = 0; i < slope_.size(); ++i) {
    if (i > 0) factor_[i] = factor_[i - 1] * std::pow(edges_[i], slope_[i] - slope_[i - 1]);
    total += factor_[i] * power_integral(-slope_[i], edges_[i], edges_[i + 1]);
    cumulative_.push_back(total);
  }
  if (!(high > low)) return;  // all stars have one mass
  if (!(total > 0 && std::isfinite(total))) {
    throw InputError(fmt::format("the mass function from {:g} to {:g} Msun is too steep for numbers", low, high));
  }
  for (double& f : factor_) f /= total;
  for (double& c : cumulative_) c /= total;
  cumulative_.back() = 1;
}

double MassFunction::moment(int power, double from, double to) const {
  if (!(high() > low())) return from <= low() && low() <= to ? std::pow(low(), power) : 0;
  double sum = 0;
  for (std::size_t i = 0; i < slope_.size(); ++i) {
    const double a = std::max(edges_[i], from), b = std::min(edges_[i + 1], to);
    if (b > a) sum += factor_[i] * power_integral(power - slope_[i], a, b);
  }
  return sum;
}

double MassFunction::number_below(double m) const {
  if (m >= high()) return 1;
  return m <= low() ? 0 : moment(0, low(), m);
}

double MassFunction::quantile(double u) const {
  if (!(high() > low())) return low();
  const auto above = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, u);
  const auto i = static_cast<std::size_t>(above - cumulative_.begin()) - 1;
  const double m = inverse_power_integral(-slope_[i], edges_[i], std::max(0.0, u - cumulative_[i]) / factor_[i]);
  return std::clamp(m, edges_[i], edges_[i + 1]);
}

MassFunction salpeter_mass_function(double low, double high) { return {{{low, 2.35}}, low, high}; }

MassFunction kroupa_2001_mass_function(double low, double high) {
  return {{{std::min(low, 0.01), 0.3}, {0.08, 1.3}, {0.5, 2.3}}, low, high};
}

MassFunction kroupa_tout_gilmore_1993_mass_function(double low, double high) {
  return {{{std::min(low, 0.08), 1.3}, {0.5, 2.2}, {1.0, 2.7}}, low, high};
}

}  // namespace tucana
