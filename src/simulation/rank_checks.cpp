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

LineRow line_row(std::string_view line) {
  LineRow row{};
  std::memcpy(row.data(), line.data(), std::min(line.size(), row.size() - 1));
  return row;
}

/// Without comments.
std::vector<std::string_view> option_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    const std::string_view line = whole.substr(0, whole.find("  #"));
    if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
  }
  return lines;
}

std::string_view key_of(std::string_view line) { return line.substr(0, line.find(" = ")); }

/// The first line that rank 0 does not have, and what that has for it. Options that were chosen stand before the
/// others, so that lines of one number need not belong together.
struct Difference {
  LineRow own{}, of_first{};
};
Difference first_difference(std::string_view own, std::string_view of_first) {
  const auto own_lines = option_lines(own), first_lines = option_lines(of_first);
  const auto differs = [&](std::string_view line) { return std::ranges::find(first_lines, line) == first_lines.end(); };
  const auto line = std::ranges::find_if(own_lines, differs);
  if (line == own_lines.end()) return {};
  Difference found{line_row(*line), {}};
  const auto other = std::ranges::find(first_lines, key_of(*line), key_of);
  if (other != first_lines.end())
    found.of_first = line_row(*other);
  else if (first_lines.size() == 1)
    found.of_first = line_row(first_lines.front());
  return found;
}

}  // namespace

void expect_same_in_ranks(Communicator& ranks, const std::string& what, const std::string& own) {
  if (ranks.is_alone()) return;
  const int other = first_other(ranks, checksum(std::as_bytes(std::span(own))));
  if (other < 0) return;
  const std::string of_first = ranks.from_first(own);
  const auto found = row_of_each(ranks, first_difference(own, of_first));
  const Difference& told = found[static_cast<std::size_t>(other)];
  const std::string first_has =
      told.of_first[0] == '\0' ? "" : fmt::format(" where that has [{}]", told.of_first.data());
  throw InputError(
      fmt::format("{} has other {} than rank 0: [{}]{}; start the same program with the same options on "
                  "machines of one kind",
                  rank_name(ranks, other), what, told.own.data(), first_has));
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
