#include "tucana/simulation/run_records.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

namespace tucana {
namespace {

using Json = nlohmann::ordered_json;

Json array_of(const Vec3& a) { return Json::array({a.x, a.y, a.z}); }

Json radii_by_percent(const ClusterReport& report) {
  Json radii = Json::object();
  for (std::size_t k = 0; k < lagrangian_percents.size(); ++k) {
    radii[std::to_string(static_cast<int>(lagrangian_percents[k]))] = report.lagrangian_radii[k];
  }
  return radii;
}

double ratio(double above, double below) { return below > 0 ? above / below : 0; }

/// Of a neighbour scheme, whose irregular steps are the steps.
void add_neighbour_figures(Json& json, const RunFigures& figures) {
  json["regular_steps"] = figures.counts.regular_steps;
  json["mean_neighbours"] = figures.counts.mean_neighbours();
  json["regular_seconds"] = figures.seconds.force;
  json["irregular_seconds"] = figures.seconds.irregular;
}

void add_subsystem_figures(Json& json, const SubsystemCounts& counts, double seconds) {
  json["pairs"] = counts.pairs;
  json["slowed_pairs"] = counts.slowed;
  json["unperturbed_pairs"] = counts.unperturbed;
  json["groups"] = counts.groups;
  json["formations"] = counts.formations;
  json["terminations"] = counts.terminations;
  json["inner_steps"] = counts.inner_steps;
  json["subsystem_seconds"] = seconds;
}

/// The parts of the energy error that are due to how pairs and groups are carried, and what is left.
void add_error_by_cause(Json& json, const RunFigures& figures) {
  const SubsystemEnergy& energy = figures.subsystems->energy;
  json["slow_down_error"] = figures.ledger.relative(energy.slow_down);
  json["switch_error"] = figures.ledger.relative(energy.switches);
  json["formation_error"] = figures.ledger.relative(energy.formation);
  json["group_error"] = figures.ledger.relative(energy.groups);
  json["motion_error"] = figures.energy_error - figures.ledger.relative(energy.sum());
}

/// Of a run in several ranks.
void add_rank_figures(Json& json, const RunFigures& figures) {
  constexpr std::array<const char*, exchange_phases> names{"force", "irregular", "subsystem", "other"};
  const ExchangeCounts& exchange = figures.exchange;
  const ExchangeSeconds total = exchange.total();
  json["waiting_seconds"] = total.waiting;
  json["imbalance_seconds"] = total.imbalance;
  json["moving_seconds"] = exchange.moving;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string name = names[k];
    json[name + "_communication_seconds"] = exchange.phases[k].communication;
    json[name + "_waiting_seconds"] = exchange.phases[k].waiting;
    json[name + "_imbalance_seconds"] = exchange.phases[k].imbalance;
  }
  json["rank_messages"] = exchange.messages;
  json["rank_bytes"] = exchange.bytes;
  json["rank_largest_over_mean"] = exchange.largest_over_mean;
}

void add_figures(Json& json, const RunFigures& figures) {
  const auto interactions = static_cast<double>(figures.counts.interactions);
  const double force_seconds = figures.seconds.force + figures.seconds.irregular;
  json["steps"] = figures.counts.steps;
  json["blocks"] = figures.counts.blocks;
  json["mean_block_size"] =
      ratio(static_cast<double>(figures.counts.steps), static_cast<double>(figures.counts.blocks));
  if (figures.shortest_step) {
    json["shortest_step"] = figures.shortest_step->step;
    json["shortest_step_star"] = value(figures.shortest_step->star);
    if (!figures.shortest_step_reason.empty()) json["shortest_step_reason"] = figures.shortest_step_reason;
  }
  json["retries"] = figures.retries;
  json["interactions"] = figures.counts.interactions;
  json["interactions_per_second"] = ratio(interactions, force_seconds);
  json["predict_seconds"] = figures.seconds.predict;
  json["force_seconds"] = force_seconds;
  json["correct_seconds"] = figures.seconds.correct;
  json["schedule_seconds"] = figures.seconds.schedule;
  json["output_seconds"] = figures.output_seconds;
  json["communication_seconds"] = figures.exchange.total().communication;
  json["ranks"] = figures.ranks;
  json["other_seconds"] = std::max(0.0, figures.wall_seconds - figures.output_seconds - figures.seconds.total());
  if (figures.ranks > 1) add_rank_figures(json, figures);
  if (figures.has_neighbours) add_neighbour_figures(json, figures);
  if (figures.subsystems) add_subsystem_figures(json, *figures.subsystems, figures.seconds.subsystem);
}

/// Energy that has left with changes of stars, by kind: the signs of EnergyLedger::balance().
void add_ledger(Json& json, const EnergyLedger& ledger) {
  const EnergyChange changes = ledger.changes();
  json["energy_ledger"] = ledger.balance();
  json["energy_ledger_orbit"] = 0.0 - changes.orbit;
  json["energy_ledger_mass"] = 0.0 - changes.mass;
  json["energy_ledger_kick"] = 0.0 - changes.kick;
  json["energy_ledger_merger"] = 0.0 - changes.merger;
  json["energy_ledger_removal"] = 0.0 - changes.removal;
  json["energy_ledger_addition"] = 0.0 - changes.addition;
  json["energy_ledger_relativity"] = 0.0 - changes.relativity;
  json["energy_ledger_radiation"] = 0.0 - changes.radiation;
}

Json ledger_by_process(const EnergyLedger& ledger) {
  Json json = Json::object();
  for (const auto& [who, change] : ledger.entries()) json[who] = 0.0 - change.total();
  return json;
}

}  // namespace

