#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>

#include "tucana/core/archive.h"
#include "tucana/io/file_image.h"

namespace tucana::hdf5 {

/// All of a checkpoint, read by a child process (isolated.h) whatever its seal says: HDF5 meets no bytes here that it
/// could crash on.
class CheckpointFields {
 public:
  struct Field {
    Element element;
    std::size_t count;
    const std::byte* data;
  };

  /// Throws std::runtime_error when the bytes are damaged or no checkpoint of this format. Gives up `image` as soon as
  /// the child has it, so that this process holds the fields alone.
  explicit CheckpointFields(FileImage image);

  const std::string& code_version() const { return code_version_; }
  bool has_group(const std::string& path) const { return groups_.contains(path); }
  /// nullptr when there is none.
  const Field* find(const std::string& path) const;

 private:
  FileImage bytes_;
  std::string code_version_;
  std::set<std::string> groups_;
  std::map<std::string, Field> fields_;
};

inline constexpr std::string_view checkpoint_format_name = "Tucana checkpoint";
inline constexpr std::int64_t checkpoint_format_version = 2;

}  // namespace tucana::hdf5
