#include "tucana/io/hdf5/checkpoint_archive.h"

#include <fmt/format.h>

#include <cstring>

#include "tucana/core/error.h"
#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"

namespace tucana::hdf5 {

CheckpointWriter::CheckpointWriter() : MemoryFile(std::size_t{1} << 20) {
  write_attribute(id(), "format", checkpoint_format_name);
  write_attribute(id(), "format_version", checkpoint_format_version);
  write_attribute(id(), "code_version", std::string_view(TUCANA_VERSION));
}

FileImage CheckpointWriter::finish() {
  FileImage image = MemoryFile::finish();
  append_seal(image);
  return image;
}

std::size_t CheckpointWriter::extent(std::string_view, std::size_t saved) { return saved; }

void CheckpointWriter::transfer(std::string_view name, Element element, void* data, std::size_t count) {
  const Handle dataset = make_dataset(here(), std::string(name), element, count, 1);
  if (count > 0) write_whole(dataset, element, data);
}

void CheckpointWriter::enter(std::string_view group) { groups_.push_back(make_group(here(), std::string(group))); }

std::string CheckpointReader::path_of(std::string_view name) const {
  std::string path;
  for (const std::string& group : groups_) path += group + "/";
  return path.append(name);
}

void CheckpointReader::refuse(std::string_view name, const std::string& what) const {
  throw InputError(fmt::format("{}: field {} {}; it was written by Tucana {}", file_name_, path_of(name), what,
                               fields_.code_version()));
}

const CheckpointFields::Field& CheckpointReader::find(std::string_view name) const {
  const auto* field = fields_.find(path_of(name));
  if (field == nullptr) refuse(name, "is missing");
  return *field;
}

std::size_t CheckpointReader::extent(std::string_view name, std::size_t) { return find(name).count; }

void CheckpointReader::transfer(std::string_view name, Element element, void* data, std::size_t count) {
  const CheckpointFields::Field& field = find(name);
  if (field.element != element) refuse(name, "is of another kind than expected");
  if (field.count != count) refuse(name, fmt::format("has {} elements instead of {}", field.count, count));
  if (count > 0) std::memcpy(data, field.data, count * size_of(element));
}

void CheckpointReader::enter(std::string_view group) {
  if (!fields_.has_group(path_of(group))) refuse(group, "(a group) is missing");
  groups_.emplace_back(group);
}

}  // namespace tucana::hdf5
