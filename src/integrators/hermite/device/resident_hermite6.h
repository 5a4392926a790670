#pragma once

#include <optional>

#include "tucana/core/workers.h"
#include "tucana/integrators/hermite/body_columns.h"
#include "tucana/integrators/hermite/device/resident_rows.h"
#include "tucana/integrators/integrator.h"

namespace tucana {

/// The 6th-order Hermite scheme with one step for all bodies, entirely on the devices of an engine (Goz et al. 2018;
/// docs/theory/hermite6.md): per step the host reads one number, the shortest step that any body needs. The state has
/// the type that the engine computes with: double, pairs of floats, or floats.
class ResidentHermite6 final : public Integrator {
 public:
  /// Engine, workers and ranks must outlive the integrator.
  ResidentHermite6(const HermiteOptions& options, DeviceEngine& engine, Workers& workers, Communicator& ranks = alone(),
                   const DividingRule& rule = {});

  std::string_view name() const override { return "hermite6"; }
  void start(const Stars& stars) override;
  std::size_t star_count() const override { return bodies_.slots.star_count(); }
  Tick now() const override { return now_; }
  Tick next() const override { return now_ + level_.step(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  /// On the host, from which all bodies return to the devices.
  EnergyChange apply(const ChangeSet& set) override;
  std::optional<Conserved> conserved(Tick t) override;
  void describe(Archive& archive) override;

 private:
  std::size_t size() const { return bodies_.size(); }
  double try_step(Tick t);
  ResidentRows::Which rows_at(Tick t);
  [[noreturn]] void report_failure(Tick t, double wanted);

  HermiteOptions options_;
  Level largest_, fixed_;
  DeviceEngine& engine_;
  Workers& workers_;
  ResidentRows rows_;
  BodyColumns bodies_{Prediction::crackle};  ///< identity, mass, radius; the rest only while it is read out
  Tick now_;
  Level level_;
  std::optional<Tick> copies_at_;  ///< the time of a trial step that was not accepted
};

}  // namespace tucana
