#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "tucana/core/enum_words.h"
#include "tucana/io/snapshot.h"

namespace tucana {

/// Files of stars that other programs read and write.
///
/// table: lines of m x y z vx vy vz, as NBODY6's dat.10 (also that of McLuster) and many others; petar: a text snapshot
/// of PeTar; nemo: a binary snapshot of NEMO; csv: a table whose first line names columns and units; snapshot: HDF5.
enum class StarFormat { snapshot, table, petar, nemo, csv };

/// In which units the numbers of a table, of PeTar or of NEMO are: `code` is any with G = 1, such as N-body units;
/// `astronomical` is Msun, pc and km/s (NBODY6: KZ(22) = 10), of PeTar Msun, pc and pc/Myr. A CSV file says it itself.
enum class StarUnits { code, astronomical };

template <>
inline constexpr auto enum_words<StarUnits> =
    std::to_array<EnumWord<StarUnits>>({{StarUnits::code, "code"}, {StarUnits::astronomical, "astronomical"}});

struct ForeignOptions {
  std::optional<StarFormat> format = {};  ///< recognised by the content if absent
  StarUnits units = StarUnits::code;
  /// The length unit that stars in astronomical units get in the code; their mass unit is their total mass.
  double length_unit_pc = 1;
  std::size_t pairs = 0;  ///< how many pairs the file begins with: leading_pairs.h; a snapshot says it itself
};

/// What the bytes seem to be. Throws InputError when they are nothing of this.
StarFormat recognised_format(std::span<const std::byte> bytes, const std::string& name);

/// Reads stars from bytes and validates them. Whatever the bytes are, the result is stars to begin a run with or an
/// InputError, one line that begins with `name`. Stars keep the ids of a CSV file that has them, else they are 1, 2,
/// ...
LoadedStars read_foreign_stars(std::span<const std::byte> bytes, const std::string& name,
                               const ForeignOptions& options = {});

/// The content of a file of stars in any format but HDF5, with numbers that read back as the same bits in code units.
/// `units` is the scale of the stars; `time` is in code units.
std::string foreign_text(const Stars& stars, const UnitScale& scale, double time, StarFormat format, StarUnits units);

}  // namespace tucana
