#include "tucana/simulation/cluster_in_field.h"

#include "tucana/simulation/options/field_parts.h"

namespace tucana {

/// It is given by the frequencies of a circular orbit, for which Omega^2 - Phi'' = 4 Omega^2 - kappa^2.
std::optional<TidalFrame> frame_of_tide(const FieldOptions& field) {
  if (field.kind == FieldKind::sum) {
    for (const FieldOptions& part : parse_field_parts(field.parts))
      if (auto frame = frame_of_tide(part)) return frame;
  }
  if (field.kind != FieldKind::tide) return {};
  const double squared = field.angular_speed * field.angular_speed;
  const double strength = (4 - field.epicyclic_ratio * field.epicyclic_ratio) * squared;
  if (!(strength > 0)) return {};
  return TidalFrame{{0, 0, field.angular_speed}, strength};
}

BoundCluster cluster_in_field(const Stars& stars, double time, const Options& options, const ExternalField* field) {
  std::optional<FieldNow> in;
  if (field != nullptr) in.emplace(FieldNow{*field, time, frame_of_tide(options.field)});
  return find_bound_cluster(stars, in, options.escapers.radius);
}

}  // namespace tucana
