#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/io/column_names.h"
#include "tucana/io/durable_file.h"
#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"
#include "tucana/io/hdf5/memory_file.h"
#include "tucana/io/snapshot.h"
#include "tucana/io/snapshot_layout.h"
#include "tucana/io/snapshot_parameters.h"
#include "tucana/io/snapshot_systems.h"

namespace tucana {
namespace {

using namespace hdf5;
namespace layout = snapshot_layout;

constexpr double unit_length_cgs = layout::length_pc * layout::pc_in_cm;
constexpr double unit_mass_cgs = layout::mass_msun * layout::msun_in_g;
constexpr double unit_velocity_cgs = layout::velocity_kms * layout::kms_in_cm_per_s;
constexpr double unit_time_cgs = unit_length_cgs / unit_velocity_cgs;

/// The rows of one family; all of them when none are named.
struct Rows {
  std::span<const std::size_t> named;
  std::size_t count;

  std::size_t operator[](std::size_t i) const { return named.empty() ? i : named[i]; }
};

struct Quantity {
  const char* name;
  std::string description;
  const char* unit;
  double to_cgs;
  int length, mass, time;  // exponents of the units
};

/// As SWIFT writes numbers: swiftsimio takes the first element of everything.
void write_as_array(hid_t object, const char* name, double value) {
  write_attribute(object, name, std::array<double, 1>{value});
}
void write_as_array(hid_t object, const char* name, std::int64_t value) {
  write_attribute(object, name, std::array<std::int64_t, 1>{value});
}

// The names are SWIFT's, from which pynbody and swiftsimio put a dataset's unit together.
void describe(const Handle& dataset, const Quantity& q) {
  write_attribute(dataset.get(), "Description", std::string_view(q.description));
  write_attribute(dataset.get(), "Expression for physical CGS units", q.unit);
  write_as_array(dataset.get(), "Conversion factor to CGS (not including cosmological corrections)", q.to_cgs);
  write_as_array(dataset.get(), "Conversion factor to physical CGS (including cosmological corrections)", q.to_cgs);
  write_as_array(dataset.get(), "U_L exponent", static_cast<double>(q.length));
  write_as_array(dataset.get(), "U_M exponent", static_cast<double>(q.mass));
  write_as_array(dataset.get(), "U_t exponent", static_cast<double>(q.time));
  for (const char* none : {"U_I exponent", "U_T exponent", "h-scale exponent", "a-scale exponent"}) {
    write_as_array(dataset.get(), none, 0.0);
  }
  write_as_array(dataset.get(), "Value stored as physical", std::int64_t{1});
  write_as_array(dataset.get(), "Property can be converted to comoving", std::int64_t{0});
}

// Converts in pieces: the file's image stays the only large copy of the stars.
template <class T>
void write_scaled(hid_t parent, const Quantity& quantity, std::span<const T> column, const Rows& rows, double factor) {
  constexpr std::size_t width = ArchiveLayout<T>::count, piece = 8192;
  const Handle dataset = make_dataset(parent, quantity.name, Element::f64, rows.count, width);
  std::vector<T> scaled(std::min(piece, rows.count));
  for (std::size_t first = 0; first < rows.count; first += piece) {
    const std::size_t count = std::min(piece, rows.count - first);
    for (std::size_t i = 0; i < count; ++i) scaled[i] = column[rows[first + i]] * factor;
    write_rows(dataset, Element::f64, first, count, width, scaled.data());
  }
  describe(dataset, quantity);
}

void write_ids(hid_t parent, const Stars& stars, const Rows& rows, const std::string& who) {
  const Handle dataset = make_dataset(parent, "ParticleIDs", Element::i64, rows.count, 1);
  std::vector<StarId> ids;
  for (std::size_t i = 0; i < rows.named.size(); ++i) ids.push_back(stars.id[rows[i]]);
  write_whole(dataset, Element::i64, rows.named.empty() ? stars.id.data() : ids.data());
  describe(dataset, {"ParticleIDs", "Identities of the " + who + ", for life", "1", 1, 0, 0, 0});
}

void write_softening(hid_t parent, double softening, std::size_t rows, const std::string& who) {
  const Handle dataset = make_constant_dataset(parent, "Softenings", rows, softening);
  describe(dataset, {"Softenings", "Plummer softening lengths of the " + who, "kpc", unit_length_cgs, 1, 0, 0});
}

/// In solar units and the like, without a dimension for readers: their description says what they are.
void write_column(hid_t parent, const StarColumn& column, const Rows& rows) {
  const Quantity quantity{column.name.c_str(), column.description, "1", 1, 0, 0, 0};
  write_scaled(parent, quantity, std::span<const double>(column.values), rows, 1);
}

void write_view(hid_t parent, const ClusterView& cluster, const Rows& rows, const layout::Factors& factors) {
  const std::string how = " relative to the cluster, in axes that turn with it: away from the galaxy, along the orbit";
  write_scaled(parent, {"ClusterCoordinates", "Positions" + how, "kpc", unit_length_cgs, 1, 0, 0},
               std::span<const Vec3>(cluster.positions), rows, factors.length);
  write_scaled(parent, {"ClusterVelocities", "Velocities" + how, "km/s", unit_velocity_cgs, 1, 0, -1},
               std::span<const Vec3>(cluster.velocities), rows, factors.velocity);
}

void write_family(hid_t file, int number, const Stars& stars, const Rows& rows, const layout::Factors& factors,
                  const SnapshotHeader& header) {
  const Handle group = make_group(file, fmt::format("PartType{}", number));
  const double softening = header.softening[static_cast<std::size_t>(number)];
  const std::string who = number == static_cast<int>(Family::star) ? "stars" : "bodies";
  write_scaled(group.get(), {"Coordinates", "Positions of the " + who, "kpc", unit_length_cgs, 1, 0, 0}, stars.position,
               rows, factors.length);
  write_scaled(group.get(), {"Velocities", "Velocities of the " + who, "km/s", unit_velocity_cgs, 1, 0, -1},
               stars.velocity, rows, factors.velocity);
  write_scaled(group.get(), {"Masses", "Masses of the " + who, "1e10 Msun", unit_mass_cgs, 0, 1, 0}, stars.mass, rows,
               factors.mass);
  write_scaled(group.get(), {"Radii", "Radii of the " + who + " themselves", "kpc", unit_length_cgs, 1, 0, 0},
               stars.radius, rows, factors.length);
  write_ids(group.get(), stars, rows, who);
  write_softening(group.get(), softening * factors.length, rows.count, who);
  for (const StarColumn& column : header.columns) write_column(group.get(), column, rows);
  if (header.cluster) write_view(group.get(), *header.cluster, rows, factors);
}

/// Bodies by particle type, 0 to 5.
using FamilyRows = std::array<std::vector<std::size_t>, 6>;

FamilyRows rows_by_family(const Stars& stars) {
  FamilyRows rows;
  for (std::size_t i = 0; i < stars.family.size(); ++i) rows[static_cast<std::size_t>(stars.family[i])].push_back(i);
  return rows;
}

void write_stars(hid_t file, const Stars& stars, const FamilyRows& families, const layout::Factors& factors,
                 const SnapshotHeader& header) {
  constexpr int star = static_cast<int>(Family::star);
  if (stars.family.empty()) return write_family(file, star, stars, {{}, stars.size()}, factors, header);
  for (int number = 1; number <= 5; ++number) {
    const auto index = static_cast<std::size_t>(number);
    const auto& rows = families[index];
    if (!rows.empty()) write_family(file, number, stars, {rows, rows.size()}, factors, header);
  }
}

/// Of a family without bodies nobody has a softening to remember: it has that of stars, the general one.
FamilyLengths stored_softening(FamilyLengths softening, const std::array<std::int64_t, 6>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) softening[i] = softening[static_cast<std::size_t>(Family::star)];
  }
  return softening;
}

