#include "tucana/io/loaded_stars_bytes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "tucana/io/column_names.h"

namespace tucana {
namespace {

struct Head {
  std::uint64_t stars, families, systems, members, options, column_names;
  double time, length_pc, mass_msun;
  std::int32_t number, has_units;
  FamilyLengths softening;
  std::int64_t has_softening;
};

/// Visits all columns in one order, for both directions.
template <class Loaded, class Names, class Visit>
void columns(Loaded& loaded, Names& column_names, Visit&& visit) {
  visit(loaded.stars.id);
  visit(loaded.stars.mass);
  visit(loaded.stars.radius);
  visit(loaded.stars.position);
  visit(loaded.stars.velocity);
  visit(loaded.stars.family);
  visit(loaded.stars.systems);
  visit(loaded.stars.system_members);
  visit(loaded.options_toml);
  visit(column_names);
  for (auto& column : loaded.columns) visit(column.values);
}

template <class Loaded>
std::size_t bytes_of(Loaded& loaded, const std::string& column_names) {
  std::size_t sum = sizeof(Head);
  columns(loaded, column_names, [&](auto& column) { sum += column.size() * sizeof(column[0]); });
  return sum;
}

}  // namespace

FileImage to_bytes(const LoadedStars& loaded) {
  const UnitScale units = loaded.units.value_or(UnitScale{});
  const std::string column_names = names_of(loaded.columns);
  const Head head{loaded.stars.size(),
                  loaded.stars.family.size(),
                  loaded.stars.systems.size(),
                  loaded.stars.system_members.size(),
                  loaded.options_toml.size(),
                  column_names.size(),
                  loaded.time,
                  units.length_pc,
                  units.mass_msun,
                  loaded.number,
                  loaded.units.has_value() ? 1 : 0,
                  loaded.softening.value_or(FamilyLengths{}),
                  loaded.softening.has_value() ? 1 : 0};
  FileImage image;
  image.resize(bytes_of(loaded, column_names));
  std::byte* to = image.bytes().data();
  std::memcpy(to, &head, sizeof head);
  to += sizeof head;
  columns(loaded, column_names, [&](const auto& column) {
    const std::size_t size = column.size() * sizeof(column[0]);
    if (size > 0) std::memcpy(to, column.data(), size);
    to += size;
  });
  return image;
}

LoadedStars from_bytes(std::span<const std::byte> bytes) {
  Head head{};
  if (bytes.size() < sizeof head) throw std::runtime_error("it came back from reading without its head");
  std::memcpy(&head, bytes.data(), sizeof head);
  LoadedStars loaded;
  const std::uint64_t most =
      std::max({head.stars, head.families, head.systems, head.members, head.options, head.column_names});
  if (most > bytes.size()) throw std::runtime_error("it came back too short");
  loaded.stars.resize(head.stars);
  loaded.stars.family.resize(head.families);
  loaded.stars.systems.resize(head.systems);
  loaded.stars.system_members.resize(head.members);
  loaded.options_toml.resize(head.options);
  loaded.time = head.time;
  loaded.number = head.number;
  if (head.has_units != 0) loaded.units = UnitScale{head.length_pc, head.mass_msun};
  if (head.has_softening != 0) loaded.softening = head.softening;
  const std::byte* from = bytes.data() + sizeof head;
  const std::byte* const end = bytes.data() + bytes.size();
  std::string names(head.column_names, ' ');
  columns(loaded, names, [&](auto& column) {
    const std::size_t size = column.size() * sizeof(column[0]);
    if (size > static_cast<std::size_t>(end - from)) throw std::runtime_error("it came back too short");
    if (size > 0) std::memcpy(column.data(), from, size);
    from += size;
  });
  loaded.columns = columns_named(names);
  for (StarColumn& column : loaded.columns) {
    column.values.resize(loaded.stars.size());
    const std::size_t size = column.values.size() * sizeof(double);
    if (size > static_cast<std::size_t>(end - from)) throw std::runtime_error("it came back too short");
    if (size > 0) std::memcpy(column.values.data(), from, size);
    from += size;
  }
  if (from != end) throw std::runtime_error("it came back too short");
  return loaded;
}

}  // namespace tucana
