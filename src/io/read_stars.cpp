#include "tucana/io/read_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/io/ascii_stars.h"
#include "tucana/io/file_image.h"
#include "tucana/io/snapshot_image.h"
#include "tucana/io/validate_stars.h"

namespace tucana {
namespace {

// HDF5's signature is at byte 0, or behind a user block of 512, 1024, 2048, ... bytes.
bool is_hdf5(std::string_view bytes) {
  constexpr std::string_view signature("\x89HDF\r\n\x1a\n", 8);
  for (std::size_t at = 0; at + signature.size() <= bytes.size(); at = at == 0 ? 512 : 2 * at) {
    if (bytes.substr(at, signature.size()) == signature) return true;
  }
  return false;
}

// Text has no control characters except white space. The first bytes tell a picture from a table.
bool looks_like_text(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 4096);
  return std::none_of(start.begin(), start.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7f || (byte < 0x20 && std::strchr("\t\n\v\f\r", c) == nullptr) || byte == 0;
  });
}

}  // namespace

LoadedStars read_stars(std::span<const std::byte> bytes, const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
  if (is_hdf5(text)) return read_snapshot(bytes, name);
  if (!looks_like_text(text)) {
    throw InputError(fmt::format("{}: neither an HDF5 snapshot nor lines of m x y z vx vy vz", name));
  }
  LoadedStars loaded;
  loaded.stars = parse_ascii_stars(text, name);
  validate_stars(loaded.stars.view(), name);
  return loaded;
}

LoadedStars read_all_but_stars(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  const std::span<const std::byte> bytes = image.bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return is_hdf5(text) ? read_snapshot_without_stars(bytes, path.string()) : LoadedStars{};
}

LoadedStars read_stars(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  return read_stars(image.bytes(), path.string());
}

}  // namespace tucana
