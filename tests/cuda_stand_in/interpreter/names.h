#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/interpreter/module.h"

namespace cuda_stand_in {

/// What a name of PTX stands for.
struct Meaning {
  enum class Kind { slot, address, local, parameter };
  Kind kind = Kind::slot;
  Type type = Type::b32;
  /// The slot, the address, the offset in the function's local memory, or the offset in its parameter area.
  std::uint64_t value = 0;
  std::uint64_t bytes = 0;
};

/// The names of a module, and within it of one function with its nested { }.
class Names {
 public:
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void add(const std::string& name, const Meaning& meaning) { scopes_.back()[name] = meaning; }
  /// %r<6> stands for %r0 to %r5.
  void add_numbered(const std::string& name, std::uint64_t count, Type type, std::int32_t first_slot);
  std::optional<Meaning> find(const std::string& name) const;

 private:
  std::vector<std::map<std::string, Meaning>> scopes_ = std::vector<std::map<std::string, Meaning>>(1);
};

/// %tid.x and the like; -1 when there is no such special register here.
std::int32_t special_slot(const std::string& name);

}  // namespace cuda_stand_in
