#include <algorithm>
#include <map>

#include "tucana/core/stopwatch.h"
#include "tucana/grape6/card.h"

namespace tucana::grape6 {

/// Targets that are summed together: one softening, and the sources hidden that more than one of them leaves out.
struct Card::Pass {
  double eps2 = 0;
  std::vector<std::size_t> members;
  std::vector<Slot> hidden;
};

void Card::evaluate_in_passes(const std::vector<std::size_t>& which, const Place& place) {
  std::map<std::pair<double, std::optional<int>>, Pass> passes;
  for (const std::size_t i : which) {
    const bool is_several = place.store.match(rows_.index[i]).is_several;
    const auto key = std::pair(place.rows.eps2[i], is_several ? std::optional(rows_.index[i]) : std::nullopt);
    Pass& pass = passes[key];
    pass.eps2 = place.rows.eps2[i];
    if (is_several && pass.members.empty()) pass.hidden = place.store.all_with(rows_.index[i]);
    pass.members.push_back(i);
  }
  const Stopwatch watch;
  for (const auto& [key, pass] : passes) evaluate(pass, place);
  report_.force_seconds += watch.seconds();
}

void Card::evaluate(const Pass& pass, const Place& place) {
  const std::size_t n = pass.members.size();
  TargetRows some;
  some.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = pass.members[k];
    some.slot[k] = pass.hidden.empty() ? rows_.slot[i] : no_slot;
    some.position[k] = place.rows.position[i];
    some.velocity[k] = place.rows.velocity[i];
    some.acceleration[k] = place.rows.acceleration[i];
  }
  Answers answers;
  answers.resize(n);
  if (!pass.hidden.empty()) place.store.hide(pass.hidden);
  place.engine
      .evaluate(place.store.rows(), place.store.when(),
                {some.slot, some.position, some.velocity, {}, some.acceleration}, {pass.eps2}, wanted(true, false),
                answers.results(nullptr))
      .wait();
  if (!pass.hidden.empty()) place.store.restore(pass.hidden);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = pass.members[k];
    unit_[i] = place.store.units();
    answers_.acceleration[i] = answers.acceleration[k];
    answers_.jerk[i] = answers.jerk[k];
    answers_.snap[i] = answers.snap[k];
    answers_.potential[i] = answers.potential[k];
    const bool is_hidden = std::ranges::find(pass.hidden, answers.nearest[k]) != pass.hidden.end();
    answers_.nearest[i] = is_hidden ? no_slot : answers.nearest[k];
    answers_.nearest_distance2[i] = answers.nearest_distance2[k];
  }
}

}  // namespace tucana::grape6
