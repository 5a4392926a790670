#include "python/binding/report.h"

#include "tucana/simulation/cluster_figures.h"
#include "tucana/simulation/run_records.h"
#include "tucana/simulation/simulation.h"
#include "tucana/simulation/step_reason.h"

namespace tucana::binding {

std::string report_text(const Observation& observation) {
  const Simulation& simulation = observation.simulation();
  const Integrator& integrator = simulation.integrator();
  RunFigures figures;
  figures.time = observation.time();
  figures.energy_error = observation.energy_error();
  figures.ledger = simulation.ledger();
  figures.counts = integrator.counts();
  figures.seconds = integrator.seconds();
  figures.has_neighbours = integrator.has_neighbours();
  figures.shortest_step = integrator.shortest_step();
  if (figures.shortest_step)
    figures.shortest_step_reason = step_reason(observation.stars()->view(), *figures.shortest_step);
  figures.subsystems = integrator.subsystem_counts();
  figures.wall_seconds = figures.seconds.total();
  return log_line(observation.report(), cluster_figures(observation), figures);
}

std::tuple<double, double, double, double> units_tuple(const UnitScale& units) {
  return {units.length_pc, units.mass_msun, units.velocity_kms(), units.time_myr()};
}

}  // namespace tucana::binding
