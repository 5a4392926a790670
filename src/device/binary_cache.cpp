#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "tucana/core/checksum.h"
#include "tucana/device/binary_cache_internal.h"

namespace tucana::device {
namespace {

// An entry: this mark, the checksum of the rest, the length of the log, the log, the binary.
constexpr std::string_view mark = "Tucana device binary 1\n";

std::filesystem::path folder_by_environment() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  if (const auto chosen = value("TUCANA_CACHE_DIR"); !chosen.empty()) {
    return chosen == "off" ? std::filesystem::path() : std::filesystem::path(chosen);
  }
  if (const auto cache = value("XDG_CACHE_HOME"); !cache.empty()) return std::filesystem::path(cache) / "tucana";
  if (const auto home = value("HOME"); !home.empty()) return std::filesystem::path(home) / ".cache" / "tucana";
  return {};
}

std::uint64_t sum_of(std::string_view text) { return checksum(std::as_bytes(std::span(text))); }

std::string bytes_of(std::uint64_t word) {
  std::string bytes(sizeof word, '\0');
  std::memcpy(bytes.data(), &word, sizeof word);
  return bytes;
}

std::uint64_t take_word(std::string_view& text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), sizeof word);
  text.remove_prefix(sizeof word);
  return word;
}

}  // namespace

BinaryCache::BinaryCache() : BinaryCache(folder_by_environment()) {}

std::filesystem::path BinaryCache::path_of(std::string_view key) const {
  // Two sums make 128 bits, so that two keys never meet.
  const auto again = fmt::format("{}{}", mark, key);
  return folder_ / fmt::format("{:016x}{:016x}.bin", sum_of(key), sum_of(again));
}

std::optional<CachedBinary> BinaryCache::find(std::string_view key) const {
  if (folder_.empty()) return {};
  std::ifstream file(path_of(key), std::ios::binary);
  const std::string entry{std::istreambuf_iterator<char>(file), {}};
  std::string_view rest = entry;
  if (rest.size() < mark.size() + 16 || !rest.starts_with(mark)) return {};
  rest.remove_prefix(mark.size());
  if (take_word(rest) != sum_of(rest)) return {};
  const std::uint64_t log_length = take_word(rest);
  if (log_length > rest.size()) return {};
  CachedBinary binary{std::string(rest.substr(0, log_length)), {}};
  const auto bytes = std::as_bytes(std::span(rest.substr(log_length)));
  binary.bytes.assign(bytes.begin(), bytes.end());
  return binary;
}

void BinaryCache::keep(std::string_view key, const CachedBinary& binary) const noexcept try {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  std::string content = bytes_of(binary.log.size()) + binary.log;
  content.append(reinterpret_cast<const char*>(binary.bytes.data()), binary.bytes.size());
  // Written beside and renamed, under a name that no other process or thread has.
  static std::atomic<unsigned> serial{0};
  auto part = path_of(key);
  part += fmt::format(".{}.{}.part", ::getpid(), ++serial);
  std::ofstream file(part, std::ios::binary);
  file << mark << bytes_of(sum_of(content)) << content;
  file.close();
  if (file) std::filesystem::rename(part, path_of(key), ignored);
  if (!file || ignored) std::filesystem::remove(part, ignored);
} catch (...) {  // NOLINT(bugprone-empty-catch): without the entry the program is compiled again, nothing more
}

}  // namespace tucana::device
