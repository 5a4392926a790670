#include "tucana/fewbody/subsystem.h"

#include "tucana/gravity/partial_force.h"

namespace tucana {

void Subsystem::accelerate_images(Tick t, const Tides& tides, std::span<const BodyAt> images,
                                  std::span<PartialForce> accelerations) const {
  std::vector<Vec3> x, v;
  double mass = 0;
  for (const BodyAt& image : images) {
    x.push_back(image.x);
    v.push_back(image.v);
    mass += image.mass;
  }
  tides.on_points(t, x, v, accelerations);
  // What all have in common moves the centre.
  PartialForce mean;
  for (std::size_t k = 0; k < images.size(); ++k) {
    const double share = mass > 0 ? images[k].mass / mass : 1 / static_cast<double>(images.size());
    mean += {share * accelerations[k].a, share * accelerations[k].j};
  }
  const PairLaw law{};
  for (std::size_t k = 0; k < images.size(); ++k) {
    accelerations[k] -= mean;
    for (std::size_t i = 0; i < images.size(); ++i)
      if (i != k) accelerations[k] += pull(images[i].mass, x[i] - x[k], v[i] - v[k], law);
  }
}

}  // namespace tucana
