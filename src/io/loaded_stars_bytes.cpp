#include "tucana/io/loaded_stars_bytes.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace tucana {
namespace {

struct Head {
  std::uint64_t stars, families, options;
  double time, length_pc, mass_msun;
  std::int32_t number, has_units;
  FamilyLengths softening;
  std::int64_t has_softening;
};

/// Visits all columns in one order, for both directions.
template <class Loaded, class Visit>
void columns(Loaded& loaded, Visit&& visit) {
  visit(loaded.stars.id);
  visit(loaded.stars.mass);
  visit(loaded.stars.radius);
  visit(loaded.stars.position);
  visit(loaded.stars.velocity);
  visit(loaded.stars.family);
  visit(loaded.options_toml);
}

template <class Loaded>
std::size_t bytes_of(Loaded& loaded) {
  std::size_t sum = sizeof(Head);
  columns(loaded, [&](auto& column) { sum += column.size() * sizeof(column[0]); });
  return sum;
}

}  // namespace

FileImage to_bytes(const LoadedStars& loaded) {
  const UnitScale units = loaded.units.value_or(UnitScale{});
  const Head head{loaded.stars.size(),
                  loaded.stars.family.size(),
                  loaded.options_toml.size(),
                  loaded.time,
                  units.length_pc,
                  units.mass_msun,
                  loaded.number,
                  loaded.units.has_value() ? 1 : 0,
                  loaded.softening.value_or(FamilyLengths{}),
                  loaded.softening.has_value() ? 1 : 0};
  FileImage image;
  image.resize(bytes_of(loaded));
  std::byte* to = image.bytes().data();
  std::memcpy(to, &head, sizeof head);
  to += sizeof head;
  columns(loaded, [&](const auto& column) {
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
  if (head.stars > bytes.size() || head.families > bytes.size() || head.options > bytes.size())
    throw std::runtime_error("it came back too short");
  loaded.stars.resize(head.stars);
  loaded.stars.family.resize(head.families);
  loaded.options_toml.resize(head.options);
  loaded.time = head.time;
  loaded.number = head.number;
  if (head.has_units != 0) loaded.units = UnitScale{head.length_pc, head.mass_msun};
  if (head.has_softening != 0) loaded.softening = head.softening;
  if (bytes_of(loaded) != bytes.size()) throw std::runtime_error("it came back too short");
  const std::byte* from = bytes.data() + sizeof head;
  columns(loaded, [&](auto& column) {
    const std::size_t size = column.size() * sizeof(column[0]);
    if (size > 0) std::memcpy(column.data(), from, size);
    from += size;
  });
  return loaded;
}

}  // namespace tucana
