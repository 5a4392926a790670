#include "tucana/io/file_image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>

#include "tucana/core/error.h"
#include "tucana/core/fault_point.h"
#include "tucana/core/file_descriptor.h"

namespace tucana {
namespace {

// Bytes are combined explicitly so that a seal is the same on every machine.
std::uint64_t load_word(const std::byte* p) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, 8);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

void store_word(std::byte* p, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(p, &word, 8);
}

constexpr std::array<char, 16> seal_mark = {'\n', 'T', 'u', 'c', 'a', 'n', 'a',  ' ',
                                            's',  'e', 'a', 'l', ' ', '1', '\n', '\0'};

}  // namespace

void FileImage::resize(std::size_t size) {
  auto* moved = allocation_fails(size)
                    ? nullptr
                    : static_cast<std::byte*>(std::realloc(data_.get(), std::max<std::size_t>(size, 1)));
  if (moved == nullptr) throw std::bad_alloc();  // no fault of the file: not a reason to call it unusable
  static_cast<void>(data_.release());
  data_.reset(moved);
  size_ = size;
}

FileImage read_file_image(const std::filesystem::path& path) {
  const auto fail = [&](int error) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), system_error_text(error)));
  };
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  const FileDescriptor file = open_file(path, O_RDONLY | O_NONBLOCK);
  if (!file) fail(errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) throw InputError(fmt::format("{} is a folder, not a file", path.string()));
  if (!S_ISREG(status.st_mode)) throw InputError(fmt::format("{} is not a regular file", path.string()));

  FileImage image;
  image.resize(static_cast<std::size_t>(status.st_size));
  std::size_t have = 0;
  if (const int error = read_all(file.get(), image.bytes(), have); error != 0) {
    throw DiskError(fmt::format("cannot read {}: {}", path.string(), system_error_text(error)));
  }
  if (have < image.size()) image.resize(have);  // the file was shortened meanwhile
  return image;
}

void append_seal(FileImage& image) {
  const std::size_t length = image.size();
  const std::uint64_t sum = checksum(image.bytes());
  image.resize(length + seal_size);
  std::byte* seal = image.bytes().data() + length;
  std::memcpy(seal, seal_mark.data(), seal_mark.size());
  store_word(seal + 16, length);
  store_word(seal + 24, sum);
}

SealState check_seal(std::span<const std::byte> bytes) {
  if (bytes.size() < seal_size) return SealState::absent;
  const std::byte* seal = bytes.data() + bytes.size() - seal_size;
  if (std::memcmp(seal, seal_mark.data(), seal_mark.size()) != 0) return SealState::absent;
  const auto content = bytes.first(bytes.size() - seal_size);
  const bool whole = load_word(seal + 16) == content.size() && load_word(seal + 24) == checksum(content);
  return whole ? SealState::whole : SealState::broken;
}

}  // namespace tucana
