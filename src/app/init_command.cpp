#include <fmt/format.h>

#include <memory>

#include "tucana/app/command_line.h"
#include "tucana/app/init_output.h"
#include "tucana/app/number_list.h"
#include "tucana/app/terminal_text.h"
#include "tucana/gravity/make_engine.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/write_options.h"

namespace tucana::app {
namespace {

/// With more stars than this (some ten seconds on two cores) the user is told to wait.
constexpr std::size_t silent_stars = 131072;

/// A cluster in Henon units, the same as `tucana run` would start from with these options.
int init_cluster(const InitWords& words, Options options, const std::string& what) {
  options.model.n = static_cast<std::int64_t>(bodies_in(words));
  options.model.seed = static_cast<std::int64_t>(seed_in(words));
  check_outputs(words);
  if (bodies_in(words) > silent_stars) {
    print_fitted(stderr,
                 fmt::format("tucana: note: scaling {} stars to Henon units sums over all pairs, which may take "
                             "minutes; galaxies (`tucana init nfw`, ...) need no such sum\n",
                             options.model.n));
  }
  ThreadPool workers(0);
  const auto engine = make_engine({}, workers);
  const InitialStars initial = make_initial_stars(options, *engine, workers);
  write_model(words, initial.stars, initial.units, fmt::format("{} of {} stars", what, initial.stars.size()),
              options_as_toml(options), {});
  return 0;
}

}  // namespace

void add_init_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("init", "write initial conditions to a file");
  command->require_subcommand(0, 1);

  Command* plummer = command->add_subcommand("plummer", "a Plummer sphere of equal masses in Henon units");
  auto words = std::make_shared<InitWords>();
  add_body_flags(*plummer, *words);
  add_output_flags(*plummer, *words, "plummer.hdf5");
  plummer->footer("Example:\n  tucana init plummer -n 4096 --seed 7 -o cluster.hdf5");
  plummer->callback([words, &action] { action = [words] { return init_cluster(*words, {}, "a Plummer sphere"); }; });

  Command* king = command->add_subcommand("king", "a King model of equal masses in Henon units");
  struct KingWords {
    InitWords init;
    std::string w0 = value_text(find_option("model.w0")->initial);
  };
  auto king_words = std::make_shared<KingWords>();
  add_body_flags(*king, king_words->init);
  king->add_option("--w0", king_words->w0,
                   fmt::format("central potential: 3 loose, 9 concentrated [{}]", king_words->w0))
      ->type_name("W");
  add_output_flags(*king, king_words->init, "king.hdf5");
  king->footer("Example:\n  tucana init king -n 4096 --w0 9 -o cluster.hdf5");
  king->callback([king_words, &action] {
    action = [king_words] {
      Options options;
      options.model.kind = ModelKind::king;
      options.model.w0 = number_of_option("model.w0", king_words->w0, "--w0");
      return init_cluster(king_words->init, options, "a King model");
    };
  });
  add_init_cluster_command(*command, action);
  add_init_galaxy_commands(*command, action);
  add_init_combine_command(*command, action);
}

}  // namespace tucana::app
