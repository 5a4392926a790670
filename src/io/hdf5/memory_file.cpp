#include "tucana/io/hdf5/memory_file.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tucana::hdf5 {
namespace {

Handle access_in_memory(std::size_t increment) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose, "making a file access list");
  check(H5Pset_fapl_core(access.get(), increment, false), "choosing the memory driver");
  check(H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG), "choosing how files close");
  return access;
}

// HDF5 passes its user data to all its callbacks; here it is a pointer that is neither copied nor freed.
void* same_data(void* data) { return data; }
herr_t leave_data(void*) { return 0; }

}  // namespace

MemoryFile::MemoryFile(std::size_t expected_bytes) {
  H5FD_file_image_callbacks_t callbacks{};
  callbacks.image_malloc = [](std::size_t size, H5FD_file_image_op_t, void*) { return std::malloc(size); };
  callbacks.image_memcpy = [](void* to, const void* from, std::size_t size, H5FD_file_image_op_t, void*) {
    return std::memcpy(to, from, size);
  };
  callbacks.image_realloc = [](void* old, std::size_t size, H5FD_file_image_op_t, void* user) -> void* {
    void* moved = std::realloc(old, size);
    if (moved != nullptr) *static_cast<Memory*>(user) = {moved, size};
    return moved;
  };
  callbacks.image_free = [](void*, H5FD_file_image_op_t, void*) -> herr_t { return 0; };  // memory_ keeps it
  callbacks.udata_copy = &same_data;
  callbacks.udata_free = &leave_data;
  callbacks.udata = &memory_;

  // Growth in halves of the expected size wastes little when the guess was low.
  const Handle access = access_in_memory(std::max<std::size_t>(expected_bytes / 2 + 4096, 65536));
  check(H5Pset_file_image_callbacks(access.get(), &callbacks), "taking over the memory driver's buffer");
  file_ = Handle(H5Fcreate("tucana-in-memory", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), &H5Fclose,
                 "creating a file in memory");
}

MemoryFile::~MemoryFile() {
  file_ = Handle();
  std::free(memory_.data);
}

FileImage MemoryFile::finish() {
  check(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "flushing a file in memory");
  // Not the size of the buffer, which is rounded up to the increment.
  const auto used = static_cast<std::size_t>(
      check(H5Fget_file_image(file_.get(), nullptr, 0), "asking for the size of a file in memory"));
  file_.close("closing a file in memory");
  if (used > memory_.size) throw CallError("closing a file in memory: it lost its end");
  const Memory taken = std::exchange(memory_, Memory{});
  return {taken.data, used};
}

Handle open_image(std::span<const std::byte> bytes) {
  // Every "copy" of the image is the one buffer, which the driver only reads.
  H5FD_file_image_callbacks_t callbacks{};
  callbacks.image_malloc = [](std::size_t, H5FD_file_image_op_t, void* user) { return user; };
  callbacks.image_memcpy = [](void* to, const void*, std::size_t, H5FD_file_image_op_t, void*) { return to; };
  callbacks.image_realloc = [](void*, std::size_t, H5FD_file_image_op_t, void*) -> void* { return nullptr; };
  callbacks.image_free = [](void*, H5FD_file_image_op_t, void*) -> herr_t { return 0; };
  callbacks.udata_copy = &same_data;
  callbacks.udata_free = &leave_data;
  callbacks.udata = const_cast<std::byte*>(bytes.data());

  const Handle access = access_in_memory(65536);
  check(H5Pset_file_image_callbacks(access.get(), &callbacks), "taking over the memory driver's buffer");
  check(H5Pset_file_image(access.get(), callbacks.udata, bytes.size()), "setting a file image");
  return {H5Fopen("tucana-image", H5F_ACC_RDONLY, access.get()), &H5Fclose, "not a whole HDF5 file"};
}

}  // namespace tucana::hdf5
