#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tucana::bench {

/// Finding and refiling the due bodies at one N: the sorted list beside a scan of all bodies.
struct ScheduleRow {
  std::size_t n = 0;
  std::uint64_t blocks = 0;
  std::uint64_t due = 0;              ///< bodies handed out, over all blocks
  std::uint64_t list_operations = 0;  ///< list entries handed out or moved
  std::uint64_t scan_operations = 0;  ///< bodies looked at by a scan for the same blocks
  double list_seconds = 0;
  double scan_seconds = 0;  ///< for the same blocks
};

/// Bodies with steps over 22 powers of two, half as many at each shorter one, that change their step at
/// random as in a run. The same sequence of blocks goes through both ways of finding the due bodies.
ScheduleRow run_schedule_bench(std::size_t n, std::uint64_t blocks);

std::string to_table(const std::vector<ScheduleRow>& rows);
std::string to_json(const std::vector<ScheduleRow>& rows);

}  // namespace tucana::bench
