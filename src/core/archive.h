#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tucana/core/ids.h"
#include "tucana/core/tick.h"
#include "tucana/core/vec3.h"

namespace tucana {

/// The element types that an archive stores.
enum class Element : std::uint8_t { u8, i32, u32, i64, u64, f64 };
std::size_t size_of(Element element);

/// How a C++ type is laid out in an archive: an element type and how many of them.
template <class T>
struct ArchiveLayout;
#define TUCANA_ARCHIVE_LAYOUT(type, kind, n)           \
  template <>                                          \
  struct ArchiveLayout<type> {                         \
    static constexpr Element element = Element::kind;  \
    static constexpr std::size_t count = n;            \
    static_assert(std::is_trivially_copyable_v<type>); \
  }
TUCANA_ARCHIVE_LAYOUT(std::uint8_t, u8, 1);
TUCANA_ARCHIVE_LAYOUT(std::int32_t, i32, 1);
TUCANA_ARCHIVE_LAYOUT(std::uint32_t, u32, 1);
TUCANA_ARCHIVE_LAYOUT(std::int64_t, i64, 1);
TUCANA_ARCHIVE_LAYOUT(std::uint64_t, u64, 1);
TUCANA_ARCHIVE_LAYOUT(double, f64, 1);
TUCANA_ARCHIVE_LAYOUT(Vec3, f64, 3);
TUCANA_ARCHIVE_LAYOUT(Tick, i64, 1);
TUCANA_ARCHIVE_LAYOUT(Level, i32, 1);
TUCANA_ARCHIVE_LAYOUT(StarId, i64, 1);
TUCANA_ARCHIVE_LAYOUT(Slot, u32, 1);
#undef TUCANA_ARCHIVE_LAYOUT

/// Where state is saved to and loaded from. One describe(Archive&) of a class serves both directions: checkpoint,
/// roll-back and exchange between ranks. Loading throws InputError when a field is missing or of another kind.
class Archive {
 public:
  virtual ~Archive() = default;
  virtual bool loading() const = 0;

  template <class T>
  void field(std::string_view name, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = value ? 1 : 0;
      field(name, byte);
      value = byte != 0;
    } else {
      transfer(name, ArchiveLayout<T>::element, &value, ArchiveLayout<T>::count);
      if constexpr (std::is_same_v<T, Tick>) move(value);
    }
  }
  template <class T>
  void field(std::string_view name, std::vector<T>& column) {
    constexpr std::size_t per_row = ArchiveLayout<T>::count;
    const std::size_t elements = extent(name, column.size() * per_row);
    column.resize(elements / per_row);
    transfer(name, ArchiveLayout<T>::element, column.data(), column.size() * per_row);
    if constexpr (std::is_same_v<T, Tick>)
      for (Tick& t : column) move(t);
  }
  void field(std::string_view name, std::string& text);

  /// One member of all rows of a table of structs, as a column: member(row) is a reference to it. When loading, the
  /// table must have its rows already; throws InputError where the column has another length.
  template <class Row, class Member>
  void column(std::string_view name, std::vector<Row>& rows, const Member& member) {
    std::vector<std::remove_cvref_t<decltype(member(rows.front()))>> values;
    values.reserve(rows.size());
    if (!loading())
      for (Row& row : rows) values.push_back(member(row));
    field(name, values);
    if (!loading()) return;
    expect_rows(name, values.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) member(rows[i]) = values[i];
  }

  /// Lists of any length, one after the other, and how long each is ("NAME_length"). Throws InputError where the two do
  /// not belong together.
  template <class T>
  void lists(std::string_view name, std::vector<std::vector<T>>& lists) {
    std::vector<std::uint64_t> length;
    std::vector<T> all;
    if (!loading()) {
      for (const auto& list : lists) {
        length.push_back(list.size());
        all.insert(all.end(), list.begin(), list.end());
      }
    }
    field(std::string(name) + "_length", length);
    field(name, all);
    if (!loading()) return;
    std::size_t first = 0;
    for (const std::uint64_t n : length) {
      if (n > all.size() - first) expect_rows(name, all.size(), first + n);
      first += n;
    }
    expect_rows(name, all.size(), first);
    lists.assign(length.size(), {});
    auto next = all.begin();
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(length[i]);
      lists[i].assign(next, end);
      next = end;
    }
  }

  /// To be called before loading: ticks are counted from another time now, which was this tick when they were saved.
  /// All fields of type Tick become earlier by it (never stays never), so that none of them may be a duration.
  void move_times(Tick by) { moved_by_ = by; }
  Tick moved_by() const { return moved_by_; }

  /// Fields between construction and end of a Group belong to it: `Group g(archive, "schedule");`
  class Group {
   public:
    Group(Archive& archive, std::string_view name) : archive_(archive) { archive_.enter(name); }
    ~Group() { archive_.leave(); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

   private:
    Archive& archive_;
  };

 protected:
  /// The number of elements of a column: `saved` when saving, the stored number when loading.
  virtual std::size_t extent(std::string_view name, std::size_t saved) = 0;
  virtual void transfer(std::string_view name, Element element, void* data, std::size_t count) = 0;
  virtual void enter(std::string_view group) = 0;
  virtual void leave() noexcept = 0;

 private:
  static void expect_rows(std::string_view name, std::size_t found, std::size_t expected);
  void move(Tick& t) const {
    if (moved_by_.n != 0 && t != Tick::never && loading()) t = t - moved_by_;
  }

  Tick moved_by_;
};

/// An archive in memory, for roll-back, exchange and tests. Save first, then rewind() and load.
class MemoryArchive final : public Archive {
 public:
  bool loading() const override { return loading_; }
  void rewind() { loading_ = true, next_ = 0; }
  std::size_t bytes() const;
  /// The whole content as bytes, from which another process on this machine, or on a similar one, can make an archive.
  std::vector<std::byte> to_bytes() const;
  /// Ready to load. Throws InputError for bytes that do not come from an archive.
  static MemoryArchive from_bytes(std::span<const std::byte> bytes);
  /// Two archives with equal content hold the same state, bit for bit.
  bool operator==(const MemoryArchive& other) const {
    return entries_ == other.entries_ && paths_ == other.paths_ && data_ == other.data_;
  }
  /// The path of the first field that differs, "" when none does.
  std::string first_difference(const MemoryArchive& other) const;

 private:
  /// Thousands of pairs have hundreds of thousands of fields: paths and data are behind each other, without an
  /// allocation for each.
  struct Entry {
    std::size_t path, path_size;  ///< where it begins in paths_
    std::size_t data, data_size;  ///< in data_
    Element element;
    bool operator==(const Entry&) const = default;
  };
  std::string_view path_of(const Entry& entry) const {
    return std::string_view(paths_).substr(entry.path, entry.path_size);
  }
  std::span<const std::byte> data_of(const Entry& entry) const {
    return std::span(data_).subspan(entry.data, entry.data_size);
  }
  void add(std::string_view group, std::string_view name, Element element, std::span<const std::byte> data);
  bool is_field(const Entry& entry, std::string_view name) const;
  std::size_t extent(std::string_view name, std::size_t saved) override;
  void transfer(std::string_view name, Element element, void* data, std::size_t count) override;
  void enter(std::string_view group) override;
  void leave() noexcept override;

  std::vector<Entry> entries_;
  std::string paths_;
  std::vector<std::byte> data_;
  std::vector<std::size_t> group_lengths_;
  std::string group_;
  std::size_t next_ = 0;
  bool loading_ = false;
};

}  // namespace tucana
