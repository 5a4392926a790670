#include "tucana/io/read_stars.h"

#include "tucana/io/file_image.h"
#include "tucana/io/foreign/star_format.h"
#include "tucana/io/snapshot_image.h"

namespace tucana {

LoadedStars read_stars(std::span<const std::byte> bytes, const std::string& name) {
  return read_foreign_stars(bytes, name);
}

LoadedStars read_all_but_stars(const std::filesystem::path& path, const ForeignOptions& options) {
  const FileImage image = read_file_image(path);
  const std::string name = path.string();
  const StarFormat format = recognised_format(image.bytes(), name);
  if (format == StarFormat::snapshot) return read_snapshot_without_stars(image.bytes(), name);
  if (format != StarFormat::csv && options.units == StarUnits::code) return {};
  // Its units are known when its stars are: the unit of mass is all their mass.
  LoadedStars loaded = read_foreign_stars(image.bytes(), name, options);
  loaded.stars = {};
  return loaded;
}

LoadedStars read_stars(const std::filesystem::path& path, const ForeignOptions& options) {
  const FileImage image = read_file_image(path);
  return read_foreign_stars(image.bytes(), path.string(), options);
}

}  // namespace tucana
