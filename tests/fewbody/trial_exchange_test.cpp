#include "tucana/fewbody/trial_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tucana/core/archive.h"
#include "tucana/core/error.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/hierarchy_subsystem.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana::test {
namespace {

constexpr std::size_t count = 7;
constexpr int blocks = 3;

struct OnePasses final : Surroundings {
  BodyAt at(Slot slot, Tick t) const override {
    if (slot == slot_at(0)) return {};
    return {2, Vec3{3, 1, 0.5} + t.units() * Vec3{-0.5, 0.3, 0.2}, {-0.5, 0.3, 0.2}};
  }
};

/// What the third subsystem is; the others are pairs.
enum class Third { pair, group, hierarchy };

std::vector<BodyAt> bodies_of(std::size_t k, Third kind) {
  std::vector<BodyAt> bodies{{0.5, {0.5, 0, 0}, {0, 0.4, 0}}, {0.5, {-0.5, 0, 0}, {0, -0.4, 0}}};
  for (BodyAt& body : bodies) body.x.x *= 1 + 0.1 * static_cast<double>(k);
  if (kind == Third::group) bodies.push_back({0.3, {0, 1.5, 0.3}, {-0.6, 0, 0}});
  if (kind != Third::hierarchy) return bodies;
  // A stable triple: an inner axis of about 0.002, an outer one of about 0.3.
  bodies = {{0.5, {0.001, 0, -0.05}, {0, 10.5, 0}},
            {0.5, {-0.001, 0, -0.05}, {0, -10.5, 0}},
            {0.3, {0, 0.25, 0.3}, {-1.6, 0, 0}}};
  const double mass = 1.3;
  BodyAt centre{};
  for (const BodyAt& body : bodies) centre.x += (body.mass / mass) * body.x, centre.v += (body.mass / mass) * body.v;
  for (BodyAt& body : bodies) body.x -= centre.x, body.v -= centre.v;
  return bodies;
}

std::unique_ptr<Subsystem> subsystem_of(std::size_t k, Third third) {
  const FewBodyOptions options;
  const Third kind = k == 2 ? third : Third::pair;
  const std::vector<BodyAt> bodies = bodies_of(k, kind);
  if (kind == Third::group) return std::make_unique<GroupSubsystem>(options, Tick{}, bodies);
  if (kind == Third::hierarchy) return std::make_unique<HierarchySubsystem>(options, Tick{}, bodies);
  return std::make_unique<KsSubsystem>(options, Tick{}, bodies);
}

struct Subsystems {
  explicit Subsystems(Third third) {
    for (std::size_t k = 0; k < count; ++k) {
      own.push_back(subsystem_of(k, third));
      all.push_back(own.back().get());
      all.back()->attend(Tick{},
                         {.are_there = true, .gamma = 1e-3, .time = 1, .nearest = 3, .before = {}, .after = {}});
    }
  }
  void advance(std::size_t k, int block) {
    all[k]->advance(Tick::nearest(0.25 * (block + 1)), Tides(around, slot_at(0), related, PairLaw{}));
  }
  /// What others see and feel, what energies are made of, and all that later blocks depend on.
  std::vector<double> numbers(int block) const {
    std::vector<double> found;
    const auto add = [&](const Vec3& x) { found.insert(found.end(), {x.x, x.y, x.z}); };
    for (const Subsystem* one : all) {
      std::vector<BodyAt> members(one->member_count()), images;
      one->members(members);
      one->images(images);
      for (const auto* bodies : {&members, &images})
        for (const BodyAt& body : *bodies) add(body.x), add(body.v);
      std::vector<PartialForce> accelerations(images.size());
      one->accelerate_images(Tick::nearest(0.25 * (block + 1)), Tides(around, slot_at(0), related, PairLaw{}), images,
                             accelerations);
      for (const PartialForce& force : accelerations) add(force.a), add(force.j);
      const SubsystemEnergy energy = one->energy_by_cause();
      found.insert(found.end(), {one->internal_energy(), energy.slow_down, energy.switches, energy.groups,
                                 static_cast<double>(one->inner_steps()), one->slow_down()});
    }
    return found;
  }
  std::vector<std::byte> state() const {
    MemoryArchive archive;
    for (std::size_t k = 0; k < count; ++k) {
      const Archive::Group group(archive, std::to_string(k));
      all[k]->describe(archive);
    }
    return archive.to_bytes();
  }
  void commit() const {
    for (Subsystem* one : all) one->commit();
  }
  OnePasses around;
  std::vector<Slot> related{slot_at(1)};
  std::vector<std::unique_ptr<Subsystem>> own;
  std::vector<Subsystem*> all;
};

const std::vector<double> usual_costs{1, 2, 3, 1, 5, 1, 1}, other_costs{9, 1, 1, 1, 1, 1, 1};

/// Each is advanced by one rank, and all ranks have all outcomes, in one message unless there are groups. They go on
/// from these, whoever advances what in the next block.
TEST(TrialExchange, GivesAllOutcomesToAll) {
  for (const Third third : {Third::pair, Third::group, Third::hierarchy}) {
    std::vector<std::vector<double>> alone_numbers;
    Subsystems alone(third);
    for (int block = 0; block < blocks; ++block) {
      for (std::size_t k = 0; k < count; ++k) alone.advance(k, block);
      alone_numbers.push_back(alone.numbers(block));
      alone.commit();
    }
    EXPECT_GT(alone.all[2]->inner_steps(), blocks);
    const auto* hierarchy = dynamic_cast<const HierarchySubsystem*>(alone.all[2]);
    ASSERT_EQ(hierarchy != nullptr, third == Third::hierarchy);
    if (hierarchy != nullptr) {
      EXPECT_TRUE(hierarchy->hierarchy().nodes().front().is_averaged) << "which has to be known to all";
    }
    for (const int size : {2, 3, 4, 8}) {
      std::atomic<int> advanced = 0, agree = 0;
      ThreadRanks(size).run([&](Communicator& ranks) {
        Subsystems own(third);
        SerialWorkers workers;
        TrialExchange exchange(ranks, DividingRule(1));
        for (int block = 0; block < blocks; ++block) {
          const auto& costs = block == 1 ? other_costs : usual_costs;
          exchange.advance(own.all, costs, workers, [&](std::size_t k) {
            own.advance(k, block);
            ++advanced;
          });
          EXPECT_EQ(ranks.counts().messages, (third == Third::group ? 2 : 1) * (block + 1));
          EXPECT_EQ(own.numbers(block), alone_numbers[static_cast<std::size_t>(block)]);
          own.commit();
        }
        if (own.state() == alone.state()) ++agree;
      });
      EXPECT_EQ(advanced, count * blocks);
      EXPECT_EQ(agree, size);
    }
  }
}

/// What goes wrong in one rank is the same error in all of them, however long its text.
TEST(TrialExchange, TellsErrorsToAll) {
  for (const Third third : {Third::pair, Third::group, Third::hierarchy}) {
    for (const std::string& text : {std::string("star 17 is lost"), std::string(5000, 'x')}) {
      std::atomic<int> told = 0;
      ThreadRanks(3).run([&](Communicator& ranks) {
        Subsystems own(third);
        SerialWorkers workers;
        TrialExchange exchange(ranks, DividingRule(1));
        try {
          exchange.advance(own.all, usual_costs, workers, [&](std::size_t k) {
            own.advance(k, 0);
            if (k == 5) throw FailureError(text);
          });
        } catch (const FailureError& error) {
          const std::string what = error.what();
          if (what.size() > 14 && text.starts_with(what)) ++told;
        }
      });
      EXPECT_EQ(told, 3);
    }
  }
}

}  // namespace
}  // namespace tucana::test
