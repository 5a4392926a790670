#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tucana/physics/galaxy/make_field.h"

namespace tucana::galaxy {

/// A field that tests are about, with the density that belongs to it if there is a simple one.
struct FieldCase {
  std::string name;
  FieldOptions options;
  std::function<double(const Vec3&)> density = {};

  std::unique_ptr<ExternalField> make() const { return make_field(options, {}); }
};
inline std::ostream& operator<<(std::ostream& out, const FieldCase& c) { return out << c.name; }

/// Every formula, some with two sets of numbers.
std::vector<FieldCase> all_fields();

}  // namespace tucana::galaxy
