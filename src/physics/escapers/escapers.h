#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tucana/core/process.h"
#include "tucana/physics/escapers/bound_cluster.h"
#include "tucana/physics/escapers/escaper_options.h"

namespace tucana {

/// Looks for stars that have escaped, at multiples of an interval: an event `escaped` for each, once, with its mass,
/// distance and energy; then it is removed, if the options say so.
class Escapers final : public Process {
 public:
  /// What of the stars is a cluster at a time; asked when it acts.
  using Find = std::function<BoundCluster(Tick, const Stars&)>;
  Escapers(const EscaperOptions& options, Find find);

  std::string_view name() const override { return "escapers"; }
  Tick next() const override { return next_; }
  ChangeSet act(Tick now, const Stars& stars, EventSink& events) override;
  void describe(Archive& archive) override;

  /// Stars that have been taken out of the run.
  std::uint64_t removed() const { return removed_; }

 private:
  EscaperOptions options_;
  Find find_;
  Tick interval_, next_;
  std::uint64_t removed_ = 0;
  std::vector<StarId> followed_;  ///< those that have been reported, in ascending order
};

}  // namespace tucana
