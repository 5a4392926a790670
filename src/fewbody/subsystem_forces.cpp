// What subsystems add to forces between centres of mass: with paths, for integrators that need snaps, and without.
#include <algorithm>
#include <type_traits>

#include "tucana/fewbody/subsystems.h"

namespace tucana {
namespace {

template <class Body>
using ForceOf = std::conditional_t<std::is_same_v<Body, BodyAt>, PartialForce, ForceSeries>;

template <class Body>
Body body_at(const Surroundings& around, Slot slot, Tick t) {
  if constexpr (std::is_same_v<Body, BodyAt>)
    return around.in_sums(slot, t);
  else
    return around.path(slot, t);
}

PartialForce pull(const BodyAt& source, const BodyAt& target, const PairLaw& law) {
  return pull(source.mass, source.x - target.x, source.v - target.v, law);
}

/// An image of a body, which is relative to it.
BodyAt at_image(const BodyAt& body, const BodyAt& image) { return {image.mass, body.x + image.x, body.v + image.v}; }
BodyOnPath at_image(const BodyOnPath& body, const BodyOnPath& image) {
  return {image.mass, body.x + image.x, body.v + image.v, body.a + image.a, body.j + image.j};
}

PartialForce scaled(double factor, const PartialForce& f) { return {factor * f.a, factor * f.j}; }
ForceSeries scaled(double factor, const ForceSeries& f) { return factor * f; }

/// The force of a body on a point, of its images if there are any.
template <class Body>
ForceOf<Body> pull_of(const Body& body, std::span<const Body> images, const Body& target, const PairLaw& law) {
  if (images.empty()) return pull(body, target, law);
  ForceOf<Body> sum;
  for (const Body& image : images) sum += pull(at_image(body, image), target, law);
  return sum;
}

/// The same on a target that has images of its own. Inside, two subsystems feel each other as points; so the potential
/// between them is that of the images of each with the point of the other, less that of the points, and the forces on
/// both centres are those of this potential. What images feel of images is of fourth order in their distances; if the
/// centres felt it, and the members did not, the work that each does on the other would not be what that one loses.
template <class Body>
ForceOf<Body> pull_on_images(const Body& body, std::span<const Body> images, const Body& target,
                             std::span<const Body> own_images, const PairLaw& law) {
  const ForceOf<Body> on_point = pull_of(body, images, target, law);
  if (own_images.empty()) return on_point;
  const std::span<const Body> none;
  ForceOf<Body> mean;
  for (const Body& image : own_images) {
    const double share = target.mass > 0 ? image.mass / target.mass : 1 / static_cast<double>(own_images.size());
    mean += scaled(share, pull_of(body, none, at_image(target, image), law));
  }
  if (images.empty()) return mean;
  mean += on_point;
  mean += scaled(-1, pull_of(body, none, target, law));
  return mean;
}

}  // namespace

template <class Body>
std::span<const Body> Subsystems::images_of(const Entry& entry) {
  if constexpr (std::is_same_v<Body, BodyAt>)
    return entry.images;
  else
    return entry.paths;
}

template <class Body>
std::span<const Body> Subsystems::images_in(Slot slot) const {
  const std::uint32_t number = in_slot(slot);
  if (number == OfSlot::none || is_asleep(number)) return {};
  return images_of<Body>(entries_[number]);
}

/// Subsystems that see the body first, in the order of their numbers, then those around it: the order of the sum is
/// fixed.
template <class Body>
auto Subsystems::difference_of(Slot slot, const Body& target, Tick t, const Surroundings& around) const {
  ForceOf<Body> difference;
  const OfSlot& one = by_slot_[index(slot)];
  const std::span<const Body> own_images = images_in<Body>(slot), none;
  const auto add = [&](Slot other, std::span<const Body> images) {
    const Body body = body_at<Body>(around, other, t);
    difference += pull_on_images(body, images, target, own_images, law_) - pull_of(body, none, target, law_);
  };
  for (const std::uint32_t number : one.seen) add(entries_[number].slot, images_of<Body>(entries_[number]));
  if (own_images.empty()) return difference;
  for (const Slot related : entries_[one.own].related) {
    const std::uint32_t number = in_slot(related);
    if (number != OfSlot::none && std::ranges::binary_search(one.seen, number)) continue;
    add(related, images_in<Body>(related));
  }
  return difference;
}

PartialForce Subsystems::difference_on(Slot slot, const BodyAt& target, Tick t, const Surroundings& around) const {
  return difference_of(slot, target, t, around);
}

ForceSeries Subsystems::difference_on_path(Slot slot, const BodyOnPath& target, Tick t,
                                           const Surroundings& around) const {
  return difference_of(slot, target, t, around);
}

Subsystems::Mutual Subsystems::difference_between(std::uint32_t number, Slot slot, Tick t,
                                                  const Surroundings& around) const {
  const Entry& entry = entries_[number];
  const auto both = [&]<class Body>(const Body& centre, const Body& body) {
    const std::span<const Body> own = images_in<Body>(entry.slot), of_body = images_in<Body>(slot), none;
    return std::pair{pull_on_images(centre, own, body, of_body, law_) - pull_of(centre, none, body, law_),
                     pull_on_images(body, of_body, centre, own, law_) - pull_of(body, none, centre, law_)};
  };
  if (!has_paths_) {
    const auto [on_body, on_centre] = both(around.in_sums(entry.slot, t), around.in_sums(slot, t));
    return {{on_body, {}, {}}, {on_centre, {}, {}}};
  }
  const auto [on_body, on_centre] = both(around.path(entry.slot, t), around.path(slot, t));
  return {on_body, on_centre};
}

}  // namespace tucana
