#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "tucana/core/process.h"
#include "tucana/simulation/simulation.h"

namespace tucana::test {

/// A process that does what the test says, at given times: first, then at intervals, or once where the interval is 0.
class Scripted final : public Process {
 public:
  using Act = std::function<ChangeSet(Tick, const Stars&, EventSink&)>;
  Scripted(std::string name, double first, double interval, Act act)
      : name_(std::move(name)), next_(Tick::nearest(first)), interval_(Tick::nearest(interval)), act_(std::move(act)) {}

  std::string_view name() const override { return name_; }
  Tick next() const override { return next_; }
  ChangeSet act(Tick now, const Stars& stars, EventSink& events) override {
    if (interval_ == Tick{0}) next_ = Tick::never;
    while (next_ <= now) next_ = next_ + interval_;
    return act_(now, stars, events);
  }
  void describe(Archive& archive) override { archive.field("next", next_); }

 private:
  std::string name_;
  Tick next_, interval_;
  Act act_;
};

inline double mass_of(const Stars& stars, StarId id) {
  return stars.mass[static_cast<std::size_t>(std::ranges::find(stars.id, id) - stars.id.begin())];
}
inline bool has_star(const Stars& stars, StarId id) { return std::ranges::find(stars.id, id) != stars.id.end(); }

/// Every 1/4 unit two stars lose a tenth of their mass.
inline std::unique_ptr<Process> wind(double interval = 0.25) {
  return std::make_unique<Scripted>("wind", 0.25, interval, [](Tick, const Stars& stars, EventSink& events) {
    ChangeSet set;
    for (const StarId id : {StarId{3}, StarId{8}}) {
      const double mass = 0.9 * mass_of(stars, id);
      set.masses.push_back({id, mass});
      events.record({"wind", {id}, {{"mass", mass}}});
    }
    return set;
  });
}

inline std::unique_ptr<Process> removal(StarId id, double time) {
  return std::make_unique<Scripted>("removal", time, 0, [=](Tick, const Stars&, EventSink& events) {
    ChangeSet set;
    set.removed = {id};
    events.record({"removed", {id}});
    return set;
  });
}

/// A heavy body of a galaxy, at rest.
inline ChangeSet one_more(StarId id, const Vec3& where, Family family = Family::star) {
  ChangeSet set;
  set.added.resize(1);
  set.added.id[0] = id;
  set.added.mass[0] = 0.02;
  set.added.position[0] = where;
  set.added.family = {family};
  return set;
}

inline std::unique_ptr<Process> birth(StarId id, double time) {
  return std::make_unique<Scripted>("birth", time, 0, [=](Tick, const Stars&, EventSink& events) {
    events.record({"born", {id}});
    return one_more(id, {0.4, 0.3, 0.2});
  });
}

inline std::unique_ptr<Process> kick(StarId id, const Vec3& change, double time) {
  return std::make_unique<Scripted>("kick", time, 0, [=](Tick, const Stars&, EventSink& events) {
    ChangeSet set;
    set.kicks = {{id, change}};
    events.record({"kicked", {id}});
    return set;
  });
}

/// Two stars become one of nine tenths of their mass.
inline std::unique_ptr<Process> merger(StarId kept, StarId lost, double time) {
  return std::make_unique<Scripted>("merger", time, 0, [=](Tick, const Stars& stars, EventSink& events) {
    ChangeSet set;
    set.mergers = {{kept, lost, 0.9 * (mass_of(stars, kept) + mass_of(stars, lost)), 0}};
    events.record({"merged", {kept, lost}});
    return set;
  });
}

/// Stars lose mass, one is removed and one is added.
inline void add_eventful_life(Simulation& simulation) {
  simulation.add_process(wind());
  simulation.add_process(removal(StarId{7}, 0.4));
  simulation.add_process(birth(StarId{1001}, 0.6));
}

/// The same, and one star is kicked and two merge.
inline void add_violent_life(Simulation& simulation) {
  add_eventful_life(simulation);
  simulation.add_process(kick(StarId{20}, {0.4, -0.3, 0.2}, 0.3));
  simulation.add_process(merger(StarId{30}, StarId{31}, 0.55));
}

}  // namespace tucana::test
