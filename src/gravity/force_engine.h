#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "tucana/core/archive.h"
#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"
#include "tucana/gravity/neighbour_lists.h"
#include "tucana/gravity/pair_law.h"
#include "tucana/gravity/precision.h"

namespace tucana {

class Frame;

/// Rows for a SourceSet: state at each row's own time. Empty derivatives mean zero.
struct SourceRows {
  std::span<const double> mass;
  std::span<const Vec3> position;
  std::span<const Vec3> velocity;
  std::span<const Vec3> acceleration;
  std::span<const Vec3> jerk;
  std::span<const Tick> time;
  std::span<const Vec3> snap = {};  ///< this and the next only for sources made with Prediction::crackle
  std::span<const Vec3> crackle = {};
  /// Square of the softening length of each body; empty: that of the law. Only for engines with softens_each().
  std::span<const double> softening2 = {};
};

/// The highest derivative with which sources are predicted. jerk: x + v d + a d^2/2 + j d^3/6 and
/// v + a d + j d^2/2 (docs/theory/hermite4.md). crackle: two more terms in each, and the acceleration
/// a + j d + s d^2/2 + c d^3/6, on which the snap of a pair depends (docs/theory/hermite6.md).
enum class Prediction { jerk, crackle };

/// The bodies that exert forces, kept in an engine's own memory, precision and layout, and predicted there to the time
/// of an evaluation.
class SourceSet {
 public:
  virtual ~SourceSet() = default;
  virtual std::size_t size() const = 0;
  /// Rows that stay keep what they hold; new rows are parked.
  virtual void resize(std::size_t rows) = 0;
  /// Writes the named rows only; row k of `rows` goes to slots[k]. No slot is named twice.
  virtual void write(std::span<const Slot> slots, const SourceRows& rows) = 0;
  /// These rows hold nothing until they are written again: they exert no force, are on no list and nobody's nearest,
  /// enter no box, key or cell, and count in no interactions. No slot is named twice.
  virtual void park(std::span<const Slot> slots) = 0;
  /// State other than the rows that determines later bits, such as the arrangement of a tree over them; the rows
  /// themselves are kept by the integrator. Before loading it, write the rows.
  virtual void describe(Archive&) {}
  /// What an engine that tunes itself has decided, as text with which a run can repeat it; "" for others.
  virtual std::string tuning_record() const { return {}; }
  /// Memory of its columns; 0 where it is not counted.
  virtual std::size_t bytes() const { return 0; }
};

/// The bodies on which forces act, already predicted to the time of the evaluation. `slot` is the row of the target
/// among the sources, which is excluded by this number, never by distance, and is not parked; no_slot for a test point.
struct Targets {
  std::span<const Slot> slot;
  std::span<const Vec3> position;
  std::span<const Vec3> velocity;  ///< may be empty where neither jerk nor lists by a velocity rule are wanted
  /// Squared radius within which neighbours are listed (r^2 < radius2, unsoftened); only for lists.
  std::span<const double> radius2;
  /// Predicted too; only for the snap.
  std::span<const Vec3> acceleration = {};
  /// How far ahead every ListRule but distance looks, in time units; only for lists by these rules.
  std::span<const double> list_time = {};
  /// Size of the last known acceleration; only for a tree's acceleration criterion. Empty, or zero for one target: not
  /// known yet.
  std::span<const double> old_acceleration = {};
  /// As that of SourceRows. The softening of a pair is half the sum of the two squares.
  std::span<const double> softening2 = {};

