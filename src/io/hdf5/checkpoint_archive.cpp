#include "tucana/io/hdf5/checkpoint_archive.h"

#include <fmt/format.h>

#include "tucana/core/error.h"
#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"

namespace tucana::hdf5 {
namespace {

constexpr std::string_view format_name = "Tucana checkpoint";
constexpr std::int64_t format_version = 1;

bool holds(const Dataset& dataset, Element element) {
  const bool is_float = element == Element::f64;
  const bool is_signed = element != Element::u8 && element != Element::u32 && element != Element::u64;
  return dataset.kind == (is_float ? H5T_FLOAT : H5T_INTEGER) && dataset.element_size == size_of(element) &&
         dataset.is_signed == is_signed && dataset.columns == 1;
}

}  // namespace

std::string CheckpointArchive::path_of(std::string_view name) const {
  std::string path;
  for (const std::string& group : names_) path += group + "/";
  return path.append(name);
}

void CheckpointArchive::push(Handle group, std::string_view name) {
  names_.emplace_back(name);
  groups_.push_back(std::move(group));
}

void CheckpointArchive::leave() noexcept {
  groups_.pop_back();
  names_.pop_back();
}

CheckpointWriter::CheckpointWriter() : MemoryFile(std::size_t{1} << 20), CheckpointArchive(id()) {
  write_attribute(id(), "format", format_name);
  write_attribute(id(), "format_version", format_version);
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

void CheckpointWriter::enter(std::string_view group) { push(make_group(here(), std::string(group)), group); }

CheckpointReader::Opened CheckpointReader::open(std::span<const std::byte> bytes) {
  switch (check_seal(bytes)) {
    case SealState::absent: throw CallError("it is not a whole checkpoint: its end is missing");
    case SealState::broken: throw CallError("its checksum is wrong, so it is damaged");
    case SealState::whole: break;
  }
  Handle file = open_image(bytes);
  if (read_text(file.get(), "format").value_or("") != format_name) throw CallError("it is not a Tucana checkpoint");
  const double version = read_number(file.get(), "format_version").value_or(0);
  std::string code = read_text(file.get(), "code_version").value_or("");
  if (version != format_version) {
    throw CallError(fmt::format("it has checkpoint format {:g} of Tucana {}, and this program reads format {}", version,
                                code, format_version));
  }
  return {std::move(file), std::move(code)};
}

CheckpointReader::CheckpointReader(std::span<const std::byte> bytes, std::string file_name)
    : CheckpointReader(open(bytes), bytes.size(), std::move(file_name)) {}

CheckpointReader::CheckpointReader(Opened opened, std::size_t file_bytes, std::string file_name)
    : CheckpointArchive(opened.file.get()),
      opened_(std::move(opened.file)),
      file_bytes_(file_bytes),
      file_name_(std::move(file_name)),
      code_version_(std::move(opened.code_version)) {}

void CheckpointReader::refuse(std::string_view name, const std::string& what) const {
  throw InputError(
      fmt::format("{}: field {} {}; it was written by Tucana {}", file_name_, path_of(name), what, code_version_));
}

std::size_t CheckpointReader::extent(std::string_view name, std::size_t) {
  const auto dataset = find_dataset(here(), std::string(name), file_bytes_);
  if (!dataset) refuse(name, "is missing");
  return dataset->rows;
}

void CheckpointReader::transfer(std::string_view name, Element element, void* data, std::size_t count) {
  const auto dataset = find_dataset(here(), std::string(name), file_bytes_);
  if (!dataset) refuse(name, "is missing");
  if (!holds(*dataset, element)) refuse(name, "is of another kind than expected");
  if (dataset->rows != count) refuse(name, fmt::format("has {} elements instead of {}", dataset->rows, count));
  if (count > 0) read_whole(*dataset, memory_type(element), data);
}

void CheckpointReader::enter(std::string_view group) {
  auto found = find_group(here(), std::string(group));
  if (!found) refuse(group, "(a group) is missing");
  push(std::move(*found), group);
}

}  // namespace tucana::hdf5
