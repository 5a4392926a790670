#include "tucana/io/hdf5/attributes.h"

#include <algorithm>
#include <vector>

namespace tucana::hdf5 {
namespace {

Handle scalar_space() { return {H5Screate(H5S_SCALAR), &H5Sclose, "making a dataspace"}; }

void write(hid_t object, const char* name, hid_t stored, hid_t memory, const Handle& space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, stored, space.get(), H5P_DEFAULT, H5P_DEFAULT), &H5Aclose,
                         std::string("creating attribute ") + name);
  check(H5Awrite(attribute.get(), memory, data), std::string("writing attribute ") + name);
}

template <class T>
void write_array(hid_t object, const char* name, hid_t stored, hid_t memory, std::span<const T> values) {
  const hsize_t count = values.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), &H5Sclose, "making a dataspace");
  write(object, name, stored, memory, space, values.data());
}

std::optional<Handle> open_attribute(hid_t object, const char* name) {
  if (check(H5Aexists(object, name), std::string("looking for attribute ") + name) == 0) return {};
  return Handle(H5Aopen(object, name, H5P_DEFAULT), &H5Aclose, std::string("opening attribute ") + name);
}

std::size_t elements(const Handle& attribute) {
  const Handle space(H5Aget_space(attribute.get()), &H5Sclose, "reading an attribute's extent");
  return static_cast<std::size_t>(check(H5Sget_simple_extent_npoints(space.get()), "reading an attribute's extent"));
}

// Attributes that we read are short; longer ones are not ours, and their sizes are not to be trusted.
constexpr std::size_t most_elements = 4096;
constexpr std::size_t longest_text = 65536;

}  // namespace

Handle make_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), &H5Gclose, "creating group " + name};
}

std::optional<Handle> find_group(hid_t parent, const std::string& name) {
  if (check(H5Lexists(parent, name.c_str(), H5P_DEFAULT), "looking for group " + name) == 0) return {};
  return Handle(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), &H5Gclose, "opening group " + name);
}

void write_attribute(hid_t object, const char* name, double value) {
  write(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void write_attribute(hid_t object, const char* name, std::span<const double> values) {
  write_array(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values);
}

void write_attribute(hid_t object, const char* name, std::int64_t value) {
  write(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar_space(), &value);
}

void write_attribute(hid_t object, const char* name, std::span<const std::int64_t> values) {
  write_array(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, values);
}

void write_attribute(hid_t object, const char* name, std::string_view text) {
  const std::string bytes(text.substr(0, std::min<std::size_t>(text.size(), 60000)));
  const Handle type(H5Tcopy(H5T_C_S1), &H5Tclose, "making a text type");
  check(H5Tset_size(type.get(), std::max<std::size_t>(bytes.size(), 1)), "sizing a text type");
  check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "padding a text type");
  write(object, name, type.get(), type.get(), scalar_space(), bytes.c_str());
}

std::optional<double> read_number(hid_t object, const char* name, std::size_t i) {
  const auto attribute = open_attribute(object, name);
  if (!attribute) return {};
  const Handle type(H5Aget_type(attribute->get()), &H5Tclose, "reading an attribute's type");
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) return {};
  const std::size_t count = elements(*attribute);
  if (i >= count || count > most_elements) return {};
  std::vector<double> values(count);
  check(H5Aread(attribute->get(), H5T_NATIVE_DOUBLE, values.data()), std::string("reading attribute ") + name);
  return values[i];
}

std::optional<double> read_number(hid_t object, const char* name) { return read_number(object, name, 0); }

std::optional<std::string> read_text(hid_t object, const char* name) {
  const auto attribute = open_attribute(object, name);
  if (!attribute) return {};
  const Handle type(H5Aget_type(attribute->get()), &H5Tclose, "reading an attribute's type");
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) return {};
  const std::size_t size = H5Tget_size(type.get());
  if (elements(*attribute) != 1 || size == 0 || size > longest_text) return {};
  std::string text(size, '\0');
  check(H5Aread(attribute->get(), type.get(), text.data()), std::string("reading attribute ") + name);
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace tucana::hdf5
