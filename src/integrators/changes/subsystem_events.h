#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tucana/core/workers.h"
#include "tucana/fewbody/subsystems.h"
#include "tucana/integrators/changes/changing_bodies.h"
#include "tucana/integrators/changes/subsystem_outlooks.h"
#include "tucana/integrators/changes/subsystem_record.h"
#include "tucana/integrators/changes/subsystem_relations.h"

namespace tucana {

/// What happens to subsystems between two blocks, the same for every integrator (docs/theory/changes.md): those around
/// them are examined, relations begin and end, and stars form subsystems or leave them. The rules decide, the
/// integrator's part is behind ChangingBodies. Everything happens in the order of star ids, whatever the slots.
class SubsystemEvents {
 public:
  /// The workers must outlive this.
  explicit SubsystemEvents(Workers& workers) : workers_(workers), relations_(workers), outlooks_(workers) {}
  /// What examinations need to know is found by these ranks together.
  void use(const TrialExchange& exchange) { outlooks_.use(exchange.ranks(), exchange.rule()); }

  /// After a block. `close`: single stars of those that were due which may be close to others.
  void settle(std::span<const Slot> due, std::span<const Slot> close, ChangingBodies& bodies, Subsystems& subsystems,
              Tick t);

  /// Ends subsystems at t. Returns the slots of their members, which have no past; all states are found before anything
  /// changes.
  std::vector<Slot> end(std::span<const Slot> slots, ChangingBodies& bodies, Subsystems& subsystems, Tick t);

  /// What has happened.
  SubsystemRecord& record() { return record_; }
  /// With what those before have done.
  SubsystemCounts counts(const Subsystems& subsystems) const;
  void describe(Archive& archive);

 private:
  /// A subsystem that ends, and the parts that it ends into.
  struct Ending {
    Slot slot;
    std::vector<std::vector<std::size_t>> parts;
  };
  struct Plan {
    std::vector<Ending> endings;
    std::vector<std::vector<Slot>> formations;
  };

  Scene places_of(Slot slot, double radius, ChangingBodies& bodies, const Subsystems& subsystems, Tick t);
  Scene scene_of(Slot slot, double radius, ChangingBodies& bodies, const Subsystems& subsystems, Tick t);
  static OutlookQuestion question_about(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  void examine(const OutlookQuestion& question, const Outlook& outlook, ChangingBodies& bodies, Subsystems& subsystems,
               Tick t, Plan& plan);
  void examine_star(Slot slot, ChangingBodies& bodies, Subsystems& subsystems, Tick t, Plan& plan);
  std::vector<Slot> part(const Ending& ending, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  Slot form(std::span<const Slot> members, BodyAt centre, std::vector<BodyAt> states, ChangingBodies& bodies,
            Subsystems& subsystems, Tick t);
  void introduce(Slot slot, std::span<const Slot> near, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  Slot form(std::vector<Slot> slots, ChangingBodies& bodies, Subsystems& subsystems, Tick t);
  void remove(std::uint32_t number, Subsystems& subsystems);
  void note_contact(Slot slot, const SlotTable& table, const Subsystems& subsystems);

  Workers& workers_;
  SubsystemRelations relations_;
  SubsystemOutlooks outlooks_;
  std::vector<OutlookQuestion> questions_;  ///< of the block
  std::vector<NearBody> near_;              ///< of the scene that is examined
  SubsystemRecord record_;
  std::uint64_t formations_ = 0, terminations_ = 0;
  std::uint64_t ended_steps_ = 0;  ///< inner steps of subsystems that there are no more
  SubsystemEnergy energy_;         ///< of these, and what forming and ending them did
};

}  // namespace tucana
