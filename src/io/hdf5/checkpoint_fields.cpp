#include "tucana/io/hdf5/checkpoint_fields.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"
#include "tucana/io/hdf5/memory_file.h"
#include "tucana/io/isolated.h"

namespace tucana::hdf5 {
namespace {

/// Between child and parent, one record a group or field: this, the path, the data, each filled up to eight bytes.
struct Record {
  std::uint64_t path_length = 0, count = 0;
  std::uint64_t kind = 0;  ///< an Element, or one of these:
  static constexpr std::uint64_t group = 100, version = 101;
};

constexpr std::size_t rounded(std::size_t size) { return (size + 7) / 8 * 8; }

/// Far more than a checkpoint has: a damaged file may hold groups within themselves.
constexpr std::size_t most_depth = 16, most_records = 100000;

std::optional<Element> element_of(const Dataset& dataset) {
  if (dataset.columns != 1) return {};
  const std::size_t size = dataset.element_size;
  if (dataset.kind == H5T_FLOAT) return size == 8 ? std::optional(Element::f64) : std::nullopt;
  if (dataset.kind != H5T_INTEGER) return {};
  if (dataset.is_signed)
    return size == 4 ? std::optional(Element::i32) : size == 8 ? std::optional(Element::i64) : std::nullopt;
  if (size == 1) return Element::u8;
  return size == 4 ? std::optional(Element::u32) : size == 8 ? std::optional(Element::u64) : std::nullopt;
}

/// What the child makes: the records of all groups and fields below a group.
class RecordWriter {
 public:
  explicit RecordWriter(std::size_t file_bytes) : file_bytes_(file_bytes) {}

  void add_text(std::uint64_t kind, std::string_view text) { add(kind, text, 0, 0); }

  void add_all_below(hid_t group, const std::string& path, std::size_t depth) {
    if (depth > most_depth) throw CallError("its groups are nested too deeply");
    for (const std::string& name : names_in(group)) {
      const Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), &H5Oclose, "opening " + path + name);
      switch (H5Iget_type(object.get())) {
        case H5I_GROUP:
          add_text(Record::group, path + name);
          add_all_below(object.get(), path + name + "/", depth + 1);
          break;
        case H5I_DATASET: add_field(group, path, name); break;
        default: throw CallError(path + name + " is neither a group nor a dataset");
      }
    }
  }

  FileImage finish() {
    image_.resize(used_);
    return std::move(image_);
  }

 private:
  static std::vector<std::string> names_in(hid_t group) {
    std::vector<std::string> names;
    const auto note = [](hid_t, const char* name, const H5L_info_t* info, void* list) -> herr_t {
      // Soft and external links are not ours, and lead anywhere.
      if (info->type == H5L_TYPE_HARD) static_cast<std::vector<std::string>*>(list)->emplace_back(name);
      return 0;
    };
    hsize_t at = 0;
    check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &at, note, &names), "listing a group");
    return names;
  }

  void add_field(hid_t group, const std::string& path, const std::string& name) {
    const auto dataset = find_dataset(group, name, file_bytes_);
    const auto element = dataset ? element_of(*dataset) : std::nullopt;
    if (!element) throw CallError(path + name + " is of no kind that checkpoints hold");
    std::byte* data = add(static_cast<std::uint64_t>(*element), path + name, dataset->rows, size_of(*element));
    if (dataset->rows > 0) read_whole(*dataset, memory_type(*element), data);
  }

  std::byte* add(std::uint64_t kind, std::string_view path, std::size_t count, std::size_t element_size) {
    if (++records_ > most_records) throw CallError("it holds too many fields");
    const Record record{path.size(), count, kind};
    const std::size_t data_at = used_ + sizeof record + rounded(path.size());
    const std::size_t end = data_at + rounded(count * element_size);
    if (end > image_.size()) image_.resize(std::max(2 * image_.size(), end));
    std::memcpy(image_.bytes().data() + used_, &record, sizeof record);
    std::memcpy(image_.bytes().data() + used_ + sizeof record, path.data(), path.size());
    used_ = end;
    return image_.bytes().data() + data_at;
  }

  std::size_t file_bytes_, used_ = 0, records_ = 0;
  FileImage image_;
};

FileImage records_of(std::span<const std::byte> bytes) {
  const Handle file = open_image(bytes);
  if (read_text(file.get(), "format").value_or("") != checkpoint_format_name) {
    throw CallError("it is not a Tucana checkpoint");
  }
  const double version = read_number(file.get(), "format_version").value_or(0);
  const std::string code = read_text(file.get(), "code_version").value_or("");
  if (version != static_cast<double>(checkpoint_format_version)) {
    throw CallError(fmt::format("it has checkpoint format {:g} of Tucana {}, and this program reads format {}", version,
                                code, checkpoint_format_version));
  }
  RecordWriter writer(bytes.size());
  writer.add_text(Record::version, code);
  writer.add_all_below(file.get(), "", 0);
  return writer.finish();
}

}  // namespace

CheckpointFields::CheckpointFields(FileImage image) {
  switch (check_seal(image.bytes())) {
    case SealState::absent: throw CallError("it is not a whole checkpoint: its end is missing");
    case SealState::broken: throw CallError("its checksum is wrong, so it is damaged");
    case SealState::whole: break;
  }
  const Session session;  // over the fork: the child gets HDF5 in a sound state
  bytes_ = run_isolated(
      image.size(), [&] { return records_of(image.bytes()); }, [&] { image = FileImage(); });
  const auto too_short = [] { throw CallError("it came back from reading too short"); };
  for (std::span<const std::byte> rest = bytes_.bytes(); !rest.empty();) {
    Record record;
    if (rest.size() < sizeof record) too_short();
    std::memcpy(&record, rest.data(), sizeof record);
    rest = rest.subspan(sizeof record);
    if (record.path_length > rest.size() || rounded(record.path_length) > rest.size()) too_short();
    std::string path(reinterpret_cast<const char*>(rest.data()), record.path_length);
    rest = rest.subspan(rounded(record.path_length));
    if (record.kind == Record::version) {
      code_version_ = std::move(path);
      for (char& letter : code_version_) {
        if (letter < ' ' || letter > '~') letter = '?';  // it is for messages
      }
      continue;
    }
    if (record.kind == Record::group) {
      groups_.insert(std::move(path));
      continue;
    }
    const auto element = static_cast<Element>(record.kind);
    if (record.kind > static_cast<std::uint64_t>(Element::f64) || record.count > rest.size()) too_short();
    const std::size_t size = rounded(record.count * size_of(element));
    if (size > rest.size()) too_short();
    fields_[std::move(path)] = {element, record.count, rest.data()};
    rest = rest.subspan(size);
  }
}

const CheckpointFields::Field* CheckpointFields::find(const std::string& path) const {
  const auto found = fields_.find(path);
  return found == fields_.end() ? nullptr : &found->second;
}

}  // namespace tucana::hdf5
