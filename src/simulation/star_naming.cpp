#include "tucana/simulation/star_naming.h"

#include <fmt/format.h>

namespace tucana {

std::string naming_star(const SlotProblem& problem, std::span<const StarId> ids) {
  const bool is_known = problem.slot != no_slot && index(problem.slot) < ids.size();
  return problem.text(is_known ? fmt::format("star {}", value(ids[index(problem.slot)])) : "a star");
}

}  // namespace tucana
