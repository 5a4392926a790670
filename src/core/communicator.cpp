#include "tucana/core/communicator.h"

#include "tucana/core/error.h"
#include "tucana/core/stopwatch.h"

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

}  // namespace

void Communicator::broadcast(std::span<std::byte> bytes) {
  if (is_alone() || bytes.empty()) return;
  const ScopedSeconds timer(counts_.seconds);
  do_broadcast(bytes);
  ++counts_.messages;
  counts_.bytes += bytes.size();
}

void Communicator::gather(std::span<std::byte> all, std::span<const std::size_t> first) {
  TUCANA_EXPECT(first.size() == static_cast<std::size_t>(size()) + 1 && first.back() == all.size());
  if (is_alone() || all.empty()) return;
  const ScopedSeconds timer(counts_.seconds);
  do_gather(all, first);
  ++counts_.messages;
  counts_.bytes += all.size();
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
