#include <fmt/format.h>

#include <algorithm>

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"
#include "tucana/grape6/card.h"
#include "tucana/grape6/client_memory.h"

namespace tucana::grape6 {

void Card::read_lists() {
  has_read_lists_ = false;
  if (!has_begun_) throw InputError("there is no force calculation before it (or it failed)");
  wait();
  const Stopwatch watch;
  const bool without_self = has_lists_;  // those of a force leave the target out already
  if (settings_.lists == ListMode::off) {
    found_.first.assign(rows_.size() + 1, 0);
    found_.slots.clear();
  } else if (!has_lists_) {
    make_lists();
  }
  translate_lists(without_self);
  has_read_lists_ = true;
  ++report_.list_calls;
  report_.list_seconds += watch.seconds();
}

/// All sources within the radius, the target itself among them. The engine has the sources of the force still: what was
/// set since then waits in the table.
void Card::make_lists() {
  const std::vector<Slot> nobody(rows_.size(), no_slot);
  Results results;
  results.lists = &found_;
  engine_
      ->evaluate(store_.rows(), store_.when(), {nobody, scaled_.position, scaled_.velocity, scaled_.radius2}, {},
                 {.acceleration = false, .lists = true}, results)
      .wait();
}

/// From slots to indices, ascending, with or without the target by the rule that the client expects.
void Card::translate_lists(bool without_self) {
  list_first_.assign(1, 0);
  list_index_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(list_index_.size());
    const int own = rows_.index[i];
    if (!rows_.is_bad[i]) {
      for (const Slot slot : found_.of(i)) {
        const int other = store_.index_of(slot);
        if (other != own || settings_.self_in_list) list_index_.push_back(other);
      }
      if (without_self && settings_.self_in_list && rows_.slot[i] != no_slot) {
        const Source& self = table()[index(rows_.slot[i])];
        if (norm2(self.predicted_position(call_time_) - rows_.position[i]) < rows_.radius2[i])
          list_index_.push_back(own);
      }
    }
    std::sort(list_index_.begin() + begin, list_index_.end());
    list_first_.push_back(list_index_.size());
  }
}

bool Card::copy_list(int target, int most, int& n, void* list) const {
  n = 0;
  if (!has_read_lists_) throw InputError("g6_read_neighbour_list_ was not called after the force calculation");
  if (target < 0 || target >= static_cast<int>(rows_.size()))
    throw InputError(fmt::format("ipipe = {} is not from 0 to {}, below the number of targets", target,
                                 static_cast<int>(rows_.size()) - 1));
  if (most < 0) throw InputError(fmt::format("maxlen = {} is negative", most));
  const auto i = static_cast<std::size_t>(target);
  const std::size_t length = list_first_[i + 1] - list_first_[i];
  const std::size_t copied = std::min(length, static_cast<std::size_t>(most));
  if (copied > 0 && list == nullptr) throw InputError("list is a null pointer");
  for (std::size_t k = 0; k < copied; ++k) write_at(list, k, list_index_[list_first_[i] + k]);
  n = static_cast<int>(copied);
  return copied == length;
}

}  // namespace tucana::grape6
