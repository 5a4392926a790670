#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "tucana/grape6/source_table.h"
#include "tucana/grape6/units.h"
#include "tucana/gravity/force_engine.h"

namespace tucana::grape6 {

/// The sources of one id: the client's table, and its image in the engine. An address is the slot of the engine; what a
/// client sets waits in the table until the next force is asked for.
class SourceStore {
 public:
  /// With `has_snap` sources are always kept with snap and crackle, else only once a client gave some.
  SourceStore(ForceEngine& engine, bool has_snap) : engine_(engine), has_snap_(has_snap) {}

  /// Throws InputError for an address, time or state that cannot be; the table is as before then.
  void set(int address, const Source& source);
  /// The largest number of sources that the memory of this machine bears.
  static int most_sources();

  /// Brings the engine's rows up to date for an evaluation at `when` with the addresses below nj. `predict` = false
  /// takes every source where it was set, whatever its time. `targets` says how far away they are, in the client's
  /// units. When it throws, the next call may do better: nothing has changed.
  void send(std::size_t nj, double when, bool predict, const Extent& targets);

  const SourceTable& table() const { return table_; }
  /// Those of the rows that were sent last.
  Units units() const { return {units_.length, units_.mass, clock_.log2_unit()}; }
  /// Of all that takes part in the call that was sent last.
  const Extent& extent() const { return call_extent_; }
  /// Whether the table is as it was sent.
  bool is_sent() const { return table_.changed().empty(); }
  std::size_t used() const { return sent_; }
  SourceSet& rows() { return *rows_; }
  Tick when() const { return when_; }

  /// Who is left out for a target of this index, among the addresses that were sent.
  struct Match {
    Slot slot = no_slot;
    bool is_several = false;
  };
  Match match(int index) const;
  /// The index that a source had when it was sent, whatever was set since.
  int index_of(Slot slot) const;
  std::vector<Slot> all_with(int index) const;

  /// Takes sources out of the engine for a while, when more than one has to be left out for a target. Only while the
  /// table is as it was sent.
  void hide(std::span<const Slot> slots);
  void restore(std::span<const Slot> slots);

 private:
  bool gather(std::span<const std::uint32_t> addresses);
  void choose_units(double when, const Extent& targets, bool times_fit);
  /// All sources, and those of the call where they will be.
  struct Measured {
    Extent extent;
    double reach = 0, span = 0;  ///< the largest coordinate then, the largest distance in time
  };
  Measured measure(double when) const;

  ForceEngine& engine_;
  bool has_snap_;
  SourceTable table_;
  std::unordered_map<std::uint32_t, int> former_index_;  ///< of addresses that got another since they were sent
  Extent extent_;           ///< of the sources, or more: what is gone still counts until units are chosen again
  Extent call_extent_;      ///< with the targets
  double latest_time_ = 0;  ///< of the sources
  Units units_;             ///< of length and mass; the clock has that of time
  Clock clock_;
  std::unique_ptr<SourceSet> rows_;
  Prediction prediction_ = Prediction::jerk;
  bool predicts_ = true;
  std::size_t sent_ = 0;
  Tick when_;

  struct Columns {
    std::vector<Slot> slot;
    std::vector<double> mass;
    std::vector<Vec3> position, velocity, acceleration, jerk, snap, crackle;
    std::vector<Tick> time;
    void clear();
    SourceRows rows() const { return {mass, position, velocity, acceleration, jerk, time, snap, crackle}; }
  } columns_;
};

}  // namespace tucana::grape6
