#pragma once

#include <cstddef>
#include <span>

#include "tucana/io/file_image.h"
#include "tucana/io/hdf5/handle.h"

namespace tucana::hdf5 {

/// An HDF5 file that is built in memory. The disk is written by write_file_durably afterwards, so that every
/// disk fault passes through our code. HDF5's buffer itself becomes the image: there is no second copy.
class MemoryFile {
 public:
  /// `expected_bytes` sizes the first allocation; the file may grow beyond.
  explicit MemoryFile(std::size_t expected_bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  hid_t id() const { return file_.get(); }
  /// Closes the file and hands over its bytes. All handles into it must be gone.
  FileImage finish();

 private:
  struct Memory {
    void* data = nullptr;
    std::size_t size = 0;
  };
  Memory memory_;
  Handle file_;
};

/// Opens the bytes of a file for reading, without a copy: they must outlive the handle.
Handle open_image(std::span<const std::byte> bytes);

}  // namespace tucana::hdf5
