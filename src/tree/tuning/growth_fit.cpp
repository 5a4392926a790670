#include "tucana/tree/tuning/growth_fit.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"

namespace tucana {
namespace {

/// Sums for least squares with polynomials that are orthogonal over the samples: 1, z, z^2 - alpha z - beta with
/// z = age - mean. Nothing cancels, whatever the unit of the age.
struct Polynomials {
  double mean = 0, alpha = 0, beta = 0;
  double norm0 = 0, norm1 = 0, norm2 = 0;

  double second(double z) const { return z * z - alpha * z - beta; }
};

template <class Weight>
Polynomials polynomials(std::span<const GrowthSample> samples, Weight&& weight) {
  Polynomials s;
  double sum = 0;
  for (const GrowthSample& a : samples) s.norm0 += weight(a), sum += weight(a) * a.age;
  s.mean = sum / s.norm0;
  double cubes = 0;
  for (const GrowthSample& a : samples) {
    const double z = a.age - s.mean;
    s.norm1 += weight(a) * z * z;
    cubes += weight(a) * z * z * z;
  }
  s.alpha = cubes / s.norm1;
  s.beta = s.norm1 / s.norm0;
  for (const GrowthSample& a : samples) {
    const double c = s.second(a.age - s.mean);
    s.norm2 += weight(a) * c * c;
  }
  return s;
}

/// Ages closer than this part of their range are one age.
constexpr double same_age = 1e-6;

/// Whether there are at least `wanted` (2 or 3) different ages.
bool ages_differ(std::span<const GrowthSample> samples, int wanted) {
  const auto [low, high] = std::minmax_element(
      samples.begin(), samples.end(), [](const GrowthSample& a, const GrowthSample& b) { return a.age < b.age; });
  const double least = low->age, most = high->age, near = same_age * (most - least);
  if (!(most - least > same_age * std::abs(most))) return false;
  return wanted < 3 || std::any_of(samples.begin(), samples.end(),
                                   [&](const GrowthSample& a) { return a.age - least > near && most - a.age > near; });
}

/// t1 + p s [+ q s^2].
GrowthFit fit_polynomial(GrowthModel model, std::span<const GrowthSample> samples) {
  const auto weight = [](const GrowthSample& a) { return a.weight; };
  const Polynomials s = polynomials(samples, weight);
  double c0 = 0, c1 = 0, c2 = 0;
  for (const GrowthSample& a : samples) {
    const double z = a.age - s.mean;
    c0 += a.weight * a.value, c1 += a.weight * a.value * z, c2 += a.weight * a.value * s.second(z);
  }
  c0 /= s.norm0, c1 /= s.norm1, c2 = model == GrowthModel::parabolic ? c2 / s.norm2 : 0;
  GrowthFit fit{.model = model};
  fit.q = c2;
  fit.p = c1 - c2 * (s.alpha + 2 * s.mean);
  fit.t1 = c0 - c1 * s.mean + c2 * s.second(-s.mean);
  return fit;
}

/// t1 exp(p s), as a line through the logarithms. Weights times value^2 make it, to first order, the least squares of
/// the values themselves, which chi-square is about.
GrowthFit fit_power_law(std::span<const GrowthSample> samples) {
  const auto weight = [](const GrowthSample& a) { return a.weight * a.value * a.value; };
  const Polynomials s = polynomials(samples, weight);
  double c0 = 0, c1 = 0;
  for (const GrowthSample& a : samples) {
    const double log_value = std::log(a.value);
    c0 += weight(a) * log_value, c1 += weight(a) * log_value * (a.age - s.mean);
  }
  c0 /= s.norm0, c1 /= s.norm1;
  return {.model = GrowthModel::power_law, .t1 = std::exp(c0 - c1 * s.mean), .p = c1};
}

bool is_positive(const GrowthSample& a) { return a.value > 0; }

}  // namespace

double GrowthFit::value(double age) const {
  switch (model) {
    case GrowthModel::none: return t1;
    case GrowthModel::linear: return t1 + p * age;
    case GrowthModel::power_law: return t1 * std::exp(p * age);
    case GrowthModel::parabolic: return t1 + age * (p + q * age);
  }
  return t1;
}

void GrowthFit::describe(Archive& archive) {
  auto number = static_cast<std::uint8_t>(model);
  archive.field("model", number);
  check_loaded(number <= static_cast<std::uint8_t>(GrowthModel::parabolic), "the fit of its tree is of no known kind");
  model = static_cast<GrowthModel>(number);
  archive.field("t1", t1);
  archive.field("p", p);
  archive.field("q", q);
  archive.field("chi2", chi2);
}

GrowthFit fit_growth(GrowthModel model, std::span<const GrowthSample> samples) {
  const int parameters = model == GrowthModel::parabolic ? 3 : 2;
  const auto freedom = static_cast<std::ptrdiff_t>(samples.size()) - parameters;
  if (model == GrowthModel::none || freedom < 1 || !ages_differ(samples, parameters)) return {};
  if (model == GrowthModel::power_law && !std::all_of(samples.begin(), samples.end(), is_positive)) return {};
  GrowthFit fit = model == GrowthModel::power_law ? fit_power_law(samples) : fit_polynomial(model, samples);
  double weights = 0, residuals = 0;
  for (const GrowthSample& a : samples) {
    const double off = fit.value(a.age) - a.value;
    weights += a.weight, residuals += a.weight * off * off;
  }
  // Weights enter by their ratios only: of weight one each, this is eq. (14) with sigma = 1.
  fit.chi2 = residuals / weights * static_cast<double>(samples.size()) / static_cast<double>(freedom);
  const bool usable = std::isfinite(fit.t1) && std::isfinite(fit.p) && std::isfinite(fit.q) && fit.t1 > 0;
  return usable && std::isfinite(fit.chi2) ? fit : GrowthFit{};
}

GrowthFit fit_growth(std::span<const GrowthSample> samples) {
  double weights = 0, squares = 0;
  for (const GrowthSample& a : samples) weights += a.weight, squares += a.weight * a.value * a.value;
  if (!(weights > 0)) return {};
  const double rounding = 1e-24 * squares / weights;
  GrowthFit best;
  for (const GrowthModel model : {GrowthModel::linear, GrowthModel::power_law, GrowthModel::parabolic}) {
    const GrowthFit fit = fit_growth(model, samples);
    if (fit.model == GrowthModel::none) continue;
    if (best.model == GrowthModel::none || fit.chi2 + rounding < best.chi2) best = fit;
  }
  return best;
}

}  // namespace tucana
