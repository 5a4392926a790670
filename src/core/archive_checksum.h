#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "tucana/core/archive.h"
#include "tucana/core/checksum.h"

namespace tucana {

/// An archive that keeps nothing but a checksum of what is saved to it: two states are equal, almost surely, where
/// these are.
class ArchiveChecksum final : public Archive {
 public:
  bool loading() const override { return false; }
  std::uint64_t value() const { return sum_; }

 private:
  std::size_t extent(std::string_view, std::size_t saved) override { return saved; }
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override {
    add(std::as_bytes(std::span(name)));
    add({static_cast<const std::byte*>(data), count * size_of(element)});
  }
  void enter(std::string_view) override {}
  void leave() noexcept override {}

  void add(std::span<const std::byte> bytes) {
    const std::array<std::uint64_t, 3> parts = {sum_, bytes.size(), checksum(bytes)};
    sum_ = checksum(std::as_bytes(std::span(parts)));
  }

  std::uint64_t sum_ = 0;
};

}  // namespace tucana
