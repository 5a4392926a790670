#include "tests/fuzz/field_archive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "tucana/core/error.h"
#include "tucana/core/random.h"

namespace tucana::test {
namespace {

/// Numbers that are out of range for whatever they mean, or nearly so.
std::uint64_t extreme(Element element, RandomStream& random) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  static const std::array reals = {0.0, -1.0, 1e300, -1e300, 1e-300, infinite, -infinite, infinite - infinite};
  static constexpr std::array<std::int64_t, 12> integers = {0,
                                                            -1,
                                                            1,
                                                            62,
                                                            63,
                                                            255,
                                                            std::numeric_limits<std::int32_t>::max(),
                                                            std::numeric_limits<std::int32_t>::min(),
                                                            0xffffffff,
                                                            std::numeric_limits<std::int64_t>::max(),
                                                            std::numeric_limits<std::int64_t>::min(),
                                                            1000000};
  if (element == Element::f64) return std::bit_cast<std::uint64_t>(reals[random.bits64() % reals.size()]);
  return static_cast<std::uint64_t>(integers[random.bits64() % integers.size()]);
}

}  // namespace

FieldArchive FieldArchive::damaged(std::uint64_t number, std::string& what) const {
  FieldArchive copy;
  copy.entries_ = entries_;
  copy.loading_ = true;
  RandomStream random(11, RandomUse::test, number);
  what.clear();
  for (std::uint64_t changes = 1 + random.bits64() % 2; changes > 0; --changes) {
    Entry& entry = copy.entries_[random.bits64() % entries_.size()];
    const std::size_t size = size_of(entry.element), count = entry.data.size() / size;
    what += " " + entry.path;
    const std::uint64_t kind = random.bits64() % 8;
    if (kind == 0) {
      entry.data.resize(entry.data.size() + size);
    } else if (kind == 1 && count > 0) {
      entry.data.resize(entry.data.size() - size);
    } else if (count > 0) {
      std::byte* at = entry.data.data() + random.bits64() % count * size;
      std::uint64_t word = extreme(entry.element, random);
      if (kind == 2) {  // one bit of what was there
        word = 0;
        std::memcpy(&word, at, size);
        word ^= std::uint64_t{1} << random.bits64() % (8 * size);
      }
      std::memcpy(at, &word, size);
    }
  }
  return copy;
}

std::string FieldArchive::path_of(std::string_view name) const {
  std::string path;
  for (const std::string& group : groups_) path += group + "/";
  return path.append(name);
}

const FieldArchive::Entry& FieldArchive::find(std::string_view name) const {
  const std::string path = path_of(name);
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.path == path; });
  if (found == entries_.end()) throw InputError("field " + path + " is missing");
  return *found;
}

std::size_t FieldArchive::extent(std::string_view name, std::size_t saved) {
  if (!loading_) return saved;
  const Entry& entry = find(name);
  return entry.data.size() / size_of(entry.element);
}

void FieldArchive::transfer(std::string_view name, Element element, void* data, std::size_t count) {
  const std::size_t size = count * size_of(element);
  if (!loading_) {
    Entry& entry = entries_.emplace_back(Entry{path_of(name), element, std::vector<std::byte>(size)});
    if (size > 0) std::memcpy(entry.data.data(), data, size);
    return;
  }
  const Entry& entry = find(name);
  if (entry.element != element || entry.data.size() != size) throw InputError(entry.path + " is of another kind");
  if (size > 0) std::memcpy(data, entry.data.data(), size);
}

}  // namespace tucana::test
