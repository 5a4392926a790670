#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tucana/core/archive.h"
#include "tucana/io/file_image.h"
#include "tucana/io/hdf5/handle.h"
#include "tucana/io/hdf5/memory_file.h"

namespace tucana::hdf5 {

/// What both directions share: the stack of open groups.
class CheckpointArchive : public Archive {
 protected:
  explicit CheckpointArchive(hid_t file) : file_(file) {}
  hid_t here() const { return groups_.empty() ? file_ : groups_.back().get(); }
  std::string path_of(std::string_view name) const;
  void push(Handle group, std::string_view name);
  void leave() noexcept override;

 private:
  hid_t file_;
  std::vector<Handle> groups_;
  std::vector<std::string> names_;
};

/// An archive that becomes the image of a checkpoint: a dataset a field, a group a group, element types kept.
class CheckpointWriter final : private MemoryFile, public CheckpointArchive {
 public:
  CheckpointWriter();
  bool loading() const override { return false; }
  /// The sealed image; the writer is done.
  FileImage finish();

 private:
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override;
};

/// An archive on the bytes of a checkpoint, which must outlive it. Throws CallError when the bytes are damaged or
/// no checkpoint, and InputError when a field is missing or of another kind.
class CheckpointReader final : public CheckpointArchive {
 public:
  CheckpointReader(std::span<const std::byte> bytes, std::string file_name);
  bool loading() const override { return true; }
  const std::string& code_version() const { return code_version_; }

 private:
  struct Opened {
    Handle file;
    std::string code_version;
  };
  static Opened open(std::span<const std::byte> bytes);
  CheckpointReader(Opened opened, std::size_t file_bytes, std::string file_name);
  [[noreturn]] void refuse(std::string_view name, const std::string& what) const;
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override;

  Handle opened_;
  std::size_t file_bytes_;
  std::string file_name_, code_version_;
};

}  // namespace tucana::hdf5
