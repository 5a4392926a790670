#include "tucana/io/foreign/star_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>

#include "tucana/core/error.h"
#include "tucana/io/ascii_stars.h"
#include "tucana/io/foreign/csv_stars.h"
#include "tucana/io/foreign/leading_pairs.h"
#include "tucana/io/foreign/nemo_stars.h"
#include "tucana/io/foreign/petar_stars.h"
#include "tucana/io/foreign/unit_conversion.h"
#include "tucana/io/snapshot_image.h"
#include "tucana/io/validate_stars.h"

namespace tucana {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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

LoadedStars parse(std::span<const std::byte> bytes, const std::string& name, StarFormat format,
                  const ForeignOptions& options) {
  LoadedStars loaded;
  switch (format) {
    case StarFormat::petar: return parse_petar_stars(as_text(bytes), name);
    case StarFormat::nemo: return parse_nemo_stars(bytes, name);
    case StarFormat::csv: return parse_csv_stars(as_text(bytes), name, options.length_unit_pc);
    default: loaded.stars = parse_ascii_stars(as_text(bytes), name); return loaded;
  }
}

/// Stars whose numbers are in the units that the user said they are in.
void convert_units(LoadedStars& loaded, StarFormat format, const ForeignOptions& options) {
  if (options.units == StarUnits::code || format == StarFormat::csv) return;
  const double speed = format == StarFormat::petar ? kms_per_pc_myr : 1, time = loaded.time;
  take_units(loaded, 1, 1, speed, options.length_unit_pc);
  // The time of an astronomical file is in Myr.
  loaded.time = time / loaded.units->time_myr();
  if (!std::isfinite(loaded.time)) loaded.time = 0;
}

}  // namespace

StarFormat recognised_format(std::span<const std::byte> bytes, const std::string& name) {
  const std::string_view text = as_text(bytes);
  if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
  if (is_hdf5(text)) return StarFormat::snapshot;
  if (looks_like_nemo(bytes)) return StarFormat::nemo;
  if (!looks_like_text(text)) {
    throw InputError(fmt::format("{}: neither an HDF5 snapshot nor lines of m x y z vx vy vz", name));
  }
  if (looks_like_csv(text)) return StarFormat::csv;
  return looks_like_petar(text) ? StarFormat::petar : StarFormat::table;
}

LoadedStars read_foreign_stars(std::span<const std::byte> bytes, const std::string& name,
                               const ForeignOptions& options) {
  if (bytes.empty()) throw InputError(fmt::format("{}: the file is empty", name));
  const StarFormat format = options.format ? *options.format : recognised_format(bytes, name);
  if (format == StarFormat::snapshot) {
    if (options.pairs == 0) return read_snapshot(bytes, name);
    throw InputError(fmt::format("{}: a snapshot names its pairs itself; leave their number out", name));
  }
  LoadedStars loaded = parse(bytes, name, format, options);
  // Before numbers are scaled: what is not finite would be blamed on the wrong star.
  validate_stars(loaded.stars.view(), name);
  if (!std::isfinite(loaded.time)) throw InputError(fmt::format("{}: the time is not finite", name));
  convert_units(loaded, format, options);
  validate_stars(loaded.stars.view(), name);
  if (options.pairs > 0) mark_leading_pairs(loaded.stars, options.pairs, name);
  return loaded;
}

std::string foreign_text(const Stars& stars, const UnitScale& scale, double time, StarFormat format, StarUnits units) {
  if (format == StarFormat::csv) return units == StarUnits::code ? csv_text(stars) : csv_text(stars, scale);
  StarsBuffer copy;
  copy.mass.assign(stars.mass.begin(), stars.mass.end());
  copy.position.assign(stars.position.begin(), stars.position.end());
  copy.velocity.assign(stars.velocity.begin(), stars.velocity.end());
  copy.resize(stars.size());
  if (units == StarUnits::astronomical) {
    const double speed = scale.velocity_kms() / (format == StarFormat::petar ? kms_per_pc_myr : 1);
    for (double& m : copy.mass) m *= scale.mass_msun;
    for (Vec3& x : copy.position) x *= scale.length_pc;
    for (Vec3& v : copy.velocity) v *= speed;
    time *= scale.time_myr();
  }
  if (format == StarFormat::petar) return petar_text(copy.view(), time);
  if (format == StarFormat::nemo) return nemo_bytes(copy.view(), time);
  return ascii_text(copy.view());
}

}  // namespace tucana