void write_header(hid_t file, const std::array<std::int64_t, 6>& counts, double time, double box,
                  std::string_view version) {
  const Handle header = make_group(file, "Header");
  const std::array<std::int64_t, 6> none{};
  write_attribute(header.get(), "NumPart_ThisFile", counts);
  write_attribute(header.get(), "NumPart_Total", counts);
  write_attribute(header.get(), "NumPart_Total_HighWord", none);
  write_attribute(header.get(), "MassTable", std::array<double, 6>{});
  write_as_array(header.get(), "Time", time);
  write_as_array(header.get(), "Redshift", 0.0);
  write_as_array(header.get(), "Scale-factor", 1.0);
  write_attribute(header.get(), "BoxSize", std::array<double, 3>{box, box, box});
  write_as_array(header.get(), "Dimension", std::int64_t{3});
  write_attribute(header.get(), "OutputType", std::string_view("FullVolume"));
  write_attribute(header.get(), "NumFilesPerSnapshot", std::int64_t{1});
  write_attribute(header.get(), "Flag_DoublePrecision", std::int64_t{1});
  write_attribute(header.get(), "Code", std::string_view("Tucana"));
  write_attribute(header.get(), "CodeVersion", version);
  const Handle code = make_group(file, "Code");
  write_attribute(code.get(), "Code", std::string_view("Tucana"));
  write_attribute(code.get(), "Code Version", version);
}

// SWIFT's names, and no others: swiftsimio knows these five. pynbody looks in the second group.
void write_units(hid_t file) {
  for (const char* name : {"Units", "InternalCodeUnits"}) {
    const Handle units = make_group(file, name);
    write_as_array(units.get(), "Unit length in cgs (U_L)", unit_length_cgs);
    write_as_array(units.get(), "Unit mass in cgs (U_M)", unit_mass_cgs);
    write_as_array(units.get(), "Unit time in cgs (U_t)", unit_time_cgs);
    write_as_array(units.get(), "Unit current in cgs (U_I)", 1.0);
    write_as_array(units.get(), "Unit temperature in cgs (U_T)", 1.0);
  }
  const Handle cosmology = make_group(file, "Cosmology");
  write_as_array(cosmology.get(), "Cosmological run", std::int64_t{0});
  make_group(file, "Policy");  // by its presence pynbody knows the SWIFT layout
}

