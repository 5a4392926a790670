// After an event of a few bodies, the copies from which forces are summed are those that would be made anew.
#include <gtest/gtest.h>

#include "tests/integrators/neighbour_fixture.h"
#include "tucana/models/plummer.h"

namespace tucana::test {
namespace {

/// The parts of the scheme without its loop.
struct Parts {
  explicit Parts(std::size_t n) : workers(1), engine(make_engine({.precision = Precision::fp32}, workers)) {
    state.take(make_plummer({.n = n}, *make_engine({}, workers)).view());
    state.find_heavy_bodies();
    state.refresh_copies();
    state.find_scale();
    first.make(state.bodies.slots.bodies(), Tick{0});
  }
  /// Of all other bodies on one, as its irregular force and as the engine has them.
  std::vector<Vec3> forces_on(Slot slot) {
    const NeighbourBody& body = state.bodies.row[index(slot)];
    std::vector<Slot> others = state.bodies.slots.bodies();
    std::erase(others, slot);
    const PartialForce irregular = state.irregular.at(others, {body.x, body.v}, t, t);
    Vec3 a, j;
    engine
        ->evaluate(state.updated_sources(), t, {std::span(&slot, 1), std::span(&body.x, 1), std::span(&body.v, 1), {}},
                   {}, {}, {std::span(&a, 1), std::span(&j, 1), {}, {}, {}, nullptr})
        .wait();
    return {irregular.a, irregular.j, a, j};
  }

  ThreadPool workers;
  std::unique_ptr<ForceEngine> engine;
  IntegratorCounts counts;
  PhaseSeconds seconds;
  NeighbourState state{NeighbourOptions{}, *engine, workers, counts, seconds};
  ActiveBlock block;
  IrregularPart irregular_part{state};
  RegularPart regular_part{state};
  BlockEnd end{state};
  TrialStep trial{state, block, irregular_part, regular_part, end};
  FirstSteps first{state, block, regular_part, end};
  NeighbourChanges changes{state, block, trial, first};
  Tick t{0};
};

/// Two bodies far from each other become one, so that many lists name one of them alone and pasts are rewritten.
const std::vector<Slot> members{slot_at(7), slot_at(200)};
void join(Parts& parts) {
  const BodyAt one = parts.changes.at(members[0], parts.t), other = parts.changes.at(members[1], parts.t);
  parts.changes.join(members, parts.t);
  parts.state.bodies.slots.form_subsystem(members);
  parts.changes.fit_to_slots();
  parts.changes.set(members[0], {one.mass + other.mass, 0.5 * (one.x + other.x), 0.5 * (one.v + other.v)}, parts.t);
}

TEST(NeighbourCopies, AreRenewedWhereBodiesJoined) {
  Parts parts(300);
  (void)parts.state.updated_sources();  // nothing is stale
  const std::vector<NeighbourBody> before = parts.state.bodies.row;
  join(parts);
  parts.changes.restart({members[0]}, parts.t);
  std::size_t rewritten = 0;
  for (const Slot slot : parts.state.bodies.slots.bodies())
    if (slot != members[0] && !(before[index(slot)].irregular.a == parts.state.bodies.row[index(slot)].irregular.a))
      ++rewritten;
  EXPECT_GT(rewritten, 3U);
  const auto renewed = parts.forces_on(slot_at(50));
  parts.state.refresh_copies();
  EXPECT_EQ(renewed, parts.forces_on(slot_at(50)));
}

// Several subsystems may form and end at one time. A body that changes after others feels them as they have become.
TEST(NeighbourCopies, AreRenewedBeforeTheNextBodyChanges) {
  const auto all_after_an_event = [](bool refresh_all) {
    Parts parts(300);
    parts.t = Tick::nearest(0x1p-8);
    (void)parts.state.updated_sources();
    join(parts);
    if (refresh_all) parts.state.refresh_copies();
    std::vector<Slot> others = parts.state.bodies.slots.bodies();
    std::erase(others, members[0]);
    return parts.changes.corrected(others, parts.t);
  };
  const std::vector<BodyAt> states = all_after_an_event(false), expected = all_after_an_event(true);
  ASSERT_EQ(states.size(), 298U);
  for (std::size_t k = 0; k < states.size(); ++k) {
    EXPECT_EQ(states[k].x, expected[k].x) << k;
    EXPECT_EQ(states[k].v, expected[k].v) << k;
  }
}

}  // namespace
}  // namespace tucana::test
