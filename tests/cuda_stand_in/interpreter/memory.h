#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_stand_in {

/// Device memory of all pretended devices. Each allocation has four gigabytes of addresses of its own, of which its
/// bytes are the only good ones, and no address is given out twice: whatever runs over an end, or comes too late, is
/// seen. The bytes of a new allocation are all ones: not a number in both formats.
class Memory {
 public:
  static constexpr std::uint64_t largest = (1ULL << 32U) - (2ULL << 16U);

  /// The address; 0 when this machine has no memory for it.
  std::uint64_t allocate(const void* owner, std::uint64_t bytes, const std::string& label);
  /// The size that became free; 0 when the address is not the start of an allocation of this owner.
  std::uint64_t release(const void* owner, std::uint64_t address);
  void release_all(const void* owner);

  /// Null when the bytes are not all in one living allocation of the owner.
  std::byte* reach(const void* owner, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t row = address >> 32U;
    if (row >= rows_.size()) return nullptr;
    const Row& a = rows_[row];
    const std::uint64_t offset = address - a.begin;
    if (offset > a.bytes || a.bytes - offset < bytes || a.owner != owner) return nullptr;
    return a.data.get() + offset;
  }
  /// What lies at or near an address, for messages.
  std::string describe(const void* owner, std::uint64_t address) const;

 private:
  struct Row {
    std::uint64_t begin = 0, bytes = 0, asked = 0;
    std::unique_ptr<std::byte[]> data;
    const void* owner = nullptr;
    std::string label;
  };
  /// The row is the upper half of the address; row 0 stays empty.
  std::vector<Row> rows_ = std::vector<Row>(1);
};

}  // namespace cuda_stand_in