// One attribute per option, "section.key", for inspection with h5dump. Before them what GADGET has here: the units, and
// what yt reads from here rather than from the header, where SWIFT's readers expect arrays and yt expects numbers.
void write_parameters(hid_t file, std::string_view toml, double time, double box) {
  const Handle parameters = make_group(file, "Parameters");
  write_attribute(parameters.get(), "UnitLength_in_cm", unit_length_cgs);
  write_attribute(parameters.get(), "UnitMass_in_g", unit_mass_cgs);
  write_attribute(parameters.get(), "UnitVelocity_in_cm_per_s", unit_velocity_cgs);
  write_attribute(parameters.get(), "Time", time);
  write_attribute(parameters.get(), "Redshift", 0.0);
  write_attribute(parameters.get(), "BoxSize", box);
  for (const NamedValue& option : named_values(toml)) {
    if (H5Aexists(parameters.get(), option.name.c_str()) != 0) continue;
    write_attribute(parameters.get(), option.name.c_str(), std::string_view(option.value));
  }
}

/// The side of a cube about the origin, a power of two, that holds all bodies well inside. The space of a run has no
/// end, but yt draws nothing without a box and swiftsimio divides by it; both take the space for periodic.
double box_around(const Stars& stars, double factor) {
  double most = 0;
  for (const Vec3& x : stars.position) {
    most = std::max({most, std::abs(x.x * factor), std::abs(x.y * factor), std::abs(x.z * factor)});
  }
  return most > 0 ? std::exp2(std::ceil(std::log2(2.1 * most))) : 1;
}

/// In the units of the file; the angular velocity in km/s per kpc.
void write_cluster(hid_t own, const ClusterView& cluster, const layout::Factors& factors) {
  const auto write = [&](const char* name, const Vec3& a) {
    write_attribute(own, name, std::array<double, 3>{a.x, a.y, a.z});
  };
  write("cluster_centre", factors.length * cluster.centre);
  write("cluster_velocity", factors.velocity * cluster.velocity);
  write("cluster_angular_velocity", factors.velocity / factors.length * cluster.angular_velocity);
}

FileImage snapshot_image(const Stars& stars, const SnapshotHeader& header) {
  constexpr std::size_t overhead = 65536;
  const std::size_t bytes_per_star = (9 + header.columns.size() + (header.cluster ? 6 : 0)) * 8;
  const layout::Factors factors = layout::from_code(header.units);
  const FamilyRows families = rows_by_family(stars);
  std::array<std::int64_t, 6> counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::int64_t>(families[i].size());
  if (stars.family.empty()) counts[static_cast<std::size_t>(Family::star)] = static_cast<std::int64_t>(stars.size());
  const std::size_t system_bytes = stars.systems.size() * 96 + stars.system_members.size() * 56;
  MemoryFile file(stars.size() * bytes_per_star + system_bytes + overhead + 2 * header.options_toml.size());
  const double time = header.time * factors.time, box = box_around(stars, factors.length);
  write_header(file.id(), counts, time, box, header.code_version);
  write_units(file.id());
  write_parameters(file.id(), header.options_toml, time, box);
  {
    const Handle own = make_group(file.id(), "Tucana");
    write_attribute(own.get(), "format_version", std::int64_t{2});  // 1 had no softening
    write_attribute(own.get(), "code_version", header.code_version);
    write_attribute(own.get(), "length_pc", header.units.length_pc);
    write_attribute(own.get(), "mass_msun", header.units.mass_msun);
    write_attribute(own.get(), "velocity_kms", header.units.velocity_kms());
    write_attribute(own.get(), "time_myr", header.units.time_myr());
    write_attribute(own.get(), "time", header.time);
    write_attribute(own.get(), "number", std::int64_t{header.number});
    write_attribute(own.get(), "softening", stored_softening(header.softening, counts));
    if (!header.columns.empty()) write_attribute(own.get(), "columns", names_of(header.columns));
    write_attribute(own.get(), "options_toml", header.options_toml);
    if (header.cluster) write_cluster(own.get(), *header.cluster, factors);
    write_systems(own.get(), stars);
  }
  write_stars(file.id(), stars, families, factors, header);
  FileImage image = file.finish();
  append_seal(image);
  return image;
}

}  // namespace

void write_snapshot(const std::filesystem::path& path, const Stars& stars, const SnapshotHeader& header) {
  FileImage image;
  try {
    const Session session;
    image = snapshot_image(stars, header);
  } catch (const CallError& error) {
    throw FailureError("cannot write " + path.string() + ": " + error.what());
  }
  write_file_durably(path, image.bytes());
}

}  // namespace tucana
