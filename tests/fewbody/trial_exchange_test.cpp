#include "tucana/fewbody/trial_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "tests/core/thread_ranks.h"
#include "tucana/core/error.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/ks_subsystem.h"

namespace tucana::test {
namespace {

constexpr std::size_t count = 7;
const Tick end = Tick::nearest(0.75);

struct OnePasses final : Surroundings {
  BodyAt at(Slot slot, Tick t) const override {
    if (slot == slot_at(0)) return {};
    return {2, Vec3{3, 1, 0.5} + t.units() * Vec3{-0.5, 0.3, 0.2}, {-0.5, 0.3, 0.2}};
  }
};

std::vector<BodyAt> bodies_of(std::size_t k, std::size_t size) {
  std::vector<BodyAt> bodies{{0.5, {0.5, 0, 0}, {0, 0.4, 0}}, {0.5, {-0.5, 0, 0}, {0, -0.4, 0}}};
  for (BodyAt& body : bodies) body.x.x *= 1 + 0.1 * static_cast<double>(k);
  if (size == 3) bodies.push_back({0.3, {0, 1.5, 0.3}, {-0.6, 0, 0}});
  return bodies;
}

/// Pairs, of which the third is a group of three stars if there is one.
struct Subsystems {
  explicit Subsystems(bool has_group) {
    for (std::size_t k = 0; k < count; ++k) {
      if (has_group && k == 2)
        own.push_back(std::make_unique<GroupSubsystem>(FewBodyOptions{}, Tick{}, bodies_of(k, 3)));
      else
        own.push_back(std::make_unique<KsSubsystem>(FewBodyOptions{}, Tick{}, bodies_of(k, 2)));
      all.push_back(own.back().get());
    }
  }
  void advance(std::size_t k) {
    const OnePasses around;
    const std::vector<Slot> related{slot_at(1)};
    all[k]->advance(end, Tides(around, slot_at(0), related, PairLaw{}));
  }
  std::vector<double> numbers() const {
    std::vector<double> found;
    for (const Subsystem* one : all) {
      std::vector<BodyAt> members(one->member_count());
      one->members(members);
      for (const BodyAt& body : members) found.insert(found.end(), {body.x.x, body.x.y, body.x.z, body.v.x, body.v.y});
      found.push_back(static_cast<double>(one->inner_steps()));
    }
    return found;
  }
  std::vector<std::unique_ptr<Subsystem>> own;
  std::vector<Subsystem*> all;
};

const std::vector<double> costs{1, 2, 3, 1, 5, 1, 1};

/// Each is advanced by one rank, and all ranks have all outcomes, in one message if there are pairs alone.
TEST(TrialExchange, GivesAllOutcomesToAll) {
  for (const bool has_group : {false, true}) {
    Subsystems alone(has_group);
    for (std::size_t k = 0; k < count; ++k) alone.advance(k);
    for (Subsystem* one : alone.all) one->commit();
    for (const int size : {2, 3, 8}) {
      std::atomic<int> advanced = 0, agree = 0;
      ThreadRanks(size).run([&](Communicator& ranks) {
        Subsystems own(has_group);
        SerialWorkers workers;
        TrialExchange exchange(ranks, DividingRule(1));
        exchange.advance(own.all, costs, workers, [&](std::size_t k) {
          own.advance(k);
          ++advanced;
        });
        EXPECT_EQ(ranks.counts().messages, has_group ? 2 : 1);
        for (Subsystem* one : own.all) one->commit();
        if (own.numbers() == alone.numbers()) ++agree;
      });
      EXPECT_EQ(advanced, count);
      EXPECT_EQ(agree, size);
    }
  }
}

/// What goes wrong in one rank is the same error in all of them, however long its text.
TEST(TrialExchange, TellsErrorsToAll) {
  for (const bool has_group : {false, true}) {
    for (const std::string& text : {std::string("star 17 is lost"), std::string(5000, 'x')}) {
      std::atomic<int> told = 0;
      ThreadRanks(3).run([&](Communicator& ranks) {
        Subsystems own(has_group);
        SerialWorkers workers;
        TrialExchange exchange(ranks, DividingRule(1));
        try {
          exchange.advance(own.all, costs, workers, [&](std::size_t k) {
            own.advance(k);
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
