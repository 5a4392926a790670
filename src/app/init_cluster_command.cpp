#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <memory>

#include "tucana/app/cluster_flags.h"
#include "tucana/app/command_line.h"
#include "tucana/app/init_output.h"
#include "tucana/app/not_empty.h"
#include "tucana/core/memory.h"
#include "tucana/io/durable_file.h"
#include "tucana/models/cluster/stellar_units.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/cluster_choice.h"

namespace tucana::app {
namespace {

/// Whether so many stars are wanted that a tree has to do.
bool is_large(const ClusterModelOptions& options) {
  const PopulationOptions& population = options.population;
  if (population.total_mass) {
    return *population.total_mass / make_mass_function(options.masses).mean_mass() > most_stars_by_pairs;
  }
  return population.systems.value_or(population.stars.value_or(0)) > most_stars_by_pairs;
}

std::string pairs_table(const ClusterModel& model) {
  std::string text =
      "first_id,second_id,first_mass [Msun],second_mass [Msun],semi_major_axis [AU],period [day],eccentricity,"
      "inclination [rad],node [rad],pericentre [rad],mean_anomaly [rad]\n";
  for (const PrimordialPair& pair : model.pairs) {
    const auto mass_of = [&](StarId id) {
      return model.stars.mass[static_cast<std::size_t>(value(id)) - 1] * model.units.mass_msun;
    };
    const EllipseElements& o = pair.elements;
    const double axis = o.semi_major_axis * model.units.length_pc * au_per_pc;
    const double first = mass_of(pair.first), second = mass_of(pair.second);
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{}\n", value(pair.first),
                   value(pair.second), first, second, axis, period_days(axis, first + second), o.eccentricity,
                   o.inclination, o.node, o.pericentre, o.mean_anomaly);
  }
  return text;
}

struct ClusterCommandWords {
  InitWords init;
  ClusterWords cluster;
  std::string pairs_file;
};

int init_cluster_model(const ClusterCommandWords& words) {
  ClusterModelOptions options = cluster_options(words.cluster);
  options.seed = seed_in(words.init);
  if (!words.init.n.empty()) options.population.stars = bodies_in(words.init);
  require_memory(options.population.stars.value_or(0), bytes_of_a_star);
  check_outputs(words.init);
  if (!words.pairs_file.empty()) check_output_file(words.pairs_file, "--pairs-file", words.init.force);
  const bool by_tree = is_large(options);
  ThreadPool workers(0);
  const auto engine = make_scaling_engine(by_tree ? most_stars_by_pairs + 1 : 0, workers);
  const ClusterModel model = make_cluster(options, *engine, workers);

  const std::string what =
      fmt::format("a cluster of {} stars, {} of them in pairs", model.stars.size(), 2 * model.pairs.size());
  const std::string record =
      fmt::format("# tucana init cluster{}{} --seed {}\n# stars 1 to {} are {} pairs: 1 and 2, ...\n",
                  words.init.n.empty() ? "" : " -n " + words.init.n, as_typed(words.cluster), options.seed,
                  2 * model.pairs.size(), model.pairs.size());
  if (!words.pairs_file.empty()) write_file_durably(words.pairs_file, pairs_table(model));
  write_model(words.init, model.stars, model.units, what, record, {});
  fmt::print("one unit is {:.6g} pc, {:.6g} Msun, {:.4g} km/s, {:.4g} Myr\n", model.units.length_pc,
             model.units.mass_msun, model.units.velocity_kms(), model.units.time_myr());
  if (by_tree)
    fmt::print("scaled to E = -1/4 by a tree, with an error of about {:.0e} of the potential energy\n",
               scaling_tree_error);
  return 0;
}

}  // namespace

void add_init_cluster_command(Command& init, Action& action) {
  Command* command = init.add_subcommand("cluster", "a star cluster with masses and primordial pairs");
  auto words = std::make_shared<ClusterCommandWords>();
  add_body_flags(*command, words->init);
  add_cluster_flags(*command, words->cluster);
  command->add_option("--pairs-file", words->pairs_file, "also write a table of the pairs and their orbits")
      ->type_name("FILE.csv")
      ->check(not_empty);
  add_output_flags(*command, words->init, "cluster.hdf5");
  command->footer("Example:\n  tucana init cluster -n 10000 --profile king --masses ktg_1993 --pairs 0.05");
  command->callback([words, &action] { action = [words] { return init_cluster_model(*words); }; });
}

}  // namespace tucana::app
