#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tucana/io/durable_file.h"
#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"
#include "tucana/io/hdf5/memory_file.h"

namespace tucana::test {

/// Makes HDF5 files as other codes do, in single precision and without a seal.
class GadgetFile {
 public:
  void group(const std::string& name) { hdf5::make_group(file_.id(), name); }
  void attribute(const std::string& group, const char* name, std::span<const double> values) {
    hdf5::write_attribute(hdf5::find_group(file_.id(), group)->get(), name, values);
  }
  void header(double time) {
    group("Header");
    attribute("Header", "Time", std::array{time});
  }
  /// Bodies i with x = v = (f, f+1, f+2), f = 3 i, and ids from first_id.
  void bodies(int type, std::size_t rows, std::uint64_t first_id, bool with_velocities = true) {
    const std::string name = "PartType" + std::to_string(type);
    group(name);
    std::vector<float> values;
    std::vector<std::uint64_t> ids;
    for (std::size_t i = 0; i < 3 * rows; ++i) values.push_back(static_cast<float>(i));
    for (std::size_t i = 0; i < rows; ++i) ids.push_back(first_id + i);
    floats(name + "/Coordinates", values, 3);
    if (with_velocities) floats(name + "/Velocities", values, 3);
    hdf5::write_whole(hdf5::make_dataset(file_.id(), name + "/ParticleIDs", Element::u64, rows, 1), Element::u64,
                      ids.data());
  }
  /// 1, 2, 3, ...
  void masses(int type, std::size_t rows) {
    std::vector<float> values;
    for (std::size_t i = 1; i <= rows; ++i) values.push_back(static_cast<float>(i));
    floats("PartType" + std::to_string(type) + "/Masses", values, 1);
  }
  FileImage finish() { return file_.finish(); }
  void write(const std::filesystem::path& path) { write_file_durably(path, finish().bytes()); }

 private:
  void floats(const std::string& name, const std::vector<float>& values, hsize_t columns) {
    const hsize_t sizes[2] = {values.size() / columns, columns};
    const hdf5::Handle space(H5Screate_simple(columns == 1 ? 1 : 2, sizes, nullptr), &H5Sclose, "");
    const hdf5::Handle set(
        H5Dcreate2(file_.id(), name.c_str(), H5T_IEEE_F32LE, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        &H5Dclose, "");
    hdf5::check(H5Dwrite(set.get(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "");
  }

  hdf5::Session session_;
  hdf5::MemoryFile file_{65536};
};

}  // namespace tucana::test
