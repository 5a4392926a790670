#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "tucana/physics/stellar/evolution_options.h"
#include "tucana/physics/stellar/provider.h"
#include "tucana/physics/stellar/tracks/track_coefficients.h"

namespace tucana::stellar {

/// Single stars by the analytic fits of Hurley, Pols & Tout 2000 ("SSE"): from the main sequence to remnants, with
/// winds, supernovae and spin. Any number of metallicities at once; the coefficients of each are computed when it is
/// first needed.
class SseProvider final : public StellarEvolutionProvider {
 public:
  /// The fits hold from 0.1 to 100 Msun. Below, they are extrapolated; above, a star has the luminosity, radius and
  /// lifetime of one with 100 Msun.
  static constexpr double min_mass = 0.08, max_mass = 150;

  explicit SseProvider(const EvolutionOptions& options = {}) : options_(options) {}

  using StellarEvolutionProvider::advance;
  StarState birth(double mass, double metallicity) const override;
  StarState resume(const Star& now, double initial_mass, double metallicity, std::uint32_t supernovae) const override;
  void advance(StarState& state, double to_age, EventSink report) const override;
  /// By the rules of collision.h, with the metallicity of the first one.
  StarState merge(const StarState& star, const StarState& other) const override;
  double next_update(const StarState& star) const override { return star.next.age; }

  const EvolutionOptions& options() const { return options_; }
  /// The fits at a metallicity; valid as long as the provider. Throws InputError outside of their range.
  const TrackCoefficients& tracks(double metallicity) const;

 private:
  void complete_step(const TrackCoefficients& t, StarState& state, EventSink report) const;

  EvolutionOptions options_;
  mutable std::mutex mutex_;
  mutable std::map<double, std::unique_ptr<const TrackCoefficients>> tracks_;
};

}  // namespace tucana::stellar
