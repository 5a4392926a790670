#include "tucana/simulation/epoch.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/error.h"

namespace tucana {

Epoch::Epoch(double start) : start_(start), first_(start) {
  if (std::abs(start) <= largest_time) return;
  throw InputError(fmt::format(
      "the stars are at t = {:.12g}: beyond {:.0f} time units, steps of a millionth of a unit cannot be told "
      "apart any more; set the time in the file (Header/Time) to 0, or give it other units",
      start, largest_time));
}

void Epoch::check_end(double end_time, Tick now) const {
  if (tick_of(end_time) < now) {
    throw InputError(fmt::format("run.end_time = {:.12g} lies before the time of the stars, {:.12g}: give a later one",
                                 end_time, time_of(now)));
  }
  if (!(end_time <= largest_time)) {
    throw InputError(fmt::format(
        "run.end_time = {:.12g} is beyond {:.0f} time units, where steps of a millionth of a unit cannot be told apart "
        "any more: end the run before",
        end_time, largest_time));
  }
}

void Epoch::describe(Archive& archive) {
  archive.field("epoch", start_);
  archive.field("first_time", first_);
  start_ += archive.moved_by().units();
  const auto is_time = [](double time) { return std::abs(time) <= largest_time; };
  if (archive.loading() && !(is_time(start_) && is_time(first_) && first_ <= start_)) {
    throw InputError("the checkpoint is damaged: the time at which its run began is out of range");
  }
}

}  // namespace tucana
