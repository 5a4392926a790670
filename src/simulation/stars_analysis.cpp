#include "tucana/simulation/stars_analysis.h"

#include "tucana/gravity/make_engine.h"
#include "tucana/simulation/engine_choice.h"

namespace tucana {
namespace {

/// Energies are summed in double, which not every device has: beside a device the processor does it.
EngineChoice analysis_choice(const Options& options) {
  EngineChoice choice = engine_choice(options);
  choice.precision = Precision::fp64;
  if (choice.kind != "reference") choice.kind = "cpu";
  return choice;
}

}  // namespace

StarsAnalysis::StarsAnalysis(const Options& options, Integrator& integrator, const StarFamilies& families,
                             Workers& workers)
    : integrator_(integrator),
      families_(families),
      workers_(workers),
      law_{options.gravity.softening * options.gravity.softening},
      engine_(make_engine(analysis_choice(options), workers)) {}

SharedStars StarsAnalysis::stars_at(Tick t) {
  if (stars_time_ == t) return stars_;
  stars_time_.reset();
  if (!stars_ || stars_.use_count() > 1) stars_ = std::make_shared<StarsBuffer>();
  integrator_.peek(t, *stars_);
  families_.fill(*stars_);
  stars_time_ = t;
  return stars_;
}

const ClusterReport& StarsAnalysis::report_at(Tick t) {
  if (!report_ || report_time_ != t) {
    report_.reset();
    report_ = analyse(stars_at(t)->view(), law_, *engine_, workers_, integrator_.conserved(t));
    report_time_ = t;
  }
  return *report_;
}

Energies StarsAnalysis::energies_at(Tick t) {
  if (report_ && report_time_ == t) return report_->energies;
  if (const auto known = integrator_.conserved(t)) return {known->kinetic, known->potential, 0};
  return energies(stars_at(t)->view(), law_, *engine_);
}

void StarsAnalysis::forget() {
  stars_.reset();
  stars_time_.reset();
  report_.reset();
}

std::span<const StarId> StarsAnalysis::last_ids() const {
  return stars_ ? std::span<const StarId>(stars_->id) : std::span<const StarId>();
}

}  // namespace tucana
