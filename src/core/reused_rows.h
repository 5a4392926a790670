#pragma once

#include <cstddef>
#include <vector>

namespace tucana {

/// A vector that keeps its rows when it shrinks, so that a varying size costs nothing: std::vector constructs new rows
/// whenever it grows. For rows that are written before they are read.
template <class T>
class ReusedRows {
 public:
  void resize(std::size_t n) {
    if (n > rows_.size()) rows_.resize(n);
    size_ = n;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return rows_[i]; }
  const T& operator[](std::size_t i) const { return rows_[i]; }
  T* data() { return rows_.data(); }
  const T* data() const { return rows_.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  std::vector<T> rows_;
  std::size_t size_ = 0;
};

}  // namespace tucana
