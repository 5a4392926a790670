#include "tucana/gravity/device/device_format.h"

#include <algorithm>
#include <limits>

namespace tucana {

void DeviceColumns::put_more(std::size_t number, std::size_t row, double value) {
  const std::size_t column = format_.columns(high_columns_) + number * format_.columns_of_number();
  if (format_.is_double()) {
    put_real(column, row, value);
    return;
  }
  constexpr double largest = std::numeric_limits<float>::max();
  const auto high = static_cast<float>(std::clamp(value, -largest, largest));
  put_real(column, row, high);
  if (format_.columns_of_number() == 2)
    put_real(column + 1, row, std::abs(value) < largest ? static_cast<float>(value - static_cast<double>(high)) : 0.0f);
}

DeviceTotal load_total(DeviceFormat format, std::span<const std::byte> bytes, std::size_t column, std::size_t stride,
                       std::size_t row) {
  if (format.is_double()) {
    DeviceTotal total;
    std::memcpy(&total.high, bytes.data() + (column * stride + row) * sizeof(double), sizeof(double));
    return total;
  }
  float parts[2];
  for (std::size_t part = 0; part < 2; ++part)
    std::memcpy(&parts[part], bytes.data() + ((2 * column + part) * stride + row) * sizeof(float), sizeof(float));
  return {double{parts[0]}, parts[1], true};
}

DeviceTotal& DeviceTotal::operator+=(const DeviceTotal& left) {
  if (!is_pair) {
    high += left.high;
    return *this;
  }
  // pair_add of kernels/number.kernel.h
  const auto a = static_cast<float>(left.high), b = static_cast<float>(high);
  const float sum = a + b;
  const float t = sum - a;
  const float error = (a - (sum - t)) + (b - t);
  const float rest = error + (left.low + low);
  const float proper = sum + rest;
  high = double{proper};
  low = rest - (proper - sum);
  return *this;
}

}  // namespace tucana
