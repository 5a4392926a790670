#pragma once

#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "tucana/core/frame.h"
#include "tucana/core/reused_rows.h"
#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/gather/gather_force.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/change_set.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/neighbour/active_row.h"
#include "tucana/integrators/neighbour/irregular_kernels.h"
#include "tucana/integrators/neighbour/list_change.h"
#include "tucana/integrators/neighbour/neighbour_bodies.h"
#include "tucana/integrators/neighbour/neighbour_options.h"
#include "tucana/integrators/neighbour/slot_bits.h"
#include "tucana/integrators/neighbour/sphere_rules.h"
#include "tucana/tree/key_sort.h"

namespace tucana {

/// The neighbour scheme of Ahmad & Cohen (1973) with 4th-order Hermite in both parts (Makino & Aarseth 1992; Nitadori &
/// Aarseth 2012; NUMERICS.md section 3). Neighbours pull on a body every irregular step; all others every regular step,
/// and are extrapolated in between. Regular forces and lists come from an engine in one pass; irregular forces from
/// GatherForce, over the lists.
class AhmadCohen final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return "ahmad_cohen"; }
  void start(const Stars& stars) override;
  std::string arithmetic_class() const override { return in_double_ ? "" : gather_.arithmetic_class(); }
  bool has_neighbours() const override { return true; }
  std::size_t size() const override { return bodies_.size(); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  void describe(Archive& archive) override;

  /// At the time of the last block. Throws InputError, and changes nothing, for stars that are not there, or are
  /// already. Places and velocities at that time stay the same.
  void apply(const ChangeSet& set);

  /// In the frame.
  const NeighbourBodies& bodies() const { return bodies_; }
  const Frame& frame() const { return frame_; }

 private:
  /// What spheres ask of the cluster as a whole. Looked at when all bodies are at one time.
  struct ClusterScale {
    Vec3 centre;  ///< of the places
    /// Half of all bodies over the cube of the radius of the sphere that holds them.
    double mean_density = 0;
    double depth = 0;  ///< all mass over that radius
    double typical_speed() const { return std::sqrt(depth / 2); }
    void describe(Archive& archive);
  };
  /// What the one who files the steps of a block reads of it: apart from the rows, which stay where they were computed.
  struct NextStep {
    Level level;
    std::uint32_t neighbours;
  };
  /// The active bodies whose regular force is due.
  struct RegularRows {
    std::vector<std::size_t> active;   ///< row among the active ones
    ReusedRows<std::uint32_t> row_of;  ///< of an active one here, or one of these two; only while there are any due
    static constexpr std::uint32_t not_due = ~std::uint32_t{0}, waits = not_due - 1;
    ReusedRows<Slot> slot;
    ReusedRows<Vec3> x, v, a, j;
    ReusedRows<double> radius2, list_time, wanted_step, sphere;
    ReusedRows<hermite4::HigherDerivatives> higher;  ///< of the regular force, as far as the old list tells
    NeighbourLists lists;
    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
    PartialForce force(std::size_t r) const { return {a[r], j[r]}; }
  };

  /// Rows on their way to the engine.
  struct Outbox {
    ReusedRows<double> mass;
    ReusedRows<Vec3> x, v, a, j;
    ReusedRows<Tick> time;
    void resize(std::size_t n);
  };

  void move_frame(Tick t);
  void take_all_bodies();
  void begin_active(Tick t);
  ClusterScale cluster_now() const;
  void find_spheres(Tick t);
  void find_first_steps(Tick t);
  void store_first_forces(Tick t);
  void take_due();
  void set_active(std::size_t n);
  void step_irregular(Tick t);
  PartialForce irregular_force(std::span<const Slot> list, const HermitePrediction& at, Tick begin, Tick t) const;
  ActiveFacts step_plainly(const NeighbourBody& body, std::span<const Slot> list, Tick t, ActiveRow& row) const;
  void limit_step(const NeighbourBody& body, std::size_t neighbours, Tick t, const ActiveFacts& facts,
                  ActiveRow& row) const;
  double shortened_in_passage(double step, double mass, double pull2) const;
  bool is_in_passage(double mass, double pull2, double depth) const;
  bool regular_waits(const NeighbourBody& body, Tick t) const;
  void select_regular(Tick t);
  void set_regular(std::vector<std::size_t> active, Tick t);
  void set_regular(std::size_t r, Tick t);
  Level longest_regular_step(const NeighbourBody& body, Tick t) const;
  Pending begin_regular(Tick t);
  void end_regular(Pending& regular);
  void correct_regular(Tick t);
  void look_at(const ActiveRow& row, double sum);
  void check(Tick t);
  void check_finite(Tick t);
  void check_steps(Tick t) const;
  void store(Tick t);
  void store_regular(NeighbourBody& body, Slot slot, std::size_t r, Tick t);
  Level next_level_of(Slot slot, double wanted_step, Tick t) const;
  void reschedule();
  void sort_bodies();

  /// Room for sorting, kept: memory that is new costs more than what is done with it.
  struct SortRoom {
    NeighbourBodies bodies;
    std::vector<tree::KeyedBody> order, spare;
    std::vector<Slot> new_slot;
    std::vector<SlotBits> bits;  ///< one for each worker
  };

  struct CheckedChanges;
  void check_places(const StarsBuffer& added, std::span<const Slot> removed, Tick t) const;
  void change_pull(Slot slot, double mass, Tick t);
  void shorten_step(Slot slot, double wanted);
  void remove(Slot slot);
  Slot append(const Stars& stars, std::size_t k, Tick t);
  void list_new_heavy_bodies(Tick t);

  void gather_from(Slot slot);
  void regular_due_from(Slot slot);
  void find_next_regular();
  void sources_lag_all();
  void write_sources();

  bool is_heavy(const NeighbourBody& body) const { return body.mass > heavy_ratio * mean_mass_; }
  PartialForce pull_of(Slot neighbour, const Vec3& x, const Vec3& v, Tick t) const;
  PartialForce sum_over(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick t) const;
  void find_heavy_bodies();
  void list_heavy_bodies();
  PartialForce pull_of_heavy(Slot target, const Vec3& x, const Vec3& v, Tick t) const;
  std::size_t wanted_neighbours(double mass) const;

  NeighbourOptions options_;
  Level largest_, fixed_;
  Level together_;  ///< all bodies are at one time at multiples of this step
  bool in_double_;  ///< irregular forces too; they are in two_float when the engine computes in float
  ForceEngine& engine_;
  Workers& workers_;
  GatherForce gather_;
  IrregularStep irregular_step_;  ///< null: none for this machine, or everything is in double
  std::unique_ptr<SourceSet> sources_;
  Frame frame_;  ///< in which everything here is, but for stars that enter and leave
  NeighbourBodies bodies_;
  BlockSchedule schedule_;
  ClusterScale cluster_;
  double mean_mass_ = 0, largest_mass_ = 0;  ///< the latter of bodies that are not on all lists
  std::size_t wanted_of_mean_ = 0;           ///< neighbours of a body of that mass
  /// Those far heavier than the mean are neighbours of everybody: as sources of the engine they have no mass.
  std::vector<Slot> on_all_lists_;
  /// Bodies whose rows in sources_ are older than their state: those are written when the engine is asked next, since
  /// most bodies step several times before.
  SlotBits sources_lag_;
  std::vector<Slot> lagging_;  ///< while they are written
  Outbox outbox_;
  SlotBits is_due_;
  std::vector<Tick> regular_due_;  ///< when a slot's regular force is due
  Tick next_regular_;              ///< the earliest of these
  /// Of the block or of a peek under way; nothing in them outlives either.
  std::vector<Slot> active_slots_;
  ReusedRows<ActiveRow> active_;
  ReusedRows<NextStep> next_;
  std::atomic<bool> suspicious_ = false;  ///< something in a row may be an error
  RegularRows regular_;
  std::vector<ListChange> list_changes_;  ///< one for each worker
  SortRoom sort_room_;
};

}  // namespace tucana
