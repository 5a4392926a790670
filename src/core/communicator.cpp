#include "tucana/core/communicator.h"

#include <algorithm>

#include "tucana/core/error.h"

namespace tucana {
namespace {

class Alone final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::string host(int) const override { return "this machine"; }
  int rank_on_host() const override { return 0; }
  int ranks_on_host() const override { return 1; }

 private:
  void do_broadcast(std::span<std::byte>) override {}
  void do_gather(std::span<std::byte>, std::span<const std::size_t>) override {}
};

/// After so many exchanges the timings of all ranks are compared: one small message among many.
constexpr std::size_t exchanges_to_settle = 1024;

}  // namespace

template <class Exchange>
void Communicator::timed(ExchangePhase phase, std::size_t bytes, const Exchange& exchange) {
  const double work = watch_.lap();
  exchange();
  const double call = watch_.lap();
  counts_.seconds += call;
  ++counts_.messages;
  counts_.bytes += bytes;
  ExchangeTotals& totals = counts_.totals_of(phase);
  ++totals.messages;
  totals.bytes += bytes;
  timings_.push_back({phase, static_cast<float>(work), static_cast<float>(call)});
  if (timings_.size() == exchanges_to_settle) settle();
}

void Communicator::settle() {
  if (is_alone() || timings_.empty()) return;
  const auto ranks = static_cast<std::size_t>(size()), own = static_cast<std::size_t>(rank());
  const std::size_t exchanges = timings_.size();
  std::vector<ExchangeTiming> all(ranks * exchanges);
  std::ranges::copy(timings_, all.begin() + static_cast<std::ptrdiff_t>(own * exchanges));
  std::vector<std::uint64_t> divided(ranks);
  divided[own] = counts_.divided;
  std::vector<std::size_t> first(ranks + 1), one(ranks + 1);
  for (std::size_t r = 0; r <= ranks; ++r) {
    first[r] = r * exchanges * sizeof(ExchangeTiming);
    one[r] = r * sizeof(std::uint64_t);
  }
  do_gather(std::as_writable_bytes(std::span(all)), first);
  do_gather(std::as_writable_bytes(std::span(divided)), one);
  counts_.messages += 2;
  counts_.bytes += first.back() + one.back();
  ExchangeTotals& totals = counts_.totals_of(ExchangePhase::other);
  totals.messages += 2;
  totals.bytes += first.back() + one.back();
  counts_.seconds += watch_.lap();
  add_timings(counts_, all, ranks, own);
  timings_.clear();
  double sum = 0;
  for (const std::uint64_t of_rank : divided) sum += static_cast<double>(of_rank);
  if (sum > 0)
    counts_.largest_over_mean = static_cast<double>(std::ranges::max(divided)) * static_cast<double>(ranks) / sum;
}

void Communicator::broadcast(std::span<std::byte> bytes) {
  if (is_alone() || bytes.empty()) return;
  timed(ExchangePhase::other, bytes.size(), [&] { do_broadcast(bytes); });
}

void Communicator::gather(std::span<std::byte> all, std::span<const std::size_t> first, ExchangePhase phase) {
  TUCANA_EXPECT(first.size() == static_cast<std::size_t>(size()) + 1 && first.back() == all.size());
  if (is_alone() || all.empty()) return;
  timed(phase, all.size(), [&] { do_gather(all, first); });
}

std::string Communicator::from_first(std::string text) {
  text.resize(decide([&] { return text.size(); }));
  broadcast(std::as_writable_bytes(std::span(text)));
  return text;
}

Communicator& alone() {
  static Alone communicator;
  return communicator;
}

std::string rank_name(const Communicator& ranks, int rank) {
  return "rank " + std::to_string(rank) + " on " + ranks.host(rank);
}

}  // namespace tucana
