#include "tucana/simulation/epoch.h"

#include <fmt/format.h>

#include <cmath>

#include "tucana/core/error.h"

namespace tucana {

Epoch::Epoch(double start) : start_(start) {
  if (std::abs(start) <= largest_time) return;
  throw InputError(fmt::format(
      "the stars are at t = {:.12g}: beyond {:.0f} time units, steps of a millionth of a unit cannot be told "
      "apart any more; set the time in the file (Header/Time) to 0, or give it other units",
      start, largest_time));
}

Tick Epoch::end_tick(double end_time, Tick now) const {
  const Tick end = tick_of(end_time);
  if (end < now) {
    throw InputError(fmt::format("run.end_time = {:.12g} lies before the time of the stars, {:.12g}: give a later one",
                                 end_time, time_of(now)));
  }
  if (end > Tick::nearest(Tick::largest_time)) {
    throw InputError(fmt::format(
        "run.end_time = {:.12g} lies {:.12g} time units after the start at t = {:.12g}, and a run reaches {:.0f}: "
        "end it at {:.12g} or before, and start another run from its last snapshot",
        end_time, end_time - start_, start_, Tick::largest_time, start_ + Tick::largest_time));
  }
  return end;
}

void Epoch::describe(Archive& archive) {
  archive.field("epoch", start_);
  if (archive.loading() && !(std::abs(start_) <= largest_time)) {
    throw InputError("the checkpoint is damaged: the time at which its run began is out of range");
  }
}

}  // namespace tucana
