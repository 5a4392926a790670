#pragma once

#include <memory>
#include <string>

#include "tucana/core/enum_words.h"
#include "tucana/core/external_field.h"

namespace tucana::galaxy {

/// How the strength of a field changes with time.
enum class FieldChange {
  none,
  decay,  ///< exp(-(t - start)/duration) after the start: gas expulsion (Banerjee & Kroupa 2013)
  grow,   ///< smoothly from 0 at the start to 1 after the duration (Dehnen 2000)
  fade    ///< the opposite of grow
};

}  // namespace tucana::galaxy

namespace tucana {

template <>
inline constexpr auto enum_words<galaxy::FieldChange> =
    std::to_array<EnumWord<galaxy::FieldChange>>({{galaxy::FieldChange::none, "none"},
                                                  {galaxy::FieldChange::decay, "decay"},
                                                  {galaxy::FieldChange::grow, "grow"},
                                                  {galaxy::FieldChange::fade, "fade"}});

}  // namespace tucana

namespace tucana::galaxy {

/// The factor of the strength at a time, with its first two derivatives. The second derivative of decay has a step at
/// the start, as the first has; those of the others are continuous.
struct FieldStrength {
  double factor, first, second;
};
FieldStrength strength_at(FieldChange change, double start, double duration, double time);

/// Another field, times a factor that changes with time.
class ChangingField final : public ExternalField {
 public:
  ChangingField(std::unique_ptr<ExternalField> field, FieldChange change, double start, double duration);

  FieldValue at(double time, const Vec3& x, const Vec3& v, const Vec3& a) const override;
  Vec3 acceleration(double time, const Vec3& x) const override;
  double potential(double time, const Vec3& x) const override;
  bool is_static() const override { return false; }
  Vec3 angular_velocity() const override { return field_->angular_velocity(); }
  std::string name() const override;

 private:
  FieldStrength strength(double time) const { return strength_at(change_, start_, duration_, time); }

  std::unique_ptr<ExternalField> field_;
  FieldChange change_;
  double start_, duration_;
};

}  // namespace tucana::galaxy
