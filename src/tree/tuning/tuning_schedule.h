#pragma once

#include <cstdint>

#include "tucana/core/archive.h"
#include "tucana/core/decider.h"
#include "tucana/core/enum_words.h"
#include "tucana/tree/tuning/rebuild_tuner.h"
#include "tucana/tree/tuning/split_tuner.h"
#include "tucana/tree/tuning/tuning_record.h"

namespace tucana {

/// `tree.tuning`: where decisions come from. Counted and pinned ones are the same on every machine.
enum class TuningMode : std::uint8_t {
  timed,    ///< measured seconds
  counted,  ///< counted work (WorkCosts)
  pinned,   ///< the record of another run
};

template <>
inline constexpr auto enum_words<TuningMode> = std::to_array<EnumWord<TuningMode>>({{TuningMode::timed, "timed"},
                                                                                    {TuningMode::counted, "counted"},
                                                                                    {TuningMode::pinned, "pinned"}});

/// What a walk did.
struct WorkCounts {
  std::uint64_t body_pairs = 0;    ///< body with body
  std::uint64_t cell_pairs = 0;    ///< body with cell
  std::uint64_t list_entries = 0;  ///< entries put on interaction lists, counted once per group
};

/// The cost of counted work, in units of a pair of bodies. Fixed numbers: they affect the result of a run. By least
/// squares from the seconds of walks (`bench tree`: NFW and M31, 2^17 bodies, accuracies 2^-5, 2^-7, 2^-9, four sizes
/// of leaves and groups, the best of 12 rounds on a Zen 3 with AVX2), which they predict to 12 %; the cost of a build
/// from the seconds of builds in runs (`bench tree --tuning`) of 2^17 bodies, accurate to a third.
struct WorkCosts {
  double body_pair = 1;
  double cell_pair = 2;
  double list_entry = 20;
  double built_body = 300;

  double walk(const WorkCounts& counts) const;
  double build(std::int64_t bodies) const { return built_body * static_cast<double>(bodies); }
};

struct TuningOptions {
  TuningMode mode = TuningMode::counted;
  WorkCosts costs;
  RebuildLimits rebuild;
  SplitLimits split;
  Decider* decider = &own_decider();  ///< of whose seconds are used; outlives the schedule
};

/// One walk, as measured by the engine. Only what the mode needs is used.
struct WalkReport {
  double seconds = 0;
  WorkCounts counts;
  double size = 1, age = 0;  ///< as in WalkCost
};

/// All decisions that tune a tree, in the order of the force evaluations, and their record:
///
///   if (tuning.rebuild_due(age)) { build the tree; tuning.built(seconds); age = 0; }
///   walk with tuning.split_radius(); tuning.walked({...});
///
/// A caller may build for other reasons (other bodies, for instance); such builds are recorded too. The split radius
/// changes at builds only. Seconds are those of the process that decides (Decider), so that processes which compute a
/// run together make the same trees; counted work must be that of all of them.
class TuningSchedule {
 public:
  /// Timed or counted.
  TuningSchedule(const TuningOptions& options, std::int64_t bodies);
  /// Pinned to a record, which must have the same number of bodies. After its end trees are rebuilt at its last
  /// complete interval (most_walks if it has none), and the last radius is kept.
  TuningSchedule(const TuningOptions& options, std::int64_t bodies, TuningRecord pinned);

  /// Age and size of the coming walk, as in WalkCost; size 0 when not known.
  bool rebuild_due(double age, double size = 0) const;
  double split_radius() const { return split_radius_; }
  void built(double seconds);
  void walked(const WalkReport& walk);

  const TuningRecord& record() const { return record_; }
  const RebuildTuner& rebuild() const { return rebuild_; }
  const SplitTuner& split() const { return split_; }
  void describe(Archive& archive);

 private:
  double agreed(double seconds) const;

  TuningOptions options_;
  RebuildTuner rebuild_;
  SplitTuner split_;
  TuningRecord record_, pinned_;
  std::int64_t pinned_next_ = 0;  ///< the first build of pinned_ that has not been made
  double split_radius_ = 0;
  double cost_ = 0, size_ = 0;  ///< of the walks with this split radius
};

}  // namespace tucana
