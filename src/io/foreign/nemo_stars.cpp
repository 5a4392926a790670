#include "tucana/io/foreign/nemo_stars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "tucana/core/error.h"
#include "tucana/io/text_line.h"

namespace tucana {
namespace {

// Magic numbers of single items and of items with dimensions; in a file of the other byte order they are swapped.
constexpr std::uint16_t single_magic = 0x0992, plural_magic = 0x0b92;
constexpr std::size_t longest_tag = 64, most_dimensions = 8, deepest_set = 8;

constexpr std::uint16_t swapped(std::uint16_t x) { return static_cast<std::uint16_t>(x << 8 | x >> 8); }

struct Item {
  char type = 0;
  bool swap = false;  ///< of the other byte order
  std::string_view tag;
  std::vector<std::uint32_t> dimensions;
  std::span<const std::byte> data;

  std::size_t count() const {
    std::size_t n = 1;
    for (const std::uint32_t d : dimensions) n *= d;
    return n;
  }
};

std::size_t size_of(char type) {
  switch (type) {
    case 'c':
    case 'b': return 1;
    case 's':
    case 'h': return 2;
    case 'i':
    case 'f': return 4;
    case 'l':
    case 'd': return 8;
    default: return 0;
  }
}

template <class Bits>
Bits turned(Bits bits) {
  std::array<std::byte, sizeof bits> bytes;
  std::memcpy(bytes.data(), &bits, sizeof bits);
  std::reverse(bytes.begin(), bytes.end());
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return bits;
}

/// Element i of an item of numbers of type T, whose bits are an unsigned integer of the same size.
template <class T, class Bits>
double element_of(const Item& item, std::size_t i) {
  Bits bits;
  std::memcpy(&bits, item.data.data() + i * sizeof bits, sizeof bits);
  if (item.swap) bits = turned(bits);
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}

/// Element i of an item of floats or doubles.
double element(const Item& item, std::size_t i) {
  return item.type == 'f' ? element_of<float, std::uint32_t>(item, i) : element_of<double, std::uint64_t>(item, i);
}

/// Walks over the items of a file and never beyond its end.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: not a whole NEMO snapshot: {}, at byte {}", name_, what, at_));
  }
  bool at_end() const { return at_ == bytes_.size(); }

  Item next() {
    Item item;
    auto magic = number<std::uint16_t>(false);
    item.swap = magic == swapped(single_magic) || magic == swapped(plural_magic);
    if (item.swap) magic = swapped(magic);
    if (magic != single_magic && magic != plural_magic) fail("no item begins here");
    const std::string_view type = text();
    if (type.size() != 1) fail(fmt::format("the type {} of an item is not known", quoted_word(type)));
    item.type = type[0];
    if (item.type == ')') return item;
    item.tag = text();
    if (magic == plural_magic) read_dimensions(item);
    if (item.type == '(') return item;
    const std::size_t size = size_of(item.type);
    if (size == 0) fail(fmt::format("the type {} of an item is not known", quoted_word(type)));
    std::size_t room = (bytes_.size() - at_) / size;
    for (const std::uint32_t d : item.dimensions) room /= d;
    if (room == 0) fail(fmt::format("{} is cut off", quoted_word(item.tag)));
    item.data = bytes_.subspan(at_, item.count() * size);
    at_ += item.data.size();
    return item;
  }

 private:
  template <class T>
  T number(bool swap) {
    T value;
    if (bytes_.size() - at_ < sizeof value) fail("it ends within an item");
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return swap ? turned(value) : value;
  }
  std::string_view text() {
    const std::string_view rest(reinterpret_cast<const char*>(bytes_.data()) + at_, bytes_.size() - at_);
    const std::size_t end = rest.substr(0, longest_tag + 1).find('\0');
    if (end == rest.npos) fail("a name does not end");
    at_ += end + 1;
    return rest.substr(0, end);
  }
  void read_dimensions(Item& item) {
    for (;;) {
      const auto dimension = number<std::uint32_t>(item.swap);
      if (dimension == 0) return;
      item.dimensions.push_back(dimension);
      if (item.dimensions.size() > most_dimensions)
        fail(fmt::format("{} has too many dimensions", quoted_word(item.tag)));
    }
  }

  std::span<const std::byte> bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
};

/// The items of one snapshot that matter.
struct Found {
  std::optional<Item> mass, phase, position, velocity;
  double time = 0;
};

bool is_real(const Item& item) { return item.type == 'f' || item.type == 'd'; }

