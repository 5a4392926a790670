#include "tucana/physics/stellar/slow_losses.h"

#include <algorithm>
#include <set>

#include "tucana/fewbody/binary_tree.h"

namespace tucana::stellar {
namespace {

/// The members of one system, before and after.
struct Members {
  std::vector<double> mass, new_mass;
  std::vector<PhasePoint> before, after;
  double time = 0;  ///< the shortest of all losses
};

class Rescaling {
 public:
  explicit Rescaling(Members& members) : members_(members), tree_(members.mass, members.before) {
    for (const BinaryNode& node : tree_.nodes()) {
      const auto number = static_cast<std::size_t>(&node - tree_.nodes().data());
      new_mass_.push_back(node.pair ? new_mass_[node.pair->first] + new_mass_[node.pair->second]
                                    : members.new_mass[number]);
    }
    for (const std::uint32_t root : tree_.roots()) place(root, tree_.nodes()[root].centre);
  }

 private:
  /// Puts the centre of a node to a place, and the parts around it.
  void place(std::uint32_t number, const PhasePoint& centre) {
    const BinaryNode& node = tree_.nodes()[number];
    if (!node.pair) {
      members_.after[number] = centre;
      return;
    }
    const auto& [first, second, relative, orbit] = *node.pair;
    // A change that is fast against the period finds the stars where they are.
    const bool slow = kepler_period(orbit.beta, node.mass) < members_.time;
    const double scale = slow ? node.mass / new_mass_[number] : 1;
    const Vec3 x = scale * relative.x, v = (1 / scale) * relative.v;
    const double part = new_mass_[second] / new_mass_[number];
    place(first, {centre.x - part * x, centre.v - part * v});
    place(second, {centre.x + (1 - part) * x, centre.v + (1 - part) * v});
  }

  Members& members_;
  BinaryTree tree_;
  std::vector<double> new_mass_;  ///< of the nodes
};

}  // namespace

void follow_slow_losses(const Stars& stars, const std::function<const Loss*(StarId)>& loss_of, ChangeSet& changes) {
  std::set<StarId> in_pairs;
  for (const StarSystem& system : stars.systems) {
    Members members;
    bool changes_mass = false, at_once = false;
    for (const SystemMember& member : stars.members_of(system)) {
      const double mass = stars.mass[member.row];
      const Loss* loss = loss_of(stars.id[member.row]);
      members.mass.push_back(mass);
      members.new_mass.push_back(loss != nullptr ? loss->mass : mass);
      members.before.push_back({member.position, member.velocity});
      if (loss == nullptr || loss->mass == mass) continue;
      at_once |= !(loss->time > 0 && loss->mass > 0);
      members.time = changes_mass ? std::min(members.time, loss->time) : loss->time;
      changes_mass = true;
    }
    if (!changes_mass || at_once) continue;
    members.after = members.before;
    const Rescaling rescaling(members);
    const auto rows = stars.members_of(system);
    if (rows.size() == 2) {
      const StarId first = stars.id[rows[0].row], second = stars.id[rows[1].row];
      changes.orbits.push_back({first, second, members.new_mass[0], members.new_mass[1],
                                members.after[0].x - members.after[1].x, members.after[0].v - members.after[1].v});
      in_pairs.insert({first, second});
      continue;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Vec3 shift = members.after[k].x - members.before[k].x, kick = members.after[k].v - members.before[k].v;
      if (norm2(shift) > 0 || norm2(kick) > 0) changes.kicks.push_back({stars.id[rows[k].row], kick, shift});
    }
  }
  std::erase_if(changes.masses, [&](const ChangeSet::NewMass& one) { return in_pairs.contains(one.star); });
}

}  // namespace tucana::stellar
