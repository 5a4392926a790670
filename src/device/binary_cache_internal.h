#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tucana::device {

/// What a compiler made of a program.
struct CachedBinary {
  std::string log;  ///< what it said
  std::vector<std::byte> bytes;
};

/// Compiled programs in a folder, kept from run to run. It only saves time: a damaged entry counts as absent, a folder
/// that cannot be written keeps nothing, and it may be removed at any time. Entries hold their key, and are read only
/// from files of this user in a folder of this user that no other user may write to.
class BinaryCache {
 public:
  /// In $TUCANA_CACHE_DIR ("off": no cache), else $XDG_CACHE_HOME/tucana, else ~/.cache/tucana.
  BinaryCache();
  /// An empty folder is no cache.
  explicit BinaryCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The key holds all that decides the binary: device, driver, compiler, options and the whole source.
  std::optional<CachedBinary> find(std::string_view key) const;
  void keep(std::string_view key, const CachedBinary& binary) const noexcept;
  std::filesystem::path path_of(std::string_view key) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tucana::device
