#include "tucana/io/snapshot_systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "tucana/io/hdf5/attributes.h"
#include "tucana/io/hdf5/datasets.h"

namespace tucana {
namespace {

using namespace hdf5;

/// Roundings between a place in the file and centre plus relative place: those of the sum, of the units and of frames.
constexpr double roundings = 16;

template <class T>
void write_systems_column(hid_t group, const char* name, const char* description, const std::vector<T>& column) {
  constexpr Element element = ArchiveLayout<T>::element;
  const Handle dataset = make_dataset(group, name, element, column.size(), ArchiveLayout<T>::count);
  write_whole(dataset, element, column.data());
  write_attribute(dataset.get(), "Description", std::string_view(description));
}

struct PairOrbit {
  double axis, eccentricity, period;
};

/// The orbit of two bodies about each other, G = 1. Not a number where there is none; a < 0 and an infinite period
/// where they are not bound.
PairOrbit orbit_of(const Stars& stars, std::span<const SystemMember> members) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const double mass = members.size() == 2 ? stars.mass[members[0].row] + stars.mass[members[1].row] : 0;
  if (!(mass > 0)) return {none, none, none};
  const Vec3 x = members[1].position - members[0].position, v = members[1].velocity - members[0].velocity;
  const double r = norm(x), axis = 1 / (2 / r - norm2(v) / mass), approach = dot(x, v);
  const double e2 = (1 - r / axis) * (1 - r / axis) + approach * approach / (mass * axis);
  const double period =
      axis > 0 ? 2 * std::numbers::pi * std::sqrt(axis * axis * axis / mass) : std::numeric_limits<double>::infinity();
  return {axis, std::sqrt(std::max(e2, 0.0)), period};
}

/// The columns of a file.
struct Columns {
  std::vector<std::uint8_t> kind;
  std::vector<std::int64_t> count;
  std::vector<double> slow_down;
  std::vector<Vec3> centre, centre_velocity;
  std::vector<StarId> id;
  std::vector<Vec3> place, velocity;
};

template <class T>
void read_column(hid_t group, const char* name, std::size_t rows, std::size_t file_bytes, std::vector<T>& column) {
  const auto dataset = find_dataset(group, name, file_bytes);
  if (!dataset || (dataset->kind != H5T_FLOAT && dataset->kind != H5T_INTEGER) || dataset->rows != rows ||
      dataset->columns != ArchiveLayout<T>::count) {
    throw CallError(fmt::format("Tucana/Systems/{} is missing or of another shape", name));
  }
  column.resize(rows);
  read_whole(*dataset, memory_type(ArchiveLayout<T>::element), column.data());
}

std::size_t rows_of(hid_t group, const char* name, std::size_t file_bytes) {
  const auto dataset = find_dataset(group, name, file_bytes);
  if (!dataset) throw CallError(fmt::format("Tucana/Systems has no {}", name));
  return dataset->rows;
}

double largest_norm(const std::vector<Vec3>& column) {
  double largest = 0;
  for (const Vec3& a : column) largest = std::max(largest, norm(a));
  return largest;
}

/// Takes systems whose members still are where the file says.
class SystemReader {
 public:
  SystemReader(const Columns& columns, StarsBuffer& stars)
      : columns_(columns), stars_(stars), is_taken_(stars.size(), false) {
    constexpr double rounding = roundings * std::numeric_limits<double>::epsilon();
    place_error_ = rounding * largest_norm(stars.position);
    velocity_error_ = rounding * largest_norm(stars.velocity);
    for (std::size_t i = 0; i < stars.size(); ++i) row_of_.emplace(value(stars.id[i]), i);
  }

  void take(std::size_t system, std::size_t first, std::size_t count) {
    const StarSystem head{count == 2 ? SystemKind::pair : SystemKind::group,
                          static_cast<std::uint32_t>(stars_.system_members.size()),
                          static_cast<std::uint32_t>(count),
                          columns_.slow_down[system],
                          columns_.centre[system],
                          columns_.centre_velocity[system]};
    const std::vector<SystemMember> members = members_of(first, count);
    if (members.size() != count || !agree(head, members)) return;
    for (const SystemMember& member : members) is_taken_[member.row] = true;
    stars_.systems.push_back(head);
    stars_.system_members.insert(stars_.system_members.end(), members.begin(), members.end());
  }

 private:
  /// Fewer than `count` where one is no star of the table, or is named twice.
  std::vector<SystemMember> members_of(std::size_t first, std::size_t count) const {
    std::vector<SystemMember> members;
    for (std::size_t k = first; k < first + count; ++k) {
      const auto row = row_of_.find(value(columns_.id[k]));
      if (row == row_of_.end() || is_taken_[row->second]) continue;
      const auto is_twin = [&](const SystemMember& other) { return other.row == row->second; };
      if (std::any_of(members.begin(), members.end(), is_twin)) continue;
      members.push_back({static_cast<std::uint32_t>(row->second), columns_.place[k], columns_.velocity[k]});
    }
    return members;
  }