std::string log_line(const ClusterReport& report, const ClusterFigures& cluster, const RunFigures& figures) {
  Json json = Json::object();  // not null: that, made an object without memory, crashes when it is destroyed
  json["time"] = figures.time;
  json["time_myr"] = cluster.time_myr;
  json["wall_seconds"] = figures.wall_seconds;
  json["n"] = report.n;
  json["mass"] = report.mass;
  json["energy"] = report.energy;
  json["energy_error"] = figures.energy_error;
  if (figures.subsystems) add_error_by_cause(json, figures);
  add_ledger(json, figures.ledger);
  json["kinetic_energy"] = report.energies.kinetic;
  json["potential_energy"] = report.energies.potential;
  if (report.energies.external) json["external_energy"] = *report.energies.external;
  json["internal_energy"] = report.energies.internal();
  json["virial_ratio"] = report.virial_ratio;
  json["angular_momentum"] = array_of(report.angular_momentum);
  json["centre_of_mass"] = array_of(report.centre_of_mass.position);
  json["centre_of_mass_velocity"] = array_of(report.centre_of_mass.velocity);
  json["density_centre"] = array_of(report.core.density_centre);
  json["lagrangian_radii"] = radii_by_percent(report);
  json["core_radius"] = report.core.core_radius;
  json["core_density"] = report.core.core_density;
  json["core_count"] = report.core.core_count;
  for (const Census& census : figures.census) {
    json[census.name] = Json::object();
    for (const auto& [kind, count] : census.counts) json[census.name][kind] = count;
  }
  json["cluster_centre"] = array_of(cluster.centre.x);
  json["cluster_velocity"] = array_of(cluster.centre.v);
  json["bound_mass"] = cluster.bound_mass;
  json["half_mass_radius"] = cluster.half_mass_radius;
  if (cluster.jacobi_radius > 0) json["jacobi_radius"] = cluster.jacobi_radius;
  json["escapers"] = cluster.escapers;
  add_figures(json, figures);
  return json.dump();
}

std::string event_line(double time, std::string_view process, const Event& event) {
  Json json = Json::object();
  json["time"] = time;
  json["process"] = process;
  json["event"] = event.kind;
  Json stars = Json::array();
  for (const StarId star : event.stars) stars.push_back(value(star));
  json["stars"] = std::move(stars);
  for (const auto& [name, number] : event.numbers) json[name] = number;
  return json.dump();
}

std::string summary_text(const RunFigures& figures, const SummaryWords& words) {
  Json json = Json::object();
  json["reason"] = words.reason;
  if (!words.problem.empty()) json["problem"] = words.problem;
  json["time"] = figures.time;
  json["start_time"] = words.start_time;
  json["end_time"] = words.end_time;
  json["n"] = words.n;
  json["energy_error"] = figures.energy_error;
  add_ledger(json, figures.ledger);
  json["energy_ledger_by_process"] = ledger_by_process(figures.ledger);
  json["wall_seconds"] = figures.wall_seconds;
  add_figures(json, figures);
  json["integrator"] = words.integrator;
  json["engine"] = words.engine;
  json["version"] = words.version;
  json["changes"] = words.changes;
  json["warnings"] = words.warnings;
  return json.dump(2) + "\n";
}

}  // namespace tucana
