#include "tucana/simulation/rank_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "tucana/core/archive_checksum.h"
#include "tucana/core/checksum.h"
#include "tucana/core/error.h"
#include "tucana/gravity/ranks/part_exchange.h"
#include "tucana/simulation/simulation.h"

namespace tucana {
namespace {

/// The first rank that has something else than rank 0; -1 if there is none.
int first_other(Communicator& ranks, std::uint64_t own) {
  const auto all = row_of_each(ranks, own);
  const auto other = std::find_if(all.begin(), all.end(), [&](std::uint64_t one) { return one != all.front(); });
  return other == all.end() ? -1 : static_cast<int>(other - all.begin());
}

using LineRow = std::array<char, 200>;

/// Without a comment behind it.
LineRow line_row(std::string_view line) {
  LineRow row{};
  line = line.substr(0, line.find("  #"));
  std::memcpy(row.data(), line.data(), std::min(line.size(), row.size() - 1));
  return row;
}

std::string_view line_of(std::string_view text, std::size_t number) {
  for (; number > 0; --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

/// The number of the first line that differs from that of rank 0.
std::size_t first_difference(std::string_view own, std::string_view of_first) {
  std::size_t number = 0;
  const std::size_t most = std::max(own.size(), of_first.size());
  while (number < most && line_of(own, number) == line_of(of_first, number)) ++number;
  return number;
}

}  // namespace

void expect_same_in_ranks(Communicator& ranks, const std::string& what, const std::string& own) {
  if (ranks.is_alone()) return;
  const int other = first_other(ranks, checksum(std::as_bytes(std::span(own))));
  if (other < 0) return;
  const std::string of_first = ranks.from_first(own);
  const std::size_t number = own == of_first ? 0 : first_difference(own, of_first);
  const auto lines = row_of_each(ranks, line_row(line_of(own, number)));
  const auto lines_of_first = row_of_each(ranks, line_row(line_of(of_first, number)));
  const auto r = static_cast<std::size_t>(other);
  const std::string first_has =
      lines_of_first[r][0] == '\0' ? "" : fmt::format(" where that has [{}]", lines_of_first[r].data());
  throw InputError(
      fmt::format("{} has other {} than rank 0: [{}]{}; start the same program with the same options on "
                  "machines of one kind",
                  rank_name(ranks, other), what, lines[r].data(), first_has));
}

void expect_same_state(Communicator& ranks, Simulation& simulation) {
  if (ranks.is_alone()) return;
  ArchiveChecksum sum;
  simulation.describe_state(sum);
  const int other = first_other(ranks, sum.value());
  if (other < 0) return;
  throw FailureError(
      fmt::format("{} has come to another state than rank 0 at t = {:.12g}: a fault of its memory or "
                  "processor, or of this program; no checkpoint was written",
                  rank_name(ranks, other), simulation.time_of(simulation.integrator().now())));
}

}  // namespace tucana
