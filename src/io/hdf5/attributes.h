#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tucana/io/hdf5/handle.h"

namespace tucana::hdf5 {

Handle make_group(hid_t parent, const std::string& name);
/// Nothing when there is no link or it is no group.
std::optional<Handle> find_group(hid_t parent, const std::string& name);

void write_attribute(hid_t object, const char* name, double value);
void write_attribute(hid_t object, const char* name, std::span<const double> values);
void write_attribute(hid_t object, const char* name, std::int64_t value);
void write_attribute(hid_t object, const char* name, std::span<const std::int64_t> values);
/// Of fixed length: yt decodes the bytes itself. Texts beyond HDF5's limit for attributes (64 KiB) are cut.
void write_attribute(hid_t object, const char* name, std::string_view text);

/// Readers return nothing when the attribute is absent or of another kind. One-element arrays count as numbers.
std::optional<double> read_number(hid_t object, const char* name);
/// The i-th element of a numeric array.
std::optional<double> read_number(hid_t object, const char* name, std::size_t i);
std::optional<std::string> read_text(hid_t object, const char* name);

}  // namespace tucana::hdf5
