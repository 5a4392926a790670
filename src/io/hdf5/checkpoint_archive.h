#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/io/file_image.h"
#include "tucana/io/hdf5/checkpoint_fields.h"
#include "tucana/io/hdf5/handle.h"
#include "tucana/io/hdf5/memory_file.h"

namespace tucana::hdf5 {

/// An archive that becomes the image of a checkpoint: one dataset per field, one group per group, element types kept.
class CheckpointWriter final : private MemoryFile, public Archive {
 public:
  CheckpointWriter();
  bool loading() const override { return false; }
  /// The sealed image; the writer is done.
  FileImage finish();

 private:
  hid_t here() const { return groups_.empty() ? id() : groups_.back().get(); }
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override;
  void leave() noexcept override { groups_.pop_back(); }

  std::vector<Handle> groups_;
};

/// An archive on the fields of a checkpoint. Throws InputError when a field is missing or of another kind.
class CheckpointReader final : public Archive {
 public:
  CheckpointReader(const CheckpointFields& fields, std::string file_name)
      : fields_(fields), file_name_(std::move(file_name)) {}
  bool loading() const override { return true; }

 private:
  [[noreturn]] void refuse(std::string_view name, const std::string& what) const;
  const CheckpointFields::Field& find(std::string_view name) const;
  std::string path_of(std::string_view name) const;
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override;
  void leave() noexcept override { groups_.pop_back(); }

  const CheckpointFields& fields_;
  std::string file_name_;
  std::vector<std::string> groups_;
};

}  // namespace tucana::hdf5
