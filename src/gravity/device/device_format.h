#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "tucana/core/vec3.h"
#include "tucana/gravity/force_engine.h"
#include "tucana/gravity/leaf_tree.h"

namespace tucana {

/// How the numbers of a precision lie on a device: what kernels/number.kernel.h, rows.kernel.h and pair.kernel.h say.
struct DeviceFormat {
  Precision precision;

  bool is_double() const { return precision == Precision::fp64; }
  std::size_t real_bytes() const { return is_double() ? sizeof(double) : sizeof(float); }
  /// Columns of a number in which leaf sums are added: a double, or two floats.
  std::size_t total_columns() const { return is_double() ? 1 : 2; }

  static std::size_t source_high_columns(Prediction prediction) { return prediction == Prediction::crackle ? 19 : 13; }
  static std::size_t target_high_columns(bool snap) { return snap ? 9 : 6; }
  /// All columns of rows that begin with the position.
  std::size_t columns(std::size_t high_columns) const {
    if (precision == Precision::extended) return 2 * high_columns;
    return high_columns + (precision == Precision::two_float ? 3 : 0);
  }
  std::size_t columns_of_number() const { return precision == Precision::extended ? 2 : 1; }

  /// Bytes of a predicted row: the struct Row, whose size is a multiple of 16.
  std::size_t row_bytes(Prediction prediction) const {
    const std::size_t high = prediction == Prediction::crackle ? 10 : 7;
    return (columns(high) * real_bytes() + 15) / 16 * 16;
  }
};

/// Columns of `rows` numbers in a device's format, ready to be sent. They begin with the three of the position.
class DeviceColumns {
 public:
  void reset(DeviceFormat format, std::size_t high_columns, std::size_t rows, std::size_t more_columns = 0) {
    format_ = format;
    high_columns_ = high_columns;
    rows_ = rows;
    bytes_.resize((format.columns(high_columns) + more_columns) * rows * format.real_bytes());
  }

  void put(std::size_t column, std::size_t row, double value) {
    if (format_.is_double()) {
      put_real(column, row, value);
      return;
    }
    const auto high = static_cast<float>(value);
    put_real(column, row, high);
    if (format_.precision == Precision::extended || (format_.precision == Precision::two_float && column < 3))
      put_real(high_columns_ + column, row, static_cast<float>(value - static_cast<double>(high)));
  }
  void put(std::size_t column, std::size_t row, const Vec3& value) {
    put(column, row, value.x);
    put(column + 1, row, value.y);
    put(column + 2, row, value.z);
  }
  /// Behind all others: one number, with its low part in extended.
  void put_more(std::size_t number, std::size_t row, double value);

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class Real>
  void put_real(std::size_t column, std::size_t row, Real value) {
    std::memcpy(bytes_.data() + (column * rows_ + row) * sizeof value, &value, sizeof value);
  }

  DeviceFormat format_{};
  std::size_t high_columns_ = 0, rows_ = 0;
  std::vector<std::byte> bytes_;
};

/// A total as a device adds it, on the host: the same operations in the same precision, and therefore the same bits.
struct DeviceTotal {
  double high = 0;  ///< a double, or a float
  float low = 0;
  bool is_pair = false;

  /// `left` comes before this one in the tree of leaves.
  DeviceTotal& operator+=(const DeviceTotal& left);
  double value() const { return high + static_cast<double>(low); }
};
using DeviceTree = LeafTreeOf<DeviceTotal>;

/// The total in row `row` of a column, whose low part is `stride` numbers behind the high one.
DeviceTotal load_total(DeviceFormat format, std::span<const std::byte> bytes, std::size_t column, std::size_t stride,
                       std::size_t row);

}  // namespace tucana
