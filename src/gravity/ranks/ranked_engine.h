#pragma once

#include <memory>
#include <string>

#include "tucana/core/communicator.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/ranks/dividing_rule.h"
#include "tucana/gravity/ranks/part_exchange.h"

namespace tucana {

/// An engine whose targets are divided between the ranks of a run, all of which hold all sources. Each rank evaluates
/// its part with an engine of its own and gets the results of the others; since the sums of a target do not depend on
/// the other targets of a call, all have the bits of a run without ranks. Only for engines that sum all pairs: what a
/// tree computes depends on the groups of its targets, and it divides those itself.
///
/// Small evaluations are made by every rank for itself, because a message costs more than they do.
class RankedEngine final : public ForceEngine {
 public:
  /// `ranks` must outlive the engine.
  RankedEngine(std::unique_ptr<ForceEngine> own, Communicator& ranks, const DividingRule& rule);

  std::string description() const override;
  std::string arithmetic_class() const override { return own_->arithmetic_class(); }
  Precision precision() const override { return own_->precision(); }
  std::unique_ptr<SourceSet> make_sources(Prediction prediction = Prediction::jerk) override {
    return own_->make_sources(prediction);
  }
  Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law, const Wanted& wanted,
                   const Results& results) override;
  bool softens_each() const override { return own_->softens_each(); }
  const DividingRule& rule() const { return rule_; }
  void set_frame(const Frame& frame) override { own_->set_frame(frame); }

 private:
  void gather(const RankParts& parts, const Wanted& wanted, const NeighbourLists& own_lists, const Results& results);
  void gather_lists(const RankParts& parts, const NeighbourLists& own_lists, NeighbourLists& lists,
                    ExchangePhase phase);

  std::unique_ptr<ForceEngine> own_;
  Communicator& ranks_;
  DividingRule rule_;
  PartExchange exchange_;
};

/// The engine as it is where there is one rank, otherwise one that divides what is worth it.
std::unique_ptr<ForceEngine> in_ranks(std::unique_ptr<ForceEngine> engine, Communicator& ranks,
                                      const DividingRule& rule);

/// That of an engine that divides sums, in an external field or not; of others one that divides nothing.
DividingRule dividing_rule_of(const ForceEngine& engine);

}  // namespace tucana
