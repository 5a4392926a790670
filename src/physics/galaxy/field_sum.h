#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tucana/core/external_field.h"

namespace tucana::galaxy {

/// Several fields at once.
class FieldSum final : public ExternalField {
 public:
  explicit FieldSum(std::vector<std::unique_ptr<ExternalField>> parts) : parts_(std::move(parts)) {}

  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override;
  Vec3 acceleration(double time, const Vec3& x) const override;
  double potential(double time, const Vec3& x) const override;
  bool is_static() const override;
  /// That of the one part that turns: the others must be round about its axis.
  Vec3 angular_velocity() const override;
  /// "miyamoto_nagai + nfw".
  std::string name() const override;

 private:
  std::vector<std::unique_ptr<ExternalField>> parts_;
};

}  // namespace tucana::galaxy
