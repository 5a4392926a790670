#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>

#include "tucana/core/checksum.h"
#include "tucana/core/error.h"

namespace tucana {

/// The bytes of a file in memory that may grow without a copy (realloc moves pages, not bytes).
class FileImage {
 public:
  FileImage() = default;
  /// Takes over memory from malloc.
  FileImage(void* data, std::size_t size) : data_(static_cast<std::byte*>(data)), size_(size) {}
  /// Throws FailureError when there is not enough memory.
  void resize(std::size_t size);

  std::size_t size() const { return size_; }
  std::span<std::byte> bytes() { return {data_.get(), size_}; }
  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

/// The disk does not give back what is on it.
class DiskError : public FailureError {
 public:
  using FailureError::FailureError;
};

/// Reads a whole regular file. Throws InputError, naming the path, when it is missing, unreadable or no file; DiskError
/// when reading fails on the way.
FileImage read_file_image(const std::filesystem::path& path);

/// A seal is 32 bytes behind the content: a mark, the length and the checksum of what is before it. HDF5 readers
/// ignore bytes behind their data, and drop them when they change the file: then the seal is gone, not wrong.
inline constexpr std::size_t seal_size = 32;
void append_seal(FileImage& image);
enum class SealState { absent, broken, whole };
SealState check_seal(std::span<const std::byte> bytes);

}  // namespace tucana
