#include "tucana/core/exchange_counts.h"

#include <algorithm>

namespace tucana {

ExchangeSeconds& ExchangeSeconds::operator+=(const ExchangeSeconds& other) {
  communication += other.communication;
  waiting += other.waiting;
  imbalance += other.imbalance;
  return *this;
}

ExchangeSeconds ExchangeCounts::total() const {
  ExchangeSeconds sum;
  for (const ExchangeSeconds& one : phases) sum += one;
  return sum;
}

void add_timings(ExchangeCounts& counts, const std::vector<ExchangeTiming>& all, std::size_t ranks, std::size_t own) {
  const std::size_t exchanges = all.size() / ranks;
  for (std::size_t k = 0; k < exchanges; ++k) {
    double shortest_call = all[k].call, longest_work = 0, sum_of_work = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
      const ExchangeTiming& one = all[r * exchanges + k];
      shortest_call = std::min<double>(shortest_call, one.call);
      longest_work = std::max<double>(longest_work, one.work);
      sum_of_work += one.work;
    }
    const ExchangeTiming& mine = all[own * exchanges + k];
    counts.phases[static_cast<std::size_t>(mine.phase)] +=
        {shortest_call, mine.call - shortest_call, longest_work - sum_of_work / static_cast<double>(ranks)};
  }
}

}  // namespace tucana
