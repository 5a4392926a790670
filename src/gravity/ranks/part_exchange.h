#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "tucana/core/communicator.h"
#include "tucana/core/stopwatch.h"

namespace tucana {

/// Rows 0 .. n-1, divided between the ranks in contiguous parts of nearly equal length.
class RankParts {
 public:
  /// Parts begin at multiples of `grain` rows, so that kernels which take several rows at once are well filled.
  RankParts(std::size_t rows, const Communicator& ranks, std::size_t grain)
      : rows_(rows), ranks_(static_cast<std::size_t>(ranks.size())), grain_(grain) {}

  std::size_t begin(std::size_t rank) const {
    const std::size_t grains = (rows_ + grain_ - 1) / grain_;
    const std::size_t at = grains * rank / ranks_ * grain_;
    return at < rows_ ? at : rows_;
  }
  std::size_t size(std::size_t rank) const { return begin(rank + 1) - begin(rank); }
  std::size_t ranks() const { return ranks_; }

 private:
  std::size_t rows_, ranks_, grain_;
};

/// Where the part of each rank begins, and the end of the last one: contiguous parts of nearly equal cost.
std::vector<std::size_t> parts_of_equal_cost(std::span<const double> costs, std::size_t ranks);

/// One row of each rank, in all ranks.
template <class Row>
std::vector<Row> row_of_each(Communicator& ranks, const Row& own, ExchangePhase phase = ExchangePhase::other) {
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<Row> rows(size);
  rows[static_cast<std::size_t>(ranks.rank())] = own;
  std::vector<std::size_t> first(size + 1);
  for (std::size_t r = 0; r <= size; ++r) first[r] = r * sizeof(Row);
  ranks.gather(std::as_writable_bytes(std::span(rows)), first, phase);
  return rows;
}

/// Counts a scope as moving of data, without the exchanges in it.
class MovingTimer {
 public:
  explicit MovingTimer(Communicator& ranks) : ranks_(ranks), exchanged_(ranks.counts().seconds) {}
  ~MovingTimer() { ranks_.count_moving(watch_.seconds() - (ranks_.counts().seconds - exchanged_)); }
  MovingTimer(const MovingTimer&) = delete;
  MovingTimer& operator=(const MovingTimer&) = delete;

 private:
  Communicator& ranks_;
  double exchanged_;
  Stopwatch watch_;
};

/// The buffer of one gather: each rank puts its columns in, one after the other, and all take out those of the others
/// in the same order.
class PartExchange {
 public:
  explicit PartExchange(Communicator& ranks) : ranks_(ranks) {}

  /// Begins anew, with so many bytes of each rank.
  void begin(std::span<const std::size_t> bytes) {
    first_.assign(1, 0);
    for (const std::size_t size : bytes) first_.push_back(first_.back() + size);
    buffer_.resize(first_.back());
    next_ = first_;
  }

  template <class T>
  void put(std::span<const T> values) {
    std::size_t& at = next_[static_cast<std::size_t>(ranks_.rank())];
    if (!values.empty()) std::memcpy(buffer_.data() + at, values.data(), values.size_bytes());
    at += values.size_bytes();
  }

  void exchange(ExchangePhase phase) {
    ranks_.gather(buffer_, first_, phase);
    next_ = first_;
  }

  template <class T>
  void take(std::size_t rank, std::span<T> values) {
    if (!values.empty()) std::memcpy(values.data(), buffer_.data() + next_[rank], values.size_bytes());
    next_[rank] += values.size_bytes();
  }

 private:
  Communicator& ranks_;
  std::vector<std::byte> buffer_;
  std::vector<std::size_t> first_, next_;
};

}  // namespace tucana
