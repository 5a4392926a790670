#include "tucana/analysis/cluster_report.h"

namespace tucana {

ClusterReport analyse(const Stars& stars, const PairLaw& law, ForceEngine& engine, Workers& workers,
                      const std::optional<Conserved>& known, const std::optional<EnergyInField>& field) {
  ClusterReport report;
  report.n = stars.size();
  report.bodies = stars.size() - stars.system_members.size() + stars.systems.size();
  report.mass = total_mass(stars);
  report.energies = known ? Energies{known->kinetic, known->potential} : energies(stars, law, engine);
  if (field) report.energies.add(*field);
  report.energy = report.energies.total();
  report.virial_ratio = report.energies.virial_ratio();
  report.angular_momentum = known ? known->angular_momentum : angular_momentum(stars);
  report.centre_of_mass = centre_of_mass(stars);
  const auto describe_bodies = [&](const Stars& bodies) {
    report.core = find_core(bodies, workers);
    report.lagrangian_radii = lagrangian_radii(bodies, report.core.density_centre);
  };
  if (stars.systems.empty()) {
    describe_bodies(stars);
  } else {
    describe_bodies(with_systems_as_bodies(stars).view());
  }
  return report;
}

}  // namespace tucana
