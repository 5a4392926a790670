#pragma once

#include <span>
#include <string>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/function_ref.h"
#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystem.h"
#include "tucana/gravity/ranks/dividing_rule.h"

namespace tucana {

/// Divides the perturbed subsystems of a block between ranks: each of them is advanced by one rank, and the others are
/// told the outcome (Subsystem::save_trial). An error in one rank becomes the same error in all of them.
class TrialExchange {
 public:
  TrialExchange() : ranks_(&alone()) {}
  TrialExchange(Communicator& ranks, const DividingRule& rule) : ranks_(&ranks), rule_(rule) {}

  Communicator& ranks() const { return *ranks_; }
  const DividingRule& rule() const { return rule_; }

  /// What advancing a subsystem costs, in pairs, if it will make as many steps as in the last block.
  static double cost_of(std::uint64_t steps, std::size_t perturbers, std::size_t members);
  /// Whether subsystems of these costs are advanced by one rank each.
  bool divides(std::span<const double> costs) const;
  /// Calls advance(k) for those of this rank, and brings all of them to the same trial.
  void advance(std::span<Subsystem* const> subsystems, std::span<const double> costs, Workers& workers,
               FunctionRef<void(std::size_t)> advance);

 private:
  static void add_record(Subsystem& subsystem, const std::string& error, std::vector<std::byte>& own);
  void collect(std::span<Subsystem* const> subsystems);
  void find_sizes(std::span<Subsystem* const> subsystems);

  Communicator* ranks_;
  DividingRule rule_;
  // Of the last advance():
  std::vector<std::size_t> first_;  ///< of the subsystems of each rank
  std::vector<std::string> errors_;
  std::vector<std::uint64_t> sizes_;  ///< bytes of each, without the first one
  std::vector<std::byte> bytes_;
};

}  // namespace tucana
