#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>

#include "tucana/core/error.h"
#include "tucana/io/column_names.h"
#include "tucana/io/file_image.h"
#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"
#include "tucana/io/hdf5/memory_file.h"
#include "tucana/io/isolated.h"
#include "tucana/io/loaded_stars_bytes.h"
#include "tucana/io/snapshot.h"
#include "tucana/io/snapshot_image.h"
#include "tucana/io/snapshot_layout.h"
#include "tucana/io/snapshot_systems.h"
#include "tucana/io/validate_stars.h"

namespace tucana {
namespace {

using namespace hdf5;
namespace layout = snapshot_layout;

/// What one unit of the file is.
struct FileUnits {
  double length_pc = layout::length_pc;
  double mass_msun = layout::mass_msun;
  double velocity_kms = layout::velocity_kms;
};

double positive(double value, const char* what) {
  if (!(std::isfinite(value) && value > 0))
    throw CallError(fmt::format("the unit of {} is {:g}, not > 0", what, value));
  return value;
}

// GADGET-4, GIZMO and AREPO write UnitLength_in_cm etc. into one of three groups; SWIFT has other names.
FileUnits read_units(hid_t file) {
  FileUnits units;
  for (const char* place : {"Units", "Header", "Parameters"}) {
    const auto group = find_group(file, place);
    if (!group) continue;
    const hid_t id = group->get();
    const auto length = read_number(id, "UnitLength_in_cm");
    const auto mass = read_number(id, "UnitMass_in_g");
    const auto velocity = read_number(id, "UnitVelocity_in_cm_per_s");
    if (length && mass && velocity) {
      return {positive(*length, "length") / layout::pc_in_cm, positive(*mass, "mass") / layout::msun_in_g,
              positive(*velocity, "velocity") / layout::kms_in_cm_per_s};
    }
    const auto swift_length = read_number(id, "Unit length in cgs (U_L)");
    const auto swift_mass = read_number(id, "Unit mass in cgs (U_M)");
    const auto swift_time = read_number(id, "Unit time in cgs (U_t)");
    if (swift_length && swift_mass && swift_time) {
      const double speed = positive(*swift_length, "length") / positive(*swift_time, "time");
      return {*swift_length / layout::pc_in_cm, positive(*swift_mass, "mass") / layout::msun_in_g,
              speed / layout::kms_in_cm_per_s};
    }
  }
  return units;
}

void refuse_what_we_cannot_mean(hid_t file, hid_t header) {
  if (read_number(header, "NumFilesPerSnapshot").value_or(1) > 1) {
    throw CallError("it is one file of several; join them first");
  }
  const double redshift = read_number(header, "Redshift").value_or(0);
  const double hubble = read_number(header, "HubbleParam").value_or(1);
  const auto cosmology = find_group(file, "Cosmology");
  if (redshift != 0 || (hubble != 1 && hubble != 0) ||
      (cosmology && read_number(cosmology->get(), "Cosmological run").value_or(0) != 0)) {
    throw CallError("it is cosmological (Redshift, HubbleParam); convert it to physical units first");
  }
}

Dataset need(hid_t group, const std::string& type, const char* name, std::size_t rows, std::size_t columns,
             std::size_t file_bytes) {
  auto dataset = find_dataset(group, name, file_bytes);
  if (!dataset) throw CallError(fmt::format("{} has no {}", type, name));
  if (dataset->kind != H5T_FLOAT && dataset->kind != H5T_INTEGER) {
    throw CallError(fmt::format("{}/{} does not hold numbers", type, name));
  }
  if (dataset->rows != rows || dataset->columns != columns) {
    throw CallError(
        fmt::format("{}/{} is {} x {}, not {} x {}", type, name, dataset->rows, dataset->columns, rows, columns));
  }
  return std::move(*dataset);
}

void read_ids(const Dataset& dataset, StarId* ids) {
  if (dataset.kind != H5T_INTEGER) throw CallError("ParticleIDs are not integers");
  read_whole(dataset, H5T_NATIVE_INT64, ids);
  // HDF5 clips what does not fit into 63 bits to the largest value.
  if (dataset.is_signed || dataset.element_size < 8) return;
  for (std::size_t i = 0; i < dataset.rows; ++i) {
    if (value(ids[i]) == std::numeric_limits<std::int64_t>::max()) throw CallError("ParticleIDs beyond 2^63 - 1");
  }
}

/// A file whose header counts other bodies than it holds has lost some, or is a part of something larger.
void check_counts(hid_t header, const std::string& type, std::size_t index, std::size_t rows) {
  const bool has_counts = read_number(header, "NumPart_ThisFile").has_value();
  const auto claimed = read_number(header, "NumPart_ThisFile", index);
  if (has_counts && claimed.value_or(0) != static_cast<double>(rows)) {
    throw CallError(fmt::format("{} holds {} bodies, but the header says {:.0f}", type, rows, claimed.value_or(0)));
  }
  const auto low = read_number(header, "NumPart_Total", index);
  const double high = read_number(header, "NumPart_Total_HighWord", index).value_or(0);
  const double total = low.value_or(0) + high * 0x1p32;
  if (total != 0 && total != static_cast<double>(rows)) {
    throw CallError(
        fmt::format("{} holds {} bodies, but the whole snapshot {:.0f} (NumPart_Total)", type, rows, total));
  }
}

/// Types beyond GADGET's six (neutrinos, say) are bodies too, which must not be lost without a word.
void refuse_further_types(hid_t file, hid_t header) {
  for (std::size_t type = 6; type < 16; ++type) {
    const auto group = find_group(file, fmt::format("PartType{}", type));
    const bool has_bodies = group && H5Lexists(group->get(), "Coordinates", H5P_DEFAULT) > 0;
    if (read_number(header, "NumPart_ThisFile", type).value_or(0) == 0 && !has_bodies) continue;
    throw CallError(fmt::format("it holds bodies of PartType{}, which Tucana does not know", type));
  }
}

/// Further numbers of the bodies of one particle type, of which `rows` have been read together with those before.
void append_columns(hid_t group, const std::string& type, std::size_t rows, std::size_t file_bytes,
                    StarColumns& columns) {
  for (StarColumn& column : columns) {
    const std::size_t first = column.values.size();
    column.values.resize(first + rows);
    read_whole(need(group, type, column.name.c_str(), rows, 1, file_bytes), H5T_NATIVE_DOUBLE,
               column.values.data() + first);
  }
}

/// Appends the bodies of one particle type, in the file's units. False when it has no ids.
bool append_type(hid_t file, int number, const Handle& header, std::size_t file_bytes, LoadedStars& loaded) {
  StarsBuffer& stars = loaded.stars;
  const std::string type = fmt::format("PartType{}", number);
  const auto group = find_group(file, type);
  const auto positions = group ? find_dataset(group->get(), "Coordinates", file_bytes) : std::nullopt;
  const std::size_t rows = positions ? positions->rows : 0;
  const auto index = static_cast<std::size_t>(number);
  check_counts(header.get(), type, index, rows);
  if (rows == 0) return true;
  if (number == 0) throw CallError("it holds gas (PartType0), which Tucana does not know");

  const Dataset position = need(group->get(), type, "Coordinates", rows, 3, file_bytes);
  const Dataset velocity = need(group->get(), type, "Velocities", rows, 3, file_bytes);
  const bool has_masses = H5Lexists(group->get(), "Masses", H5P_DEFAULT) > 0;
  const double table_mass = read_number(header.get(), "MassTable", index).value_or(0);
  if (!has_masses && table_mass == 0) throw CallError(fmt::format("{} has neither Masses nor a MassTable entry", type));

  const std::size_t first = stars.size();
  const auto family = static_cast<Family>(number);
  stars.resize(first + rows);
  if (family != Family::star || !stars.family.empty()) {
    stars.family.resize(first + rows, Family::star);  // the first body that is no star makes the column
    std::fill(stars.family.begin() + static_cast<std::ptrdiff_t>(first), stars.family.end(), family);
  }
  read_whole(position, H5T_NATIVE_DOUBLE, stars.position.data() + first);
  read_whole(velocity, H5T_NATIVE_DOUBLE, stars.velocity.data() + first);
  if (has_masses) {
    read_whole(need(group->get(), type, "Masses", rows, 1, file_bytes), H5T_NATIVE_DOUBLE, stars.mass.data() + first);
  } else {
    std::fill_n(stars.mass.begin() + static_cast<std::ptrdiff_t>(first), rows, table_mass);
  }
  if (H5Lexists(group->get(), "Radii", H5P_DEFAULT) > 0) {
    read_whole(need(group->get(), type, "Radii", rows, 1, file_bytes), H5T_NATIVE_DOUBLE, stars.radius.data() + first);
  }
  append_columns(group->get(), type, rows, file_bytes, loaded.columns);
  if (H5Lexists(group->get(), "ParticleIDs", H5P_DEFAULT) <= 0) return false;
  read_ids(need(group->get(), type, "ParticleIDs", rows, 1, file_bytes), stars.id.data() + first);
  return true;
}

void scale_to_code(StarsBuffer& stars, const layout::Factors& factors) {
  for (auto& x : stars.position) x = {x.x / factors.length, x.y / factors.length, x.z / factors.length};
  for (auto& v : stars.velocity) v = {v.x / factors.velocity, v.y / factors.velocity, v.z / factors.velocity};
  for (double& m : stars.mass) m /= factors.mass;
  for (double& r : stars.radius) r /= factors.length;
}

/// Snapshots of version 1 have none.
std::optional<FamilyLengths> read_softening(hid_t own) {
  FamilyLengths softening;
  for (std::size_t i = 0; i < softening.size(); ++i) {
    const auto length = read_number(own, "softening", i);
    if (!length) return {};
    if (!(*length >= 0 && *length <= 1e9)) throw CallError(fmt::format("a softening of {:g} is not >= 0", *length));
    softening[i] = *length;
  }
  return softening;
}

enum class Part { all, without_stars };

LoadedStars read_open_file(hid_t file, std::size_t file_bytes, Part part) {
  const auto header = find_group(file, "Header");
  if (!header) throw CallError("it has no /Header group, so it is not a snapshot in GADGET's layout");
  refuse_what_we_cannot_mean(file, header->get());
  refuse_further_types(file, header->get());

  LoadedStars loaded;
  if (const auto own = find_group(file, "Tucana"); own && part == Part::all)
    loaded.columns = columns_named(read_text(own->get(), "columns").value_or(""));
  bool all_have_ids = true;
  for (int type = 0; part == Part::all && type <= 5; ++type) {
    if (!append_type(file, type, *header, file_bytes, loaded)) all_have_ids = false;
  }
  if (!all_have_ids) loaded.stars.number_from_one();

  const double file_time = read_number(header->get(), "Time").value_or(0);
  if (const auto own = find_group(file, "Tucana")) {
    const UnitScale scale{positive(read_number(own->get(), "length_pc").value_or(0), "length"),
                          positive(read_number(own->get(), "mass_msun").value_or(0), "mass")};
    const layout::Factors factors = layout::from_code(scale);
    loaded.units = scale;
    loaded.time = read_number(own->get(), "time").value_or(file_time / factors.time);
    loaded.softening = read_softening(own->get());
    loaded.options_toml = read_text(own->get(), "options_toml").value_or("");
    loaded.number = static_cast<int>(std::clamp(read_number(own->get(), "number").value_or(-1), -1.0, 1e9));
    scale_to_code(loaded.stars, factors);
    if (part == Part::all) read_systems(own->get(), file_bytes, loaded.stars);
  } else {
    const FileUnits units = read_units(file);
    const UnitScale scale{units.length_pc, units.mass_msun};
    const double velocity = scale.velocity_kms() / units.velocity_kms;
    loaded.units = scale;
    loaded.time = file_time * velocity;  // length units are equal, so times go as 1 / velocity units
    scale_to_code(loaded.stars, {1, 1, velocity, 1 / velocity});
  }
  return loaded;
}

LoadedStars read_image(std::span<const std::byte> bytes, Part part) {
  const Handle file = open_image(bytes);
  return read_open_file(file.get(), bytes.size(), part);
}

// HDF5 crashes on some damaged files, so a child process reads them: all of them, since a correct checksum shows that a
// file is as it was written, not who wrote it.
LoadedStars read_checked(std::span<const std::byte> bytes, Part part) {
  const Session session;  // also over the fork: the child gets HDF5 in a sound state, but must not lock again
  if (check_seal(bytes) == SealState::broken) throw CallError("its checksum is wrong, so it is damaged; use another");
  const FileImage result = run_isolated(bytes.size(), [&] { return to_bytes(read_image(bytes, part)); });
  return from_bytes(result.bytes());
}

LoadedStars read_part(std::span<const std::byte> bytes, const std::string& name, Part part) {
  LoadedStars loaded;
  try {
    loaded = read_checked(bytes, part);
  } catch (const std::bad_alloc&) {
    throw FailureError(fmt::format("not enough memory to read {}", name));
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError(fmt::format("cannot read stars from {}: {}", name, error.what()));
  }
  if (!std::isfinite(loaded.time)) throw InputError(fmt::format("{}: the time is not finite", name));
  return loaded;
}

}  // namespace

LoadedStars read_snapshot(const std::filesystem::path& path) {
  const FileImage image = read_file_image(path);
  return read_snapshot(image.bytes(), path.string());
}

LoadedStars read_snapshot(std::span<const std::byte> bytes, const std::string& name) {
  LoadedStars loaded = read_part(bytes, name, Part::all);
  validate_stars(loaded.stars.view(), name);
  return loaded;
}

LoadedStars read_snapshot_without_stars(std::span<const std::byte> bytes, const std::string& name) {
  return read_part(bytes, name, Part::without_stars);
}

}  // namespace tucana
