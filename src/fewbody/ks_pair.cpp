#include "tucana/fewbody/ks_pair.h"

#include <algorithm>
#include <cmath>

#include "tucana/core/check_loaded.h"
#include "tucana/fewbody/kepler.h"
#include "tucana/fewbody/relativistic_orbit.h"

namespace tucana {
namespace {

/// Second and third derivative at the start of a step d of a function with values and first derivatives at both ends
/// (Makino & Aarseth 1992).
template <class T>
struct HermiteEnds {
  T second, third;
};
template <class T>
HermiteEnds<T> hermite_derivatives(double d, const T& f0, const T& df0, const T& f1, const T& df1) {
  const T rise = f1 - f0;
  return {(1 / (d * d)) * (6 * rise - d * (4 * df0 + 2 * df1)), (6 / (d * d * d)) * (d * (df0 + df1) - 2 * rise)};
}

/// The perturbation of weak pairs does not shorten steps below these two numbers' measure (NBODY6; Mikkola & Aarseth
/// 1998).
constexpr double gamma_weight = 1000, gamma_of_energy_limit = 1e-4, largest_energy_change = 1e-3;
constexpr double largest_growth = 1.2;
/// With P fixed the corrector converges by a factor of the order of gamma d^2 an iteration. One iteration is not enough
/// even where perturbations are weak: the order falls.
constexpr int corrector_iterations = 2;
/// Of 1 + x: most perturbations are so weak that a root need not be taken.
double cube_root_of_one_and(double x) { return x < 1e-3 ? 1 + x / 3 : std::cbrt(1 + x); }
/// Post-Newtonian forces that turn the pericentre by less than this part of a revolution have no say in steps.
constexpr double least_relativistic_advance = 1e-10;

}  // namespace

KsPair::KsPair(const PairMasses& masses, const PhasePoint& relative, const InnerTime& t)
    : masses_(masses), point_(to_ks(relative)), time_(t), last_start_(t) {
  energy_ = -0.5 * kepler_beta(relative, masses.sum());
  last_.u = point_.u, last_.u1 = point_.du;
}

double KsPair::period() const { return kepler_period(-2 * energy_, masses_.sum()); }

PairMotion KsPair::motion(const KsPoint& point, const InnerTime& t) const {
  const PhasePoint relative = from_ks(point);
  const Vec3 rate = (1 / slow_down_) * relative.v;
  return {masses_.first_of(relative.x),
          masses_.second_of(relative.x),
          masses_.first_of(rate),
          masses_.second_of(rate),
          t,
          slow_down_};
}

PairMotion KsPair::present() const { return motion(point_, time_); }

KsPair::Terms KsPair::terms_at(const KsPoint& point, double energy, double reference_energy,
                               const Perturbation& p) const {
  const auto& [u, du] = point;
  const double r = norm2(u), dr = 2 * dot(u, du);
  Vec4 q = slow_down_ * ks_transposed_product(u, p.acceleration);
  Vec4 dq =
      slow_down_ * (ks_transposed_product(du, p.acceleration) + (slow_down_ * r) * ks_transposed_product(u, p.jerk));
  const double excess = 0.5 * (energy - reference_energy);
  Terms terms{};
  // Post-Newtonian forces act along the orbit as it is in nature; as tides they act `slow_down_` times longer.
  struct Relativistic {
    Vec4 q, dq;
  };
  std::array<Relativistic, 2> relativistic{};
  if (relativity_.is_on()) {
    const PhasePoint relative = from_ks(point);
    const auto [force, rate] = post_newtonian_rates(masses_.first, masses_.second, relative.x, relative.v, relativity_);
    const auto part = [&, &place = u, &speed = du](const Vec3& a, const Vec3& da) {
      return Relativistic{slow_down_ * ks_transposed_product(place, a),
                          slow_down_ * (ks_transposed_product(speed, a) + r * ks_transposed_product(place, da))};
    };
    relativistic = {part(force.orbit, rate.orbit), part(force.waves, rate.waves)};
    for (const Relativistic& one : relativistic) q += one.q, dq += one.dq;
    terms.pull = norm(p.acceleration + force.orbit + force.waves);
  } else {
    terms.pull = norm(p.acceleration);
  }
  terms.energy1 = 2 * dot(du, q);
  terms.f = excess * u + (0.5 * r) * q;
  terms.f1 = (0.5 * terms.energy1) * u + excess * du + (0.5 * dr) * q + (0.5 * r) * dq;
  const Vec4 ddu = (0.5 * reference_energy) * u + terms.f;
  terms.energy2 = 2 * (dot(ddu, q) + dot(du, dq));
  for (std::size_t kind = 0; kind < 2; ++kind) {
    const Relativistic& part = relativistic[kind];
    terms.relativistic[kind] = {2 * dot(du, part.q), 2 * (dot(ddu, part.q) + dot(du, part.dq))};
  }
  return terms;
}

void KsPair::start(const Perturbation& perturbation) {
  terms_ = terms_at(point_, energy_, energy_, perturbation);
  gamma_ = terms_.pull * distance() * distance() / masses_.sum();
  f2_ = f3_ = {};
  work_.begin_at(last_length_);
  last_start_ = time_;
  last_length_ = 0;
  last_ = series(f2_, f3_);
}

KsSeries KsPair::series(const Vec4& f2, const Vec4& f3) const {
  KsSeries s;
  s.omega = -0.5 * energy_;
  s.slow_down = slow_down_;
  s.u = point_.u;
  s.u1 = point_.du;
  s.u2 = terms_.f - s.omega * s.u;
  s.u3 = terms_.f1 - s.omega * s.u1;
  s.u4 = f2 - s.omega * s.u2;
  s.u5 = f3 - s.omega * s.u3;
  s.energy = energy_;
  s.energy1 = terms_.energy1;
  s.energy2 = terms_.energy2;
  return s;
}

PairMotion KsPair::predict(double d) const {
  const KsSeries predicted = series(f2_, f3_);
  return motion(predicted.at(d), time_ + predicted.time_at(d));
}

void KsPair::correct(double d, const Perturbation& perturbation) {
  const KsSeries predicted = series(f2_, f3_);
  const StumpffFactors factors = stumpff_factors(predicted.omega * d * d);
  correct_from(predicted.at(d, factors), predicted.energy_at(d), factors, d, perturbation);
}

void KsPair::step(double d, PerturbationFunction perturbation) {
  const KsSeries predicted = series(f2_, f3_);
  const StumpffFactors factors = stumpff_factors(predicted.omega * d * d);
  const KsPoint end = predicted.at(d, factors);
  correct_from(end, predicted.energy_at(d), factors, d, perturbation(motion(end, time_ + predicted.time_at(d))));
}

void KsPair::correct_from(const KsPoint& predicted, double energy, const StumpffFactors& factors, double d,
                          const Perturbation& perturbation) {
  KsPoint end = predicted;
  KsSeries corrected;
  HermiteEnds<Vec4> f{};
  WorkSeries::Rates work_at_end;
  for (int i = 0; i < corrector_iterations; ++i) {
    const Terms at_end = terms_at(end, energy, energy_, perturbation);
    work_at_end = at_end.relativistic;
    f = hermite_derivatives(d, terms_.f, terms_.f1, at_end.f, at_end.f1);
    const auto h = hermite_derivatives(d, terms_.energy1, terms_.energy2, at_end.energy1, at_end.energy2);
    corrected = series(f.second, f.third);
    corrected.energy3 = h.second;
    corrected.energy4 = h.third;
    end = corrected.at(d, factors);
    energy = corrected.energy_at(d);
  }
  extend_work(d, work_at_end);
  last_ = corrected;
  last_start_ = time_;
  last_length_ = d;
  time_ = time_ + corrected.time_at(d);
  point_ = end;
  // The next step refers to its own energy; what that takes out of f is taken out of its derivatives too.
  const double excess = 0.5 * (energy - energy_);
  energy_ = energy;
  terms_ = terms_at(point_, energy_, energy_, perturbation);
  gamma_ = terms_.pull * distance() * distance() / masses_.sum();
  const Vec4 ddu = terms_.f + (0.5 * energy_) * point_.u, dddu = terms_.f1 + (0.5 * energy_) * point_.du;
  f2_ = f.second + d * f.third - excess * ddu;
  f3_ = f.third - excess * dddu;
}

/// By the scheme by which the energy itself is integrated.
void KsPair::extend_work(double d, const WorkSeries::Rates& at_end) {
  if (!relativity_.is_on()) return;
  work_.begin_at(last_length_);
  for (std::size_t kind = 0; kind < 2; ++kind) {
    const auto &start = terms_.relativistic[kind], &end = at_end[kind];
    const auto h = hermite_derivatives(d, start.first, start.second, end.first, end.second);
    work_.of_kind[kind] = {work_.of_kind[kind].value, start.first, start.second, h.second, h.third};
  }
}

void KsPair::set_relativity(const Relativity& relativity) {
  relativity_ = relativity;
  work_ = {};
}

double KsPair::relativistic_advance() const {
  if (!relativity_.is_on()) return 0;
  const PhasePoint now = relative();
  const double mu = masses_.sum(), c = relativity_.light_speed;
  return 3 * mu * mu / (norm2(cross(now.x, now.v)) * c * c);
}

RelativisticWork KsPair::relativistic_work_at(const InnerTime& t) const {
  if (!relativity_.is_on()) return {};
  const double d = t < time_ ? last_.step_reaching(t - last_start_, last_length_) : last_length_;
  return {masses_.reduced() * work_.at(0, d), masses_.reduced() * work_.at(1, d)};
}

double KsPair::natural_step(const KsStepRule& rule) const {
  const double mu = masses_.sum(), bound = 1 / (2 * std::abs(energy_));
  double reference = rule.reference_distance > 0 ? rule.reference_distance : distance();
  // Near the pericentre of eccentric orbits, where they act, steps have to be short.
  const bool is_relativistic = relativistic_advance() > least_relativistic_advance;
  if (is_relativistic) reference = std::min(reference, distance());
  const bool is_limited = rule.reference_distance > 0 || energy_ >= 0 || is_relativistic;
  const double scale = is_limited ? std::min(bound, reference / mu) : bound;
  double d = rule.eta * std::sqrt(scale) / cube_root_of_one_and(gamma_weight * slow_down_ * gamma_);
  if (last_length_ > 0) d = std::min(d, largest_growth * last_length_);
  if (slow_down_ * gamma_ > gamma_of_energy_limit) {
    const double allowed = largest_energy_change * std::max(std::abs(energy_), 0.5 * mu / reference);
    const double rate = std::abs(terms_.energy1), curvature = std::abs(terms_.energy2);
    // The positive root of rate d + curvature d^2/2 = allowed.
    const double root = std::sqrt(rate * rate + 2 * curvature * allowed);
    if (rate + root > 0) d = std::min(d, 2 * allowed / (rate + root));
  }
  return d;
}

double KsPair::natural_step(const KsStepRule& rule, double longest_dt) const {
  const double d = natural_step(rule);
  return series(f2_, f3_).step_reaching(longest_dt, d);
}

PhasePoint KsPair::relative_at(const InnerTime& t) const {
  if (!(t < time_) && !(time_ < t)) return relative();  // perhaps changed since the last step
  return from_ks(last_.at(last_.step_reaching(t - last_start_, last_length_)));
}

double KsPair::step_to(const InnerTime& t, double d) const { return series(f2_, f3_).step_reaching(t - time_, d); }

PhasePoint KsPair::predicted_at(const InnerTime& t, double d) const {
  const KsSeries predicted = series(f2_, f3_);
  return from_ks(predicted.at(predicted.step_reaching(t - time_, d)));
}

void KsPair::cut_at(const InnerTime& t) {
  const double d = last_.step_reaching(t - last_start_, last_length_);
  point_ = last_.at(d);
  energy_ = last_.energy_at(d);
  time_ = t;
  work_.begin_at(d);
}

void KsPair::skip_periods(double n) { time_ = time_ + n * slow_down_ * period(); }

KsPoint KsPair::unperturbed_point(const InnerTime& t) const {
  const double mu = masses_.sum(), beta = -2 * energy_;
  const double s = UniversalOrbit::of(point_, mu, beta).anomaly((t - time_) / slow_down_);
  return ks_drift(point_, mu, beta, s).point;
}

/// Post-Newtonian forces have no slow-down here: what they do on average is found for any time.
PhasePoint KsPair::unperturbed_at(const InnerTime& t) const {
  if (!relativity_.is_on() || !(energy_ < 0)) return from_ks(unperturbed_point(t));
  return relativistic_orbit_at(relative(), -2 * energy_, masses_, t - time_, relativity_).relative;
}

void KsPair::move_unperturbed_to(const InnerTime& t) {
  if (relativity_.is_on() && energy_ < 0) {
    const RelativisticOrbit orbit = relativistic_orbit_at(relative(), -2 * energy_, masses_, t - time_, relativity_);
    work_.begin_at(last_length_);
    work_.of_kind[1].value += -0.5 * orbit.beta - energy_;
    energy_ = -0.5 * orbit.beta;
    point_ = to_ks(orbit.relative);
    rectify();
  } else {
    point_ = unperturbed_point(t);
  }
  time_ = t;
}

void KsPair::set_orbit(const PhasePoint& relative, const InnerTime& t) {
  point_ = to_ks(relative);
  time_ = t;
  rectify();
}

void KsPair::rectify() {
  const double mu = masses_.sum(), r = distance(), speed2 = norm2(point_.du);
  const double hr = energy_ * r;
  // R = a means h R = -mu/2.
  if (std::abs(1 + 2 * hr / mu) < 0.1) {
    point_.du *= std::sqrt((hr + mu) / (2 * speed2));
    return;
  }
  // The root near one of c^4 - mu/(2 u'.u') c^2 - h R/(2 u'.u') = 0, written so that it holds at u' = 0 too.
  const double root = std::sqrt(std::max(0.0, mu * mu + 8 * speed2 * hr));
  const double c2 = 4 * speed2 > mu ? (mu + root) / (4 * speed2) : -2 * hr / (mu + root);
  const double c = std::sqrt(c2);
  point_.u *= 1 / c;
  point_.du *= c;
}

void KsPair::describe(Archive& archive) {
  archive.field("first_mass", masses_.first);
  archive.field("second_mass", masses_.second);
  archive.field("u", point_.u);
  archive.field("du", point_.du);
  archive.field("energy", energy_);
  archive.field("slow_down", slow_down_);
  archive.field("gamma", gamma_);
  archive.field("last_length", last_length_);
  archive.field("f", terms_.f);
  archive.field("f1", terms_.f1);
  archive.field("energy1", terms_.energy1);
  archive.field("energy2", terms_.energy2);
  archive.field("orbit_power", terms_.relativistic[0].first);
  archive.field("orbit_power1", terms_.relativistic[0].second);
  archive.field("waves_power", terms_.relativistic[1].first);
  archive.field("waves_power1", terms_.relativistic[1].second);
  archive.field("f2", f2_);
  archive.field("f3", f3_);
  archive.field("light_speed", relativity_.light_speed);
  archive.field("first_order", relativity_.orders.first);
  archive.field("second_order", relativity_.orders.second);
  archive.field("radiation", relativity_.orders.radiation);
  work_.describe(archive);
  time_.describe(archive);
  {
    const Archive::Group group(archive, "last_step");
    last_start_.describe(archive);
    last_.describe(archive);
  }
  if (!archive.loading()) return;
  check_loaded(std::isfinite(norm2(point_.u)) && std::isfinite(norm2(point_.du)) && std::isfinite(energy_),
               "a pair has no finite coordinates");
  check_loaded(relativity_.light_speed >= 0 && std::isfinite(relativity_.light_speed), "a pair has no speed of light");
  check_loaded(masses_.first >= 0 && masses_.second >= 0 && masses_.sum() > 0 && slow_down_ >= 1,
               "a pair has no mass or no slow-down");
}

double slow_down_factor(double gamma_at_apocentre, double period, double perturber_time, double reference,
                        double largest) {
  const double limit =
      std::min({largest, reference / gamma_at_apocentre, longest_slowed_period * perturber_time / period});
  double factor = 1;
  while (2 * factor <= limit && factor < 0x1p60) factor *= 2;
  return factor;
}

bool touches(const KsPair& pair, double distance) {
  if (pair.distance() < distance) return true;
  return pair.passed_pericentre() && orbit_phase(pair.relative(), pair.masses().sum()).shape.pericentre < distance;
}

}  // namespace tucana