  /// Written so that what is no number does not agree.
  bool agree(const StarSystem& system, const std::vector<SystemMember>& members) const {
    if (!(system.slow_down >= 1 && std::isfinite(system.slow_down))) return false;
    Vec3 first_moment, momentum;
    double size = 0, speed = 0;
    for (const SystemMember& member : members) {
      const Vec3 off = system.position + member.position - stars_.position[member.row];
      const Vec3 drift = system.velocity + member.velocity - stars_.velocity[member.row];
      if (!(norm(off) <= place_error_ && norm(drift) <= velocity_error_)) return false;
      const double m = stars_.mass[member.row];
      first_moment += m * member.position;
      momentum += m * member.velocity;
      size += m * norm(member.position);
      speed += m * norm(member.velocity);
    }
    constexpr double centred = 1e-12;
    return norm(first_moment) <= centred * size && norm(momentum) <= centred * speed;
  }

  const Columns& columns_;
  StarsBuffer& stars_;
  std::vector<bool> is_taken_;
  double place_error_, velocity_error_;
  std::unordered_map<std::int64_t, std::size_t> row_of_;
};

}  // namespace

void write_systems(hid_t own, const Stars& stars) {
  if (stars.systems.empty()) return;
  Columns columns;
  std::vector<double> axis, eccentricity, period;
  for (const StarSystem& system : stars.systems) {
    columns.kind.push_back(static_cast<std::uint8_t>(system.kind));
    columns.count.push_back(system.count);
    columns.slow_down.push_back(system.slow_down);
    columns.centre.push_back(system.position);
    columns.centre_velocity.push_back(system.velocity);
    const PairOrbit orbit = orbit_of(stars, stars.members_of(system));
    axis.push_back(orbit.axis);
    eccentricity.push_back(orbit.eccentricity);
    period.push_back(orbit.period);
    for (const SystemMember& member : stars.members_of(system)) {
      columns.id.push_back(stars.id[member.row]);
      columns.place.push_back(member.position);
      columns.velocity.push_back(member.velocity);
    }
  }
  const Handle group = make_group(own, "Systems");
  const hid_t id = group.get();
  write_systems_column(id, "Kinds", "0: pair, 1: group", columns.kind);
  write_systems_column(id, "MemberCounts", "Stars in each system", columns.count);
  write_systems_column(id, "SlowDowns", "By how much the inner motion is slowed down", columns.slow_down);
  write_systems_column(id, "Centres", "Centres of mass, code units", columns.centre);
  write_systems_column(id, "CentreVelocities", "Velocities of the centres, code units", columns.centre_velocity);
  write_systems_column(id, "SemiMajorAxes", "Of pairs, code units; negative if not bound", axis);
  write_systems_column(id, "Eccentricities", "Of pairs", eccentricity);
  write_systems_column(id, "Periods", "Of pairs without slow-down, code units", period);
  write_systems_column(id, "MemberIDs", "ParticleIDs of the members, system by system", columns.id);
  write_systems_column(id, "MemberCoordinates", "Relative to the centre, code units", columns.place);
  write_systems_column(id, "MemberVelocities", "Relative to the centre, code units", columns.velocity);
}

void read_systems(hid_t own, std::size_t file_bytes, StarsBuffer& stars) {
  const auto group = find_group(own, "Systems");
  if (!group) return;
  const hid_t id = group->get();
  const std::size_t systems = rows_of(id, "Kinds", file_bytes), members = rows_of(id, "MemberIDs", file_bytes);
  Columns columns;
  read_column(id, "MemberCounts", systems, file_bytes, columns.count);
  read_column(id, "SlowDowns", systems, file_bytes, columns.slow_down);
  read_column(id, "Centres", systems, file_bytes, columns.centre);
  read_column(id, "CentreVelocities", systems, file_bytes, columns.centre_velocity);
  read_column(id, "MemberIDs", members, file_bytes, columns.id);
  read_column(id, "MemberCoordinates", members, file_bytes, columns.place);
  read_column(id, "MemberVelocities", members, file_bytes, columns.velocity);
  SystemReader reader(columns, stars);
  std::size_t first = 0;
  for (std::size_t s = 0; s < systems; ++s) {
    const std::int64_t count = columns.count[s];
    if (count < 2 || static_cast<std::uint64_t>(count) > members - first)
      throw CallError("Tucana/Systems/MemberCounts does not fit the members");
    reader.take(s, first, static_cast<std::size_t>(count));
    first += static_cast<std::size_t>(count);
  }
  if (first != members) throw CallError("Tucana/Systems/MemberCounts does not fit the members");
}

}  // namespace tucana
