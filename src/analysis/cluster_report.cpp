#include "tucana/analysis/cluster_report.h"

namespace tucana {

ClusterReport analyse(const Stars& stars, const PairLaw& law, ForceEngine& engine, Workers& workers,
                      const std::optional<Conserved>& known, std::optional<double> external) {
  ClusterReport report;
  report.n = stars.size();
  report.mass = total_mass(stars);
  report.energies = known ? Energies{known->kinetic, known->potential} : energies(stars, law, engine);
  report.energies.external = external;
  report.energy = report.energies.total();
  report.virial_ratio = report.energies.virial_ratio();
  report.angular_momentum = known ? known->angular_momentum : angular_momentum(stars);
  report.centre_of_mass = centre_of_mass(stars);
  report.core = find_core(stars, workers);
  report.lagrangian_radii = lagrangian_radii(stars, report.core.density_centre);
  return report;
}

}  // namespace tucana
