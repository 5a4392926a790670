#include "tucana/simulation/stars_analysis.h"

#include "tucana/gravity/make_engine.h"
#include "tucana/gravity/ranks/ranked_engine.h"
#include "tucana/simulation/run_field.h"

namespace tucana {
namespace {

/// Energies are summed in double, which not every device has: beside a device the processor does it.
EngineChoice analysis_choice(const Options& options) {
  EngineChoice choice = options.engine;
  choice.precision = Precision::fp64;
  if (choice.kind != "reference") choice.kind = "cpu";
  return choice;
}

}  // namespace

StarsAnalysis::StarsAnalysis(const Options& options, Integrator& integrator, const StarFamilies& families,
                             RunField* field, const Epoch& epoch, Workers& workers, Communicator& ranks)
    : integrator_(integrator),
      families_(families),
      field_(field),
      epoch_(epoch),
      workers_(workers),
      law_{options.gravity.softening * options.gravity.softening},
      engine_(make_engine(analysis_choice(options), workers)) {
  if (ranks.is_alone()) return;
  const auto rule = DividingRule::chosen(static_cast<double>(options.run.rank_pairs), *engine_, *engine_, ranks);
  engine_ = in_ranks(std::move(engine_), ranks, rule);
}

SharedStars StarsAnalysis::stars_at(Tick t) {
  if (stars_time_ == t) return stars_;
  stars_time_.reset();
  if (!stars_ || stars_.use_count() > 1) stars_ = std::make_shared<StarsBuffer>();
  integrator_.peek(t, *stars_);
  relativistic_work_ = integrator_.relativistic_work();
  if (field_ != nullptr) field_->leave(*stars_, t);
  families_.fill(*stars_);
  stars_time_ = t;
  return stars_;
}

/// What the integrator knows without the stars, in coordinates at rest.
std::optional<Conserved> StarsAnalysis::known_sums(Tick t) {
  const auto known = integrator_.conserved(t);
  return known && field_ != nullptr ? field_->leave(*known, stars_at(t)->view()) : known;
}

std::optional<EnergyInField> StarsAnalysis::energy_in_field(Tick t) {
  if (field_ == nullptr) return {};
  return field_->energy(stars_at(t)->view(), t, epoch_.time_of(t));
}

const ClusterReport& StarsAnalysis::report_at(Tick t) {
  if (!report_ || report_time_ != t) {
    report_.reset();
    report_ = analyse(stars_at(t)->view(), law_, *engine_, workers_, known_sums(t), energy_in_field(t));
    report_time_ = t;
  }
  return *report_;
}

Energies StarsAnalysis::energies_at(Tick t) {
  if (report_ && report_time_ == t) return report_->energies;
  const auto known = known_sums(t);
  Energies sum = known ? Energies{known->kinetic, known->potential} : energies(stars_at(t)->view(), law_, *engine_);
  if (const auto field = energy_in_field(t)) sum.add(*field);
  return sum;
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
