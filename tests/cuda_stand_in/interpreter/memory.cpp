#include "tests/cuda_stand_in/interpreter/memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "tests/cuda_stand_in/interpreter/text.h"

namespace cuda_stand_in {

std::uint64_t Memory::allocate(const void* owner, std::uint64_t bytes, const std::string& label) {
  if (bytes > largest || rows_.size() >= (1U << 24U)) return 0;
  std::unique_ptr<std::byte[]> data(new (std::nothrow) std::byte[bytes]);
  if (data == nullptr) return 0;
  std::memset(data.get(), 0xff, bytes);
  // Away from the start of the row, so that a negative index stays in it.
  const std::uint64_t begin = (rows_.size() << 32U) + (1U << 16U);
  rows_.push_back({begin, bytes, bytes, std::move(data), owner, label});
  return begin;
}

std::uint64_t Memory::release(const void* owner, std::uint64_t address) {
  const std::uint64_t row = address >> 32U;
  if (row >= rows_.size()) return 0;
  Row& a = rows_[row];
  if (a.begin != address || a.owner != owner || a.data == nullptr) return 0;
  a.data.reset();
  a.bytes = 0;
  a.owner = nullptr;
  return a.asked;
}

void Memory::release_all(const void* owner) {
  for (Row& a : rows_)
    if (a.owner == owner) release(owner, a.begin);
}

std::string Memory::describe(const void* owner, std::uint64_t address) const {
  const std::uint64_t row = address >> 32U;
  if (row == 0) return "no device address";
  if (row >= rows_.size()) return "no allocation near";
  const Row& a = rows_[row];
  const std::string it = a.label + " (" + std::to_string(a.asked) + " bytes at " + hexadecimal(a.begin) + ")";
  if (a.data == nullptr) return "within or near freed " + it;
  if (a.owner != owner) return "of another context: " + it;
  if (address < a.begin) return std::to_string(a.begin - address) + " bytes before " + it;
  const std::uint64_t offset = address - a.begin;
  if (offset < a.bytes) return "byte " + std::to_string(offset) + " of " + it;
  return std::to_string(offset - a.bytes) + " bytes behind the end of " + it;
}

}  // namespace cuda_stand_in
