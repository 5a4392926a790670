#pragma once

#include <string>
#include <vector>

#include "tucana/core/archive.h"

namespace tucana::test {

/// An archive in memory whose fields can be damaged between saving and loading, as those of a checkpoint that somebody
/// changed and gave a right checksum again. Save first, then damage() copies and load from them.
class FieldArchive final : public Archive {
 public:
  bool loading() const override { return loading_; }
  /// To be loaded from, with one or two numbers set to extreme values or columns of other lengths; the same for the
  /// same number. `what` gets the names of the fields.
  FieldArchive damaged(std::uint64_t number, std::string& what) const;

 private:
  struct Entry {
    std::string path;
    Element element;
    std::vector<std::byte> data;
  };
  const Entry& find(std::string_view name) const;
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override { groups_.emplace_back(group); }
  void leave() noexcept override { groups_.pop_back(); }
  std::string path_of(std::string_view name) const;

  std::vector<Entry> entries_;
  std::vector<std::string> groups_;
  bool loading_ = false;
};

}  // namespace tucana::test
