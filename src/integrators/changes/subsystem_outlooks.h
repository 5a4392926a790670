#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/gravity/ranks/dividing_rule.h"
#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/changes/subsystem_relations.h"

namespace tucana {

/// What is asked about a subsystem whose surroundings are examined.
struct OutlookQuestion {
  Slot slot = no_slot;
  double radius = 0;          ///< whoever is within it matters
  double grows_after = 0;     ///< how long its extent holds
  bool may_be_alone = false;  ///< nobody acts on it at present
  bool wants_tide = false;    ///< its reach is beyond its neighbours, and they are others than before
};

/// The answer.
struct Outlook {
  double alone_for = -1;  ///< for how long nobody will act on it; negative: somebody does, or may
  LinearTide tide_beyond;
};

/// Finds what an examination of subsystems needs to know of the bodies around them, before anything changes at the end
/// of a block. With close pairs in a cluster this takes as long as all irregular steps, and it changes nothing: threads
/// do it together, and ranks if it is worth a message.
class SubsystemOutlooks {
 public:
  /// The workers must outlive this.
  explicit SubsystemOutlooks(Workers& workers) : workers_(workers), ranks_(&alone()) {}
  /// Questions are divided between these ranks from now on.
  void use(Communicator& ranks, const DividingRule& rule) { ranks_ = &ranks, rule_ = rule; }

  /// One for each question, until the next call.
  std::span<const Outlook> find(std::span<const OutlookQuestion> questions, ChangingBodies& bodies,
                                const Subsystems& subsystems, Tick t);

 private:
  std::vector<std::size_t> shares(std::span<const OutlookQuestion> questions, ChangingBodies& bodies) const;
  void answer(std::span<const OutlookQuestion> questions, std::span<Outlook> outlooks, ChangingBodies& bodies,
              const Subsystems& subsystems, Tick t);

  Workers& workers_;
  Communicator* ranks_;
  DividingRule rule_;
  std::vector<Outlook> outlooks_;
};

}  // namespace tucana
