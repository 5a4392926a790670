#include "tucana/device/remembered.h"

#include "tucana/device/binary_cache_internal.h"

namespace tucana::device {

std::optional<std::string> remembered(std::string_view key) {
  const auto entry = BinaryCache().find(key);
  return entry ? std::optional(entry->log) : std::nullopt;
}

void remember(std::string_view key, const std::string& text) noexcept { BinaryCache().keep(key, {text, {}}); }

}  // namespace tucana::device
