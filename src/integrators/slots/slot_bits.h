#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tucana/core/ids.h"

namespace tucana {

/// Sorts slots with a bit for each, and a bit for each word that has any: faster than comparisons from some tens of
/// slots on.
class SlotBits {
 public:
  void resize(std::size_t slots) {
    words_.resize((slots + 63) / 64);
    used_.resize((words_.size() + 63) / 64);
  }

  void add(Slot slot) {
    const std::size_t word = index(slot) / 64;
    words_[word] |= std::uint64_t{1} << index(slot) % 64;
    used_[word / 64] |= std::uint64_t{1} << word % 64;
  }

  void remove(Slot slot) { words_[index(slot) / 64] &= ~(std::uint64_t{1} << index(slot) % 64); }

  /// Calls f(slot) in ascending order, and removes all slots.
  template <class F>
  void take(F&& f) {
    for (std::size_t u = 0; u < used_.size(); ++u) {
      for_each_bit(used_[u], [&](std::size_t bit) {
        const std::size_t word = 64 * u + bit;
        for_each_bit(words_[word], [&](std::size_t one) { f(slot_at(64 * word + one)); });
        words_[word] = 0;
      });
      used_[u] = 0;
    }
  }

  std::size_t bytes() const { return (words_.capacity() + used_.capacity()) * sizeof(std::uint64_t); }

 private:
  template <class F>
  static void for_each_bit(std::uint64_t word, F&& f) {
    for (; word != 0; word &= word - 1) f(static_cast<std::size_t>(std::countr_zero(word)));
  }

  std::vector<std::uint64_t> words_, used_;
};

}  // namespace tucana
