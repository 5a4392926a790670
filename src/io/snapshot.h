#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tucana/core/star_columns.h"
#include "tucana/core/stars.h"
#include "tucana/core/units.h"

namespace tucana {

/// The Plummer softening of the bodies of each family, by the number of its particle type, in code units; that of stars
/// is the general one, which families have that have none of their own.
using FamilyLengths = std::array<double, 6>;

/// A cluster on its orbit in an external field, in code units: where it is, and its stars relative to it, in axes that
/// turn with it: x away from the centre of the field, y along the orbit, z along the angular velocity.
struct ClusterView {
  Vec3 centre, velocity, angular_velocity;
  std::vector<Vec3> positions, velocities;  ///< of all stars, in the order of the table
};

/// What a snapshot holds beside the stars.
struct SnapshotHeader {
  double time = 0;           ///< in code units
  UnitScale units;           ///< of the code
  int number = 0;            ///< its place in the run
  std::string options_toml;  ///< the options that the run used
  std::string code_version;
  StarColumns columns = {};                 ///< numbers of the stars beside those of the table
  FamilyLengths softening = {};             ///< with which the stars are, or should be, run
  std::optional<ClusterView> cluster = {};  ///< of a run in a field
};

/// Stars from a file, in code units (G = 1).
struct LoadedStars {
  StarsBuffer stars;
  StarColumns columns = {};  ///< of a Tucana snapshot
  double time = 0;
  std::optional<UnitScale> units;  ///< absent when the file does not say (ASCII)
  std::string options_toml;
  int number = -1;                              ///< of a Tucana snapshot; -1 otherwise
  std::optional<FamilyLengths> softening = {};  ///< absent when the file does not say
};

/// Writes an HDF5 file in the GADGET/SWIFT layout that yt, pynbody and swiftsimio open as it is: stars in PartType4,
/// halo bodies in PartType1, other families likewise by their number, each in the order of the table; float64, in kpc,
/// 1e10 Msun, km/s (times in kpc / (km/s) = 0.978 Gyr), unit and description on every dataset, the code-unit scale in
/// /Tucana. Equal content gives equal bytes. Throws FailureError when the disk does not take it.
void write_snapshot(const std::filesystem::path& path, const Stars& stars, const SnapshotHeader& header);

/// Reads a Tucana snapshot, or another one in GADGET's HDF5 layout: PartType1 to 5 one after the other, ids and
/// families kept, MassTable where there are no Masses, any float type. Its units are those of /Units, /Header or
/// /Parameters (UnitLength_in_cm, ... or SWIFT's), else GADGET's kpc, 1e10 Msun, km/s. The code units of a foreign file
/// are its length and its mass unit; velocity and time units follow from G = 1. Gas, cosmological and multi-file
/// snapshots are refused. The stars are validated (validate_stars). Throws InputError, one line that names the path.
LoadedStars read_snapshot(const std::filesystem::path& path);

}  // namespace tucana
