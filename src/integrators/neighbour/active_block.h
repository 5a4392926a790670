#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "tucana/core/reused_rows.h"
#include "tucana/integrators/block_schedule.h"
#include "tucana/integrators/neighbour/active_row.h"
#include "tucana/integrators/slots/due_slots.h"

namespace tucana {

/// The bodies under work: those of a block, or of a trial of all. Their rows are apart from the state until the whole
/// block has succeeded. Nothing in it outlives the block.
struct ActiveBlock {
  /// What is needed to file the step of a body: separate from its row, which stays where it was computed.
  struct NextStep {
    Level level;
    std::uint32_t neighbours;
    bool is_deflected = false;  ///< then its regular step has become shorter
  };

  std::vector<Slot> slots;
  ReusedRows<ActiveRow> rows;
  ReusedRows<NextStep> next;
  std::atomic<bool> is_suspicious = false;  ///< something in a row may be an error

  std::size_t size() const { return slots.size(); }

  void take(std::vector<Slot> chosen) {
    slots = std::move(chosen);
    fit();
  }
  /// Those that are due next, in the order of their slots.
  void take_due(const BlockSchedule& schedule, std::size_t slot_count) {
    due_.take(schedule, slot_count, slots);
    fit();
  }

  /// Called when a row has been computed, with a sum of its numbers: a finite sum has finite terms.
  void look_at(const ActiveRow& row, double sum) {
    if (!std::isfinite(sum) || row.wanted_step * Tick::per_unit < 1) is_suspicious = true;
  }

 private:
  void fit() {
    rows.resize(slots.size());
    next.resize(slots.size());
  }

  DueSlots due_;
};

}  // namespace tucana
