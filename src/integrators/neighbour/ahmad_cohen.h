#pragma once

#include <memory>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/integrator.h"
#include "tucana/integrators/neighbour/neighbour_columns.h"
#include "tucana/integrators/neighbour/neighbour_options.h"

namespace tucana {

/// The neighbour scheme of Ahmad & Cohen (1973) with 4th-order Hermite in both parts (Makino & Aarseth 1992; Nitadori &
/// Aarseth 2012; NUMERICS.md section 3). Neighbours pull on a body every irregular step; all others every regular step,
/// and are extrapolated in between. Regular forces and lists come from an engine in one pass; irregular forces are
/// summed here, over the lists.
class AhmadCohen final : public Integrator {
 public:
  /// Engine and workers must outlive the integrator.
  AhmadCohen(const NeighbourOptions& options, ForceEngine& engine, Workers& workers);

  std::string_view name() const override { return "ahmad_cohen"; }
  void start(const Stars& stars) override;
  std::size_t size() const override { return bodies_.size(); }
  Tick now() const override { return schedule_.now(); }
  Tick next() const override { return schedule_.next(); }
  void step() override;
  void peek(Tick t, StarsBuffer& stars) override;
  void describe(Archive& archive) override;

  const NeighbourColumns& bodies() const { return bodies_; }

 private:
  /// The active bodies. The columns keep the state at the start of the step until store().
  struct ActiveRows {
    std::vector<Slot> slot;
    std::vector<double> h, wanted_step, mass;
    std::vector<Vec3> predicted_x, predicted_v, x, v;
    std::vector<PartialForce> irregular;
    std::vector<Vec3> a, j;  ///< of all sources, at the end of the step
    std::vector<Tick> time;
    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
  };
  /// Those of them whose regular force is due.
  struct RegularRows {
    std::vector<std::size_t> active;  ///< row among the active ones
    std::vector<Slot> slot;
    std::vector<Vec3> x, v, a, j;
    std::vector<double> radius2, list_time, wanted_step, sphere;
    NeighbourLists lists;
    void resize(std::size_t n);
    std::size_t size() const { return slot.size(); }
  };

  void take_all_bodies();
  void write_all_sources();
  void first_spheres();
  void first_forces();
  void predict(Tick t);
  void sum_irregular(Tick t);
  void correct_irregular();
  void select_regular(Tick t);
  void evaluate_regular(Tick t);
  void correct_regular(Tick t);
  void finish_forces(Tick t);
  void check_finite(Tick t);
  void check_steps(Tick t) const;
  void write_sources(Tick t);
  void store(Tick t);
  void reschedule(Tick t);

  PartialForce pull_of(std::size_t neighbour, const Vec3& x, const Vec3& v, Tick t) const;
  PartialForce sum_over(std::span<const Slot> list, const Vec3& x, const Vec3& v, Tick t) const;
  PartialForce moved_between_sums(std::span<const Slot> before, std::span<const Slot> after, const Vec3& x,
                                  const Vec3& v, Tick t) const;
  std::size_t wanted_neighbours() const;

  NeighbourOptions options_;
  Level largest_, fixed_;
  ForceEngine& engine_;
  Workers& workers_;
  std::unique_ptr<SourceSet> sources_;
  NeighbourColumns bodies_;
  BlockSchedule schedule_;
  ActiveRows active_;    ///< of the block or of a peek under way; nothing in it outlives either
  RegularRows regular_;  ///< likewise
};

}  // namespace tucana
