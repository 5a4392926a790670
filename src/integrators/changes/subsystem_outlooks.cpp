#include "tucana/integrators/changes/subsystem_outlooks.h"

#include <numeric>

#include "tucana/core/for_each_index.h"
#include "tucana/gravity/ranks/part_exchange.h"

namespace tucana {
namespace {

/// Looking at the bodies around a subsystem, and at one body for its tide, take as long as so many pairs of a regular
/// force on the processor.
constexpr double pairs_per_look = 3000, pairs_per_tide = 20;
/// Subsystems for one thread at a time: some microseconds of work.
constexpr std::size_t look_grain = 4;

}  // namespace

std::span<const Outlook> SubsystemOutlooks::find(std::span<const OutlookQuestion> questions, ChangingBodies& bodies,
                                                 const Subsystems& subsystems, Tick t) {
  outlooks_.assign(questions.size(), {});
  const std::vector<std::size_t> first = shares(questions, bodies);
  if (first.empty()) {
    answer(questions, outlooks_, bodies, subsystems, t);
    return outlooks_;
  }
  const auto rank = static_cast<std::size_t>(ranks_->rank());
  const std::size_t begin = first[rank], size = first[rank + 1] - begin;
  answer(questions.subspan(begin, size), std::span(outlooks_).subspan(begin, size), bodies, subsystems, t);
  std::vector<std::size_t> bytes;
  for (const std::size_t k : first) bytes.push_back(k * sizeof(Outlook));
  ranks_->gather(std::as_writable_bytes(std::span(outlooks_)), bytes, ExchangePhase::subsystem);
  return outlooks_;
}

/// Where the questions of each rank begin, and the end; nothing if every rank answers all of them.
std::vector<std::size_t> SubsystemOutlooks::shares(std::span<const OutlookQuestion> questions,
                                                   ChangingBodies& bodies) const {
  if (ranks_->is_alone() || questions.size() < 2) return {};
  const double tide = pairs_per_tide * static_cast<double>(bodies.slots().body_count());
  std::vector<double> costs;
  for (const OutlookQuestion& one : questions)
    costs.push_back((one.may_be_alone ? pairs_per_look : 0) + (one.wants_tide ? tide : 0));
  if (!rule_.divides_host_work(std::accumulate(costs.begin(), costs.end(), 0.0), costs.size() * sizeof(Outlook)))
    return {};
  return parts_of_equal_cost(costs, static_cast<std::size_t>(ranks_->size()));
}

void SubsystemOutlooks::answer(std::span<const OutlookQuestion> questions, std::span<Outlook> outlooks,
                               ChangingBodies& bodies, const Subsystems& subsystems, Tick t) {
  const auto look = [&](std::size_t k) {
    const OutlookQuestion& one = questions[k];
    if (one.may_be_alone)
      outlooks[k].alone_for = SubsystemRelations::alone_for(one.slot, one.radius, t, bodies, subsystems);
  };
  if (bodies.shares_near()) {
    for_each_index<look_grain>(workers_, questions.size(), look);
  } else {
    for (std::size_t k = 0; k < questions.size(); ++k) look(k);
  }
  std::vector<Slot> slots;
  for (const OutlookQuestion& one : questions)
    if (one.wants_tide) slots.push_back(one.slot);
  if (slots.empty()) return;
  const std::vector<LinearTide> tides = bodies.tides_beyond(slots, t);
  auto next = tides.begin();
  for (std::size_t k = 0; k < questions.size(); ++k)
    if (questions[k].wants_tide) outlooks[k].tide_beyond = *next++;
}

}  // namespace tucana
