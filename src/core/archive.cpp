#include "tucana/core/archive.h"

#include <algorithm>
#include <cstring>

#include "tucana/core/error.h"

namespace tucana {

std::size_t size_of(Element element) {
  switch (element) {
    case Element::u8: return 1;
    case Element::i32:
    case Element::u32: return 4;
    case Element::i64:
    case Element::u64:
    case Element::f64: return 8;
  }
  return 0;
}

void Archive::field(std::string_view name, std::string& text) {
  text.resize(extent(name, text.size()));
  transfer(name, Element::u8, text.data(), text.size());
}

void Archive::expect_rows(std::string_view name, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw InputError("the saved state is damaged: field " + std::string(name) + " has " + std::to_string(found) +
                   " rows where " + std::to_string(expected) + " belong together");
}

namespace {

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + size);
}
void append_number(std::vector<std::byte>& bytes, std::uint64_t number) { append(bytes, &number, sizeof(number)); }

/// Takes from the front of what is left.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool is_done() const { return rest_.empty(); }
  std::span<const std::byte> take(std::uint64_t size) {
    if (size > rest_.size()) throw InputError("the bytes of an archive are damaged: they end too early");
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  std::uint64_t take_number() {
    std::uint64_t number = 0;
    std::memcpy(&number, take(sizeof(number)).data(), sizeof(number));
    return number;
  }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace

void MemoryArchive::add(std::string_view group, std::string_view name, Element element,
                        std::span<const std::byte> data) {
  entries_.push_back({paths_.size(), group.size() + name.size(), data_.size(), data.size(), element});
  paths_ += group;
  paths_ += name;
  data_.insert(data_.end(), data.begin(), data.end());
}

std::vector<std::byte> MemoryArchive::to_bytes() const {
  std::vector<std::byte> bytes;
  bytes.reserve(entries_.size() * 3 * sizeof(std::uint64_t) + paths_.size() + data_.size());
  for (const Entry& entry : entries_) {
    append_number(bytes, entry.path_size);
    append(bytes, path_of(entry).data(), entry.path_size);
    append_number(bytes, static_cast<std::uint64_t>(entry.element));
    append_number(bytes, entry.data_size);
    append(bytes, data_of(entry).data(), entry.data_size);
  }
  return bytes;
}

MemoryArchive MemoryArchive::from_bytes(std::span<const std::byte> bytes) {
  MemoryArchive archive;
  ByteReader reader(bytes);
  while (!reader.is_done()) {
    const auto path = reader.take(reader.take_number());
    const std::uint64_t element = reader.take_number();
    if (element > static_cast<std::uint64_t>(Element::f64))
      throw InputError("the bytes of an archive are damaged: they name an unknown kind of numbers");
    const auto data = reader.take(reader.take_number());
    archive.add({}, std::string_view(reinterpret_cast<const char*>(path.data()), path.size()),
                static_cast<Element>(element), data);
  }
  archive.rewind();
  return archive;
}

std::size_t MemoryArchive::bytes() const { return data_.size(); }

std::string MemoryArchive::first_difference(const MemoryArchive& other) const {
  const auto is_same = [&](const Entry& one, const Entry& two) {
    return path_of(one) == other.path_of(two) && one.element == two.element &&
           std::ranges::equal(data_of(one), other.data_of(two));
  };
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (i >= other.entries_.size() || !is_same(entries_[i], other.entries_[i]))
      return std::string(path_of(entries_[i]));
  return entries_.size() < other.entries_.size() ? std::string(other.path_of(other.entries_[entries_.size()])) : "";
}

std::size_t MemoryArchive::extent(std::string_view name, std::size_t saved) {
  if (!loading_) return saved;
  if (next_ >= entries_.size()) throw InputError("archive ends before field " + group_ + std::string(name));
  return entries_[next_].data_size / size_of(entries_[next_].element);
}

bool MemoryArchive::is_field(const Entry& entry, std::string_view name) const {
  const std::string_view path = path_of(entry);
  return path.size() == group_.size() + name.size() && path.starts_with(group_) && path.ends_with(name);
}

void MemoryArchive::transfer(std::string_view name, Element element, void* data, std::size_t count) {
  const std::size_t size = count * size_of(element);
  if (!loading_) return add(group_, name, element, {static_cast<const std::byte*>(data), size});
  if (next_ >= entries_.size()) throw InputError("archive ends before field " + group_ + std::string(name));
  const Entry& entry = entries_[next_++];
  if (!is_field(entry, name) || entry.element != element || entry.data_size != size) {
    throw InputError("archive holds field " + std::string(path_of(entry)) + " where " + group_ + std::string(name) +
                     " is expected");
  }
  if (size > 0) std::memcpy(data, data_of(entry).data(), size);
}

void MemoryArchive::enter(std::string_view group) {
  group_lengths_.push_back(group_.size());
  group_ += std::string(group) + "/";
}

void MemoryArchive::leave() noexcept {
  group_.resize(group_lengths_.back());
  group_lengths_.pop_back();
}

}  // namespace tucana
