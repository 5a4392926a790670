#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "tucana/core/archive.h"
#include "tucana/io/hdf5/handle.h"

namespace tucana::hdf5 {

/// The types of an archive's elements in a file (little endian) and in memory.
hid_t stored_type(Element element);
hid_t memory_type(Element element);

/// Creates a contiguous dataset of `rows` x `columns` (one-dimensional when columns is 1). Contiguous and without
/// times of creation, so that equal content gives equal bytes.
Handle make_dataset(hid_t parent, const std::string& name, Element element, std::size_t rows, std::size_t columns);
/// A one-dimensional dataset of doubles that are all the same: the value is stored once, every reader sees `rows`.
Handle make_constant_dataset(hid_t parent, const std::string& name, std::size_t rows, double value);
/// Writes rows [first, first + rows) of a dataset.
void write_rows(const Handle& dataset, Element element, std::size_t first, std::size_t rows, std::size_t columns,
                const void* data);
void write_whole(const Handle& dataset, Element element, const void* data);

/// A dataset that was opened for reading, with its shape, after checks that its claims fit into the file.
struct Dataset {
  Handle handle;
  std::string path;
  std::size_t rows = 0;
  std::size_t columns = 1;
  H5T_class_t kind = H5T_NO_CLASS;
  std::size_t element_size = 0;
  bool is_signed = true;
};

/// Nothing when there is no such link. `file_bytes` bounds what the dataset may claim to hold; throws CallError
/// when it claims more, before anything is allocated.
std::optional<Dataset> find_dataset(hid_t parent, const std::string& name, std::size_t file_bytes);
void read_whole(const Dataset& dataset, hid_t type, void* data);

}  // namespace tucana::hdf5
