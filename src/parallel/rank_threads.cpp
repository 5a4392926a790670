#include "tucana/parallel/rank_threads.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace tucana {

int threads_of_rank(int threads, const Communicator& ranks) {
  if (threads > 0 || ranks.is_alone()) return threads;
  cpu_set_t set;
  CPU_ZERO(&set);
  const int allowed = sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
  const auto present = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int share = std::max(1, std::max(allowed, present) / ranks.ranks_on_host());
  return std::min(allowed, share);
}

}  // namespace tucana
