#include "tucana/tree/key_sort.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tucana/tree/hilbert_key.h"

namespace tucana::tree {
namespace {

constexpr int key_bits = 3 * key_levels;
constexpr int first_bits = 11;
constexpr std::size_t parts = std::size_t{1} << first_bits;
constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
/// Below, moving one by one is cheaper than counting 256 digits.
constexpr std::size_t few = 48;
/// The rows of the table of counts in the first pass; by N alone, though the result does not depend on it.
constexpr std::size_t most_chunks = 16;

void sort_few(KeyedBody* first, KeyedBody* last) {
  for (KeyedBody* i = first + 1; i < last; ++i) {
    const KeyedBody body = *i;
    KeyedBody* to = i;
    for (; to > first && to[-1].key > body.key; --to) *to = to[-1];
    *to = body;
  }
}

/// Sorts by the lowest `bits` bits. The bodies are in `from`; they end in `from`, or in `other` when `to_other`.
void sort_part(KeyedBody* from, KeyedBody* other, std::size_t n, int bits, bool to_other) {
  if (n <= few || bits == 0) {
    if (bits > 0 && n > 1) sort_few(from, from + n);
    if (to_other) std::copy(from, from + n, other);
    return;
  }
  const int shift = std::max(0, bits - digit_bits);
  const auto digit = [shift](const KeyedBody& body) { return body.key >> shift & (digits - 1); };
  std::array<std::uint32_t, digits> end{};
  for (std::size_t i = 0; i < n; ++i) ++end[digit(from[i])];
  std::uint32_t sum = 0;
  for (auto& count : end) count = std::exchange(sum, sum + count);
  for (std::size_t i = 0; i < n; ++i) other[end[digit(from[i])]++] = from[i];
  // Now in `other`, and end[d] is the end of digit d.
  std::size_t begin = 0;
  for (std::size_t d = 0; d < digits; ++d) {
    if (end[d] > begin) sort_part(other + begin, from + begin, end[d] - begin, shift, !to_other);
    begin = end[d];
  }
}

}  // namespace

void sort_by_key(std::vector<KeyedBody>& bodies, std::vector<KeyedBody>& spare, Workers& workers) {
  const std::size_t n = bodies.size();
  spare.resize(n);
  if (n <= parts) {
    sort_part(bodies.data(), spare.data(), n, key_bits, false);
    return;
  }
  const std::size_t chunks = std::min(most_chunks, n / parts);
  const auto chunk_begin = [&](std::size_t c) { return n * c / chunks; };
  const auto part_of = [](const KeyedBody& body) { return body.key >> (key_bits - first_bits); };
  std::vector<std::array<std::uint32_t, parts>> place(chunks);
  workers.run(chunks, [&](std::size_t c, int) {
    auto& count = place[c];
    count.fill(0);
    for (std::size_t i = chunk_begin(c); i < chunk_begin(c + 1); ++i) ++count[part_of(bodies[i])];
  });
  std::vector<std::uint32_t> begin(parts + 1);
  std::uint32_t sum = 0;
  for (std::size_t p = 0; p < parts; ++p) {
    begin[p] = sum;
    for (auto& count : place) count[p] = std::exchange(sum, sum + count[p]);
  }
  begin[parts] = sum;
  workers.run(chunks, [&](std::size_t c, int) {
    auto& to = place[c];
    for (std::size_t i = chunk_begin(c); i < chunk_begin(c + 1); ++i) spare[to[part_of(bodies[i])]++] = bodies[i];
  });
  // Parts are claimed in runs of a similar number of bodies.
  constexpr std::size_t run = 16;
  workers.run(parts / run, [&](std::size_t r, int) {
    for (std::size_t p = r * run; p < (r + 1) * run; ++p)
      sort_part(spare.data() + begin[p], bodies.data() + begin[p], begin[p + 1] - begin[p], key_bits - first_bits,
                true);
  });
}

}  // namespace tucana::tree
