#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "tucana/core/vec3.h"

namespace tucana::grape6 {

/// A j-particle as the client gave it, derivatives in full.
struct Source {
  int index = 0;  ///< its identity: any number, several sources may share one
  double time = 0, mass = 0;
  Vec3 position, velocity, acceleration, jerk, snap, crackle;
  double eps2 = 0;  ///< kept for pick_up_predictor_2 only
  bool is_set = false;

  bool has_higher() const { return !(snap == Vec3{} && crackle == Vec3{}); }
  /// At `when`, in double.
  Vec3 predicted_position(double when) const;
  Vec3 predicted_velocity(double when) const;
  Vec3 predicted_acceleration(double when) const;
};

/// The sources of one id, by address, with what changed since they were last sent to the engine and who has which
/// index.
class SourceTable {
 public:
  void set(std::size_t address, const Source& source);
  void clear() { *this = {}; }

  std::size_t size() const { return rows_.size(); }
  const Source& operator[](std::size_t address) const { return rows_[address]; }
  /// Whether any source ever had a snap or crackle.
  bool has_higher() const { return has_higher_; }

  std::span<const std::uint32_t> changed() const { return changed_; }
  /// Marks all sources that are set from `first` to before `end`.
  void mark_changed(std::size_t first, std::size_t end);
  void forget_changes();

  static constexpr std::uint32_t none = 0xffffffff;
  /// The first source that has the index, in no particular order, and the next one after it; `none` at the end.
  std::uint32_t first_with(int index) const;
  std::uint32_t next_with_same(std::uint32_t address) const { return links_[address].next; }

 private:
  struct Link {
    std::uint32_t next = none, previous = none;
  };
  void link(std::uint32_t address, int index);
  void unlink(std::uint32_t address);

  std::vector<Source> rows_;
  std::vector<Link> links_;
  std::unordered_map<int, std::uint32_t> first_;
  std::vector<std::uint32_t> changed_;
  std::vector<bool> is_changed_;
  bool has_higher_ = false;
};

}  // namespace tucana::grape6