/// Reads up to the end of the first set Particles and of what is around it.
Found find_items(Reader& reader) {
  Found found;
  std::vector<std::string_view> sets;
  while (!reader.at_end()) {
    const Item item = reader.next();
    if (item.type == '(') {
      if (sets.size() == deepest_set) reader.fail("sets are nested too deeply");
      sets.push_back(item.tag);
    } else if (item.type == ')') {
      if (sets.empty()) reader.fail("a set ends that did not begin");
      const bool done = sets.back() == "Particles";
      sets.pop_back();
      if (done && (found.mass || found.phase || found.position)) return found;
    } else if (!sets.empty() && sets.back() == "Parameters" && item.tag == "Time" && is_real(item)) {
      found.time = element(item, 0);
    } else if (!sets.empty() && sets.back() == "Particles" && is_real(item)) {
      if (item.tag == "Mass") found.mass = item;
      if (item.tag == "PhaseSpace") found.phase = item;
      if (item.tag == "Position") found.position = item;
      if (item.tag == "Velocity") found.velocity = item;
    }
  }
  reader.fail("there is no set Particles");
}

std::vector<Vec3> vectors(const Item& item, std::size_t n, std::size_t stride, std::size_t offset) {
  std::vector<Vec3> column(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i * stride + offset;
    column[i] = {element(item, at), element(item, at + 1), element(item, at + 2)};
  }
  return column;
}

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_head(std::string& bytes, char type, std::string_view tag, const std::vector<std::uint32_t>& dimensions = {}) {
  put(bytes, dimensions.empty() ? single_magic : plural_magic);
  bytes += type;
  bytes += '\0';
  if (type == ')') return;
  bytes.append(tag).push_back('\0');
  for (const std::uint32_t d : dimensions) put(bytes, d);
  if (!dimensions.empty()) put(bytes, std::uint32_t{0});
}

}  // namespace

bool looks_like_nemo(std::span<const std::byte> bytes) {
  std::uint16_t magic = 0;
  if (bytes.size() < 4) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == single_magic || magic == plural_magic || magic == swapped(single_magic) ||
         magic == swapped(plural_magic);
}

LoadedStars parse_nemo_stars(std::span<const std::byte> bytes, const std::string& name) {
  Reader reader(bytes, name);
  const Found found = find_items(reader);
  if (!found.mass) reader.fail("the particles have no Mass");
  const std::size_t n = found.mass->count();
  LoadedStars loaded;
  loaded.time = found.time;
  if (found.phase) {
    if (found.phase->dimensions != std::vector<std::uint32_t>{static_cast<std::uint32_t>(n), 2, 3}) {
      reader.fail("PhaseSpace is not n x 2 x 3 numbers");
    }
    loaded.stars.position = vectors(*found.phase, n, 6, 0);
    loaded.stars.velocity = vectors(*found.phase, n, 6, 3);
  } else {
    if (!found.position || !found.velocity)
      reader.fail("the particles have neither PhaseSpace nor Position and Velocity");
    if (found.position->count() != 3 * n || found.velocity->count() != 3 * n) {
      reader.fail("Position and Velocity are not n x 3 numbers");
    }
    loaded.stars.position = vectors(*found.position, n, 3, 0);
    loaded.stars.velocity = vectors(*found.velocity, n, 3, 0);
  }
  loaded.stars.mass.resize(n);
  for (std::size_t i = 0; i < n; ++i) loaded.stars.mass[i] = element(*found.mass, i);
  loaded.stars.resize(n);
  loaded.stars.number_from_one();
  return loaded;
}

std::string nemo_bytes(const Stars& stars, double time) {
  const auto n = static_cast<std::uint32_t>(stars.size());
  // Cartesian, three dimensions, positions and velocities: NEMO's CSCode(Cartesian, 3, 2).
  constexpr std::int32_t coordinates = 1 << 16 | 3 << 8 | 2;
  std::string bytes;
  put_head(bytes, '(', "SnapShot");
  put_head(bytes, '(', "Parameters");
  put_head(bytes, 'i', "Nobj");
  put(bytes, n);
  put_head(bytes, 'd', "Time");
  put(bytes, time);
  put_head(bytes, ')', "");
  put_head(bytes, '(', "Particles");
  put_head(bytes, 'i', "CoordSystem");
  put(bytes, coordinates);
  put_head(bytes, 'd', "Mass", {n});
  for (const double m : stars.mass) put(bytes, m);
  put_head(bytes, 'd', "PhaseSpace", {n, 2, 3});
  for (std::size_t i = 0; i < stars.size(); ++i) {
    put(bytes, stars.position[i]);
    put(bytes, stars.velocity[i]);
  }
  put_head(bytes, ')', "");
  put_head(bytes, ')', "");
  return bytes;
}

}  // namespace tucana