  std::size_t size() const { return slot.size(); }
};

/// Which sources are listed as neighbours, with r and v relative to the target and h^2 = radius2.
enum class ListRule {
  distance,    ///< r^2 < h^2
  end_points,  ///< also |r + v T|^2 < h^2, T = list_time (Nitadori & Aarseth 2012, eq. 4)
  segment,     ///< |r + v tau|^2 < h^2 at the nearest tau in 0 .. T (docs/theory/ahmad_cohen.md)
  approach,    ///< r^2 < h^2, or |r + v tau|^2 < h^2/4 there: bodies that come deep into the sphere
  midway       ///< |r + v T/2|^2 < h^2, or |r + v tau|^2 < h^2/4: symmetric in time
};

template <>
inline constexpr auto enum_words<ListRule> = std::to_array<EnumWord<ListRule>>({{ListRule::distance, "distance"},
                                                                                {ListRule::end_points, "end_points"},
                                                                                {ListRule::segment, "segment"},
                                                                                {ListRule::approach, "approach"},
                                                                                {ListRule::midway, "midway"}});

struct Wanted {
  bool acceleration = true;  ///< and jerk, unless `jerk` says no
  bool potential = false;
  bool nearest = false;
  bool lists = false;
  bool snap = false;      ///< with acceleration and jerk; sources need Prediction::crackle
  bool far_only = false;  ///< sums leave out exactly the sources that are listed, pair by pair; needs lists
  ListRule list_rule = ListRule::distance;
  bool jerk = true;      ///< with the acceleration; false: Results::jerk may be empty. A tree gives none.
  bool looking = false;  ///< for output only: an engine that tunes itself learns nothing from this call
  bool field = true;     ///< false: sums over pairs alone, on an engine in an external field too
};

/// Where the results go, one row per target; a span that is not wanted may be empty.
struct Results {
  std::span<Vec3> acceleration;
  std::span<Vec3> jerk;
  std::span<double> potential;  ///< negative, without self
  std::span<Slot> nearest;      ///< nearest source by unsoftened distance, lowest slot on a tie; no_slot if none
  std::span<double> nearest_distance2;  ///< of that source, unsoftened, in double
  NeighbourLists* lists = nullptr;
  std::span<Vec3> snap = {};
  /// An engine that does not sum all pairs adds here how many it evaluated; null: not wanted.
  std::uint64_t* interactions = nullptr;
};

/// An evaluation in progress. Targets, results and sources must remain valid until wait() has returned.
class Pending {
 public:
  Pending() = default;
  explicit Pending(std::function<void()> finish) : finish_(std::move(finish)) {}
  Pending(Pending&& other) noexcept : finish_(std::exchange(other.finish_, nullptr)) {}
  Pending& operator=(Pending&&) = delete;
  /// If the results were never waited for: the evaluation ends before its memory is released, and its error is dropped.
  ~Pending() {
    try {
      wait();
    } catch (...) {
    }
  }
  void wait() {
    if (auto finish = std::exchange(finish_, nullptr)) finish();
  }

 private:
  std::function<void()> finish_;
};

/// Gravity as sums over pairs: evaluates the forces of sources on targets. Sums over sources are computed in leaves of
/// `leaf_rows` slots and combined as a binary tree of fixed shape over the leaf index (docs/architecture.md,
/// determinism), so that the bits depend neither on threads nor on the other targets of the same call. A coincident
/// pair without softening makes the target's results non-finite; the caller checks.
class ForceEngine {
 public:
  static constexpr std::size_t leaf_rows = 256;

  virtual ~ForceEngine() = default;
  /// For people and logs: "cpu fp64 AVX2 2 threads".
  virtual std::string description() const = 0;
  /// What determines the bits besides the input, e.g. "cpu fp64 AVX2 AuthenticAMD"; without the thread count.
  virtual std::string arithmetic_class() const = 0;
  virtual Precision precision() const = 0;
  virtual std::unique_ptr<SourceSet> make_sources(Prediction prediction = Prediction::jerk) = 0;
  virtual Pending evaluate(SourceSet& sources, Tick when, const Targets& targets, const PairLaw& law,
                           const Wanted& wanted, const Results& results) = 0;
  /// Whether results are sums over all pairs. An engine that groups sources (a tree) returns false; it may provide
  /// accelerations and potentials only, counts its own interactions, and the energy of a run is then computed from its
  /// potentials.
  virtual bool sums_all_pairs() const { return true; }
  /// Whether each body may have its own softening.
  virtual bool softens_each() const { return false; }
  /// The frame that positions and velocities of sources and targets are relative to from now on; at first one at rest
  /// at the origin. Sums over pairs are the same in all of them; an engine in an external field has to know.
  virtual void set_frame(const Frame&) {}
};

}  // namespace tucana
