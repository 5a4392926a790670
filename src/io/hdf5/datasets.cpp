#include "tucana/io/hdf5/datasets.h"

#include <array>

namespace tucana::hdf5 {
namespace {

Handle make_space(std::size_t rows, std::size_t columns) {
  const std::array<hsize_t, 2> sizes = {rows, columns};
  return {H5Screate_simple(columns == 1 ? 1 : 2, sizes.data(), nullptr), &H5Sclose, "making a dataspace"};
}

// deflate, the densest common filter, shrinks at most 1032 times.
constexpr std::size_t best_compression = 1100;

void check_claims(const Dataset& dataset, std::size_t file_bytes) {
  const Handle creation(H5Dget_create_plist(dataset.handle.get()), &H5Pclose, "reading the layout of " + dataset.path);
  const bool filtered = check(H5Pget_nfilters(creation.get()), "reading the filters of " + dataset.path) > 0;
  const hsize_t stored = H5Dget_storage_size(dataset.handle.get());
  if (stored > file_bytes) throw CallError(dataset.path + " claims more bytes than the file has");
  const std::size_t most = static_cast<std::size_t>(stored) * (filtered ? best_compression : 1);
  const std::size_t row_size = dataset.columns * dataset.element_size;
  if (dataset.rows > most / row_size) throw CallError(dataset.path + " claims more rows than the file holds");
}

}  // namespace

hid_t stored_type(Element element) {
  switch (element) {
    case Element::u8: return H5T_STD_U8LE;
    case Element::i32: return H5T_STD_I32LE;
    case Element::u32: return H5T_STD_U32LE;
    case Element::i64: return H5T_STD_I64LE;
    case Element::u64: return H5T_STD_U64LE;
    case Element::f64: return H5T_IEEE_F64LE;
  }
  return -1;
}

hid_t memory_type(Element element) {
  switch (element) {
    case Element::u8: return H5T_NATIVE_UINT8;
    case Element::i32: return H5T_NATIVE_INT32;
    case Element::u32: return H5T_NATIVE_UINT32;
    case Element::i64: return H5T_NATIVE_INT64;
    case Element::u64: return H5T_NATIVE_UINT64;
    case Element::f64: return H5T_NATIVE_DOUBLE;
  }
  return -1;
}

Handle make_dataset(hid_t parent, const std::string& name, Element element, std::size_t rows, std::size_t columns) {
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose, "making a dataset creation list");
  check(H5Pset_obj_track_times(creation.get(), false), "turning off creation times");
  check(H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER), "turning off fill values");
  const Handle space = make_space(rows, columns);
  return {H5Dcreate2(parent, name.c_str(), stored_type(element), space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
          &H5Dclose, "creating dataset " + name};
}

Handle make_constant_dataset(hid_t parent, const std::string& name, std::size_t rows, double value) {
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose, "making a dataset creation list");
  check(H5Pset_obj_track_times(creation.get(), false), "turning off creation times");
  check(H5Pset_alloc_time(creation.get(), H5D_ALLOC_TIME_LATE), "leaving out the rows");
  check(H5Pset_fill_value(creation.get(), H5T_NATIVE_DOUBLE, &value), "setting a fill value");
  const Handle space = make_space(rows, 1);
  return {H5Dcreate2(parent, name.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
          &H5Dclose, "creating dataset " + name};
}

void write_rows(const Handle& dataset, Element element, std::size_t first, std::size_t rows, std::size_t columns,
                const void* data) {
  const Handle target(H5Dget_space(dataset.get()), &H5Sclose, "selecting rows");
  const std::array<hsize_t, 2> start = {first, 0}, count = {rows, columns};
  check(H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
        "selecting rows");
  const Handle source = make_space(rows, columns);
  check(H5Dwrite(dataset.get(), memory_type(element), source.get(), target.get(), H5P_DEFAULT, data), "writing rows");
}

void write_whole(const Handle& dataset, Element element, const void* data) {
  check(H5Dwrite(dataset.get(), memory_type(element), H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "writing a dataset");
}

std::optional<Dataset> find_dataset(hid_t parent, const std::string& name, std::size_t file_bytes) {
  if (check(H5Lexists(parent, name.c_str(), H5P_DEFAULT), "looking for " + name) == 0) return {};
  Dataset dataset;
  dataset.path = name;
  dataset.handle = Handle(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), &H5Dclose, "opening dataset " + name);
  const Handle type(H5Dget_type(dataset.handle.get()), &H5Tclose, "reading the type of " + name);
  dataset.kind = H5Tget_class(type.get());
  dataset.element_size = H5Tget_size(type.get());
  dataset.is_signed = dataset.kind != H5T_INTEGER || H5Tget_sign(type.get()) == H5T_SGN_2;

  const Handle space(H5Dget_space(dataset.handle.get()), &H5Sclose, "reading the shape of " + name);
  std::array<hsize_t, H5S_MAX_RANK> sizes{};
  const int rank = check(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), "reading the shape of " + name);
  if (rank < 1 || rank > 2) throw CallError(name + " has " + std::to_string(rank) + " dimensions, not 1 or 2");
  dataset.rows = sizes[0];
  dataset.columns = rank == 2 ? sizes[1] : 1;
  constexpr std::size_t widest = 1024;
  if (dataset.columns == 0 || dataset.columns > widest || dataset.element_size == 0 || dataset.element_size > 16) {
    throw CallError(name + " is not a table of numbers");
  }
  check_claims(dataset, file_bytes);
  return dataset;
}

void read_whole(const Dataset& dataset, hid_t type, void* data) {
  check(H5Dread(dataset.handle.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "reading " + dataset.path);
}

}  // namespace tucana::hdf5
