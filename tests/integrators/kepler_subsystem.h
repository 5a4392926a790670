#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "tucana/core/error.h"
#include "tucana/fewbody/subsystem_rules.h"

namespace tucana {

/// Two stars on an exact Kepler ellipse about their centre, whatever is around: enough to show that integrators carry a
/// subsystem as one body through blocks, output, sorting and restarts.
class KeplerEllipse final : public Subsystem {
 public:
  KeplerEllipse() = default;
  KeplerEllipse(Tick t, std::span<const BodyAt> members)
      : m1_(members[0].mass),
        m2_(members[1].mass),
        x_(members[1].x - members[0].x),
        v_(members[1].v - members[0].v),
        start_(t),
        time_(t),
        trial_(t) {}

  std::string_view kind() const override { return "kepler_ellipse"; }
  std::size_t member_count() const override { return 2; }
  double largest_mass() const override { return std::max(m1_, m2_); }
  void advance(Tick t, const Tides&) override { trial_ = t; }
  void commit() noexcept override { time_ = trial_; }
  void members(std::span<BodyAt> states) const override {
    const auto [x, v] = relative_at((trial_ - start_).units());
    const double total = m1_ + m2_;
    states[0] = {m1_, (-m2_ / total) * x, (-m2_ / total) * v};
    states[1] = {m2_, (m1_ / total) * x, (m1_ / total) * v};
  }
  void images(std::vector<BodyAt>& bodies) const override {
    bodies.resize(2);
    members(bodies);
  }
  /// It feels no tides.
  void accelerate_images(Tick, const Tides&, std::span<const BodyAt> images,
                         std::span<PartialForce> accelerations) const override {
    for (const std::size_t k : {0, 1}) {
      const BodyAt &own = images[k], &other = images[1 - k];
      accelerations[k] = pull(other.mass, other.x - own.x, other.v - own.v, PairLaw{});
    }
  }
  double extent() const override { return 2 * norm(x_); }
  double renew_extent(Tick) override { return std::numeric_limits<double>::infinity(); }
  double internal_energy() const override { return m1_ * m2_ / (m1_ + m2_) * (norm2(v_) / 2 - (m1_ + m2_) / norm(x_)); }
  std::uint64_t inner_steps() const override { return 0; }
  void describe(Archive& archive) override {
    archive.field("m1", m1_);
    archive.field("m2", m2_);
    archive.field("x", x_);
    archive.field("v", v_);
    archive.field("start", start_);
    archive.field("time", time_);
    if (archive.loading()) trial_ = time_;
  }

 private:
  struct State {
    Vec3 x, v;
  };
  /// By the f and g series of the eccentric anomaly, Kepler's equation by Newton's method.
  State relative_at(double t) const {
    const double mu = m1_ + m2_, r0 = norm(x_), a = 1 / (2 / r0 - norm2(v_) / mu);
    const double n = std::sqrt(mu / (a * a * a)), ecos = 1 - r0 / a, esin = dot(x_, v_) / std::sqrt(mu * a);
    const double m = std::remainder(n * t, 2 * std::numbers::pi);
    double d = m;  // change of the eccentric anomaly
    for (int k = 0; k < 50; ++k)
      d -= (d - ecos * std::sin(d) + esin * (1 - std::cos(d)) - m) / (1 - ecos * std::cos(d) + esin * std::sin(d));
    const double r = a * (1 - ecos * std::cos(d) + esin * std::sin(d));
    const double f = 1 - a / r0 * (1 - std::cos(d)), g = (m + std::sin(d) - d) / n;
    const double df = -std::sqrt(mu * a) / (r * r0) * std::sin(d), dg = 1 - a / r * (1 - std::cos(d));
    return {f * x_ + g * v_, df * x_ + dg * v_};
  }

  double m1_ = 0, m2_ = 0;
  Vec3 x_, v_;
  Tick start_, time_, trial_;
};

/// Stars 1 and 2 are a subsystem from one time on to another.
class ScriptedRules final : public SubsystemRules {
 public:
  ScriptedRules(double begin, double end, double range) : begin_(begin), end_(end), range_(range) {}

  bool may_be_close(double, double, double, double, double) const override { return true; }
  std::vector<std::size_t> partners(const Scene& scene) const override {
    if (scene.t < Tick::nearest(begin_) || scene.t >= Tick::nearest(end_)) return {};
    const auto is_one_of_them = [](const NearBody& body) {
      return body.inside == nullptr && (body.id == StarId{1} || body.id == StarId{2});
    };
    if (!is_one_of_them(scene.own)) return {};
    for (std::size_t k = 0; k < scene.near.size(); ++k)
      if (is_one_of_them(scene.near[k])) return {k};
    return {};
  }
  std::vector<std::vector<std::size_t>> parts(const Scene& scene, std::span<const BodyAt>) const override {
    if (scene.t < Tick::nearest(end_)) return {};
    return {{0}, {1}};
  }
  double reach(const Subsystem&, double, double) const override { return range_; }
  double near_distance(const Subsystem&, double /*speed2*/) const override { return 1e-3 * range_; }
  std::unique_ptr<Subsystem> form(Tick t, std::span<const BodyAt> members) const override {
    return std::make_unique<KeplerEllipse>(t, members);
  }
  std::unique_ptr<Subsystem> make(std::string_view kind) const override {
    if (kind != "kepler_ellipse") throw InputError("there is no such subsystem");
    return std::make_unique<KeplerEllipse>();
  }

 private:
  double begin_, end_, range_;
};

}  // namespace tucana
