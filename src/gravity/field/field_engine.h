#pragma once

#include <memory>
#include <string>

#include "tucana/core/external_field.h"
#include "tucana/core/frame.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/field/background_tide.h"
#include "tucana/gravity/field/guiding_centre.h"
#include "tucana/gravity/force_engine.h"

namespace tucana {

/// An engine in an external field: what another engine sums over pairs, plus acceleration, jerk and snap of the field,
/// in double whatever the precision of the pairs. The potential of the field is never added, because energies and first
/// steps need that of the pairs alone. Sums that leave out neighbours (far_only) include the field: in a neighbour
/// scheme it belongs to the regular force. Calls that want no acceleration cost nothing more.
///
/// Being another class than the engine inside, it keeps integrators from stepping on a device with pairs alone.
class FieldEngine final : public ForceEngine, public BackgroundTide {
 public:
  /// `name` is that of the field, for people and for the arithmetic class. Workers must outlive the engine.
  FieldEngine(std::unique_ptr<ForceEngine> pairs, std::string name, Workers& workers);

  /// The field, which must outlive the engine, and the time at tick 0. With a centre, which must outlive it too, all
  /// coordinates, also those of frames, are relative to that falling point. Before the first evaluation.
  void set_field(const ExternalField& field, double start_time, GuidingCentre* centre = nullptr);
  /// Positions and velocities of targets are relative to this frame; the field is not.
  void set_frame(const Frame& frame) override { frame_ = frame; }

  std::string description() const override { return pairs_->description() + " in field " + name_; }
  std::string arithmetic_class() const override { return pairs_->arithmetic_class() + " in field " + name_; }
  Precision precision() const override { return pairs_->precision(); }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction = Prediction::jerk) override {
    return pairs_->make_sources(prediction);
  }
  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override;
  bool sums_all_pairs() const override { return pairs_->sums_all_pairs(); }
  bool softens_each() const override { return pairs_->softens_each(); }
  /// The engine inside.
  const ForceEngine& pairs() const { return *pairs_; }
  LinearTide tide_at(Tick t, const Vec3& x) const override;

 private:
  /// The time of an evaluation, where the origin of the targets' coordinates is then, and what the field does to it.
  struct Moment {
    double time;
    PhasePoint origin;
    FieldValue of_origin;
  };
  Moment moment_of(Tick when) const;
  void add_batch(const Moment& now, const Targets& targets, const Wanted& wanted, const Results& results) const;
  void add_field(const Moment& now, const Targets& targets, const Wanted& wanted, const Results& results) const;

  std::unique_ptr<ForceEngine> pairs_;
  std::string name_;
  Workers& workers_;
  const ExternalField* field_ = nullptr;
  GuidingCentre* centre_ = nullptr;
  double start_time_ = 0;
  Frame frame_;
};

}  // namespace tucana
