#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tucana/core/checksum.h"
#include "tucana/core/file_descriptor.h"
#include "tucana/device/binary_cache_internal.h"

namespace tucana::device {
namespace {

// An entry: this mark, the checksum of the rest, the lengths of key and log, the key, the log, the binary.
constexpr std::string_view mark = "Tucana device binary 2\n";
/// Longer ones are not ours; the largest program is some megabytes.
constexpr std::size_t most_bytes = std::size_t{1} << 28;

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

/// A binary runs with our rights, so nobody else may have written it: others' folders, and those that others may write
/// to, hold no entries for us.
bool is_ours_alone(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool is_trusted(const std::filesystem::path& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && is_ours_alone(status);
}

/// The bytes of a regular file of ours; nothing for links, pipes, devices, folders and whatever is too long.
std::string content_of(const std::filesystem::path& path) {
  const FileDescriptor file = open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !is_ours_alone(status)) return {};
  if (static_cast<std::size_t>(status.st_size) > most_bytes) return {};
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  if (read_all(file.get(), std::as_writable_bytes(std::span(text)), have) != 0) return {};
  text.resize(have);
  return text;
}

void make_folders(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder.parent_path(), ignored);
  ::mkdir(folder.c_str(), 0700);
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
  if (!is_trusted(folder_)) return {};
  const std::string entry = content_of(path_of(key));
  std::string_view rest = entry;
  if (rest.size() < mark.size() + 24 || !rest.starts_with(mark)) return {};
  rest.remove_prefix(mark.size());
  if (take_word(rest) != sum_of(rest)) return {};
  const std::uint64_t key_length = take_word(rest), log_length = take_word(rest);
  if (key_length > rest.size() || log_length > rest.size() - key_length) return {};
  if (rest.substr(0, key_length) != key) return {};  // an entry that somebody renamed
  rest.remove_prefix(key_length);
  CachedBinary binary{std::string(rest.substr(0, log_length)), {}};
  const auto bytes = std::as_bytes(std::span(rest.substr(log_length)));
  binary.bytes.assign(bytes.begin(), bytes.end());
  return binary;
}

void BinaryCache::keep(std::string_view key, const CachedBinary& binary) const noexcept try {
  if (folder_.empty()) return;
  make_folders(folder_);
  if (!is_trusted(folder_)) return;
  std::string content = bytes_of(key.size()) + bytes_of(binary.log.size());
  content.append(key).append(binary.log);
  content.append(reinterpret_cast<const char*>(binary.bytes.data()), binary.bytes.size());
  content.insert(0, std::string(mark) + bytes_of(sum_of(content)));
  // Written beside and renamed, under a name that no other process or thread has.
  static std::atomic<unsigned> serial{0};
  auto part = path_of(key);
  part += fmt::format(".{}.{}.part", ::getpid(), ++serial);
  FileDescriptor file = open_file(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
  if (!file) return;
  const bool whole = write_all(file.get(), std::as_bytes(std::span(content))) == 0 && file.close() == 0;
  if (!whole || std::rename(part.c_str(), path_of(key).c_str()) != 0) ::unlink(part.c_str());
} catch (...) {  // NOLINT(bugprone-empty-catch): without the entry the program is compiled again, nothing more
}

}  // namespace tucana::device
