#include "tucana/fewbody/merging_members.h"

#include "tucana/core/archive.h"
#include "tucana/fewbody/kepler.h"

namespace tucana {

double MergingMembers::energy() const { return -0.5 * masses.reduced() * kepler_beta(relative, masses.sum()); }

std::vector<double> MergingMembers::bodies(std::span<const double> members) const {
  std::vector<double> bodies(members.begin(), members.end());
  bodies[first] = masses.sum();
  bodies.erase(bodies.begin() + second);
  return bodies;
}

std::vector<PhasePoint> MergingMembers::bodies(std::span<const PhasePoint> members) const {
  std::vector<PhasePoint> bodies(members.begin(), members.end());
  bodies[first] = {members[first].x - masses.first_of(members[first].x - members[second].x),
                   members[first].v - masses.first_of(members[first].v - members[second].v)};
  bodies.erase(bodies.begin() + second);
  return bodies;
}

void MergingMembers::members_from(std::span<const PhasePoint> bodies, const InnerTime& t,
                                  std::span<PhasePoint> members) const {
  for (std::size_t k = 0, body = 0; k < members.size(); ++k)
    if (k != second) members[k] = bodies[body++];
  const PhasePoint centre = members[first], now = kepler_drift(relative, masses.sum(), t - since);
  members[first] = {centre.x + masses.first_of(now.x), centre.v + masses.first_of(now.v)};
  members[second] = {centre.x + masses.second_of(now.x), centre.v + masses.second_of(now.v)};
}

void MergingMembers::describe(Archive& archive) {
  archive.field("first", first);
  archive.field("second", second);
  archive.field("first_mass", masses.first);
  archive.field("second_mass", masses.second);
  archive.field("x", relative.x);
  archive.field("v", relative.v);
  since.describe(archive);
}

}  // namespace tucana
