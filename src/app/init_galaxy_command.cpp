#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tucana/app/command_line.h"
#include "tucana/app/init_output.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/core/memory.h"
#include "tucana/models/galaxy/body_counts.h"
#include "tucana/models/galaxy/galaxy.h"
#include "tucana/parallel/thread_pool.h"
#include "tucana/simulation/galaxy_file.h"
#include "tucana/simulation/initial_stars.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/text_file.h"

namespace tucana::app {
namespace {

struct SphereWords {
  InitWords init;
  std::string cut = "smooth", cut_radius;
};

/// A 64th of the smallest length, as in the paper's NFW sphere, where the plan names none.
double softening_of(const GalaxyPlan& plan) {
  if (plan.softening > 0) return plan.softening;
  double least = plan.components.front().scale_radius;
  for (const Component& c : plan.components) {
    least = std::min(least, c.profile == ProfileKind::disc ? c.scale_height : c.scale_radius);
  }
  return least / 64;
}

/// Every line of a text as a comment: how the snapshot remembers of what it was made.
std::string as_comment(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    result += fmt::format("# {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

/// Lists who is who: components are told apart by their ids.
void print_shares(const GalaxyPlan& plan, std::size_t n) {
  std::size_t first = 1;
  const auto shares = share_bodies(plan.components, n);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i].bodies == 0) continue;
    fmt::print("  {:<12} ids {} to {}, {:.6g} each, PartType{}\n", plan.components[i].name, first,
               first + shares[i].bodies - 1, shares[i].body_mass, static_cast<int>(plan.components[i].family));
    first += shares[i].bodies;
  }
}

int init_galaxy(const InitWords& words, const GalaxyPlan& plan, const std::string& what, const std::string& record,
                const UnitScale* units, double end_time) {
  const std::size_t n = bodies_in(words);
  const std::uint64_t seed = seed_in(words);
  require_memory(n, bytes_of_a_star);
  check_outputs(words);
  share_bodies(plan.components, n);  // complains before the work begins
  ThreadPool workers(0);
  const StarsBuffer stars = make_galaxy(plan, n, seed, workers);
  const UnitScale scale = units != nullptr ? *units : UnitScale{1, default_mass_unit(stars.view())};
  const double softening = softening_of(plan);
  write_model(words, stars, scale, fmt::format("{} of {} bodies, softening {:.4g}", what, n, softening),
              fmt::format("# tucana init: {}, -n {} --seed {}\n{}", what, n, seed, record),
              {true, for_all_families(softening), end_time});
  if (units != nullptr) print_shares(plan, n);
  return 0;
}

CutKind cut_kind(const std::string& word) {
  const std::vector<std::string> names = {"none", "hard", "smooth"};
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) {
    throw InputError(fmt::format("--cut {} is not known; one of {}", for_message(word), fmt::join(names, ", ")));
  }
  return static_cast<CutKind>(found - names.begin());
}

using PlanOf = GalaxyPlan (*)(CutKind, double);

void add_sphere(Command& init, Action& action, const std::string& name, const std::string& what, PlanOf plan,
                double cut_radius) {
  Command* command = init.add_subcommand(name, what + " with G = M = r_s = 1");
  auto words = std::make_shared<SphereWords>();
  add_body_flags(*command, words->init);
  command->add_option("--cut", words->cut, "none, hard or smooth [smooth]")->type_name("KIND");
  command->add_option("--cut-radius", words->cut_radius, fmt::format("where it ends, in r_s [{:g}]", cut_radius))
      ->type_name("R");
  add_output_flags(*command, words->init, name + ".hdf5");
  command->footer(fmt::format("Example:\n  tucana init {} -n 65536 --cut hard --cut-radius 5", name));
  command->callback([words, &action, plan, what, cut_radius] {
    action = [words, plan, what, cut_radius] {
      const CutKind kind = cut_kind(words->cut);
      if (kind == CutKind::none && !words->cut_radius.empty()) {
        throw InputError("--cut none and --cut-radius exclude each other; leave one out");
      }
      const double radius = words->cut_radius.empty() ? cut_radius : positive_number(words->cut_radius, "--cut-radius");
      return init_galaxy(words->init, plan(kind, radius), what, "", nullptr, 10);
    };
  });
}

}  // namespace

void add_init_galaxy_commands(Command& init, Action& action) {
  add_sphere(init, action, "hernquist", "a Hernquist sphere", hernquist_plan, 100);
  add_sphere(init, action, "nfw", "an NFW sphere", nfw_plan, 10);

  Command* m31 = init.add_subcommand("m31", "the galaxy M31: halo, bulge and disc, equal masses");
  auto words = std::make_shared<InitWords>();
  add_body_flags(*m31, *words);
  add_output_flags(*m31, *words, "m31.hdf5");
  m31->footer("Example:\n  tucana init m31 -n 1048576 --run-file m31.toml");
  m31->callback([words, &action] {
    action = [words] { return init_galaxy(*words, m31_plan(), "the galaxy M31", "", &galactic_units, 100); };
  });

  Command* galaxy = init.add_subcommand("galaxy", "a galaxy of components named in a file");
  struct GalaxyWords {
    InitWords init;
    std::string file;
  };
  auto galaxy_words = std::make_shared<GalaxyWords>();
  galaxy->add_option("components", galaxy_words->file, "the components, see docs/models.md")
      ->type_name("COMPONENTS.toml")
      ->required();
  add_body_flags(*galaxy, galaxy_words->init);
  add_output_flags(*galaxy, galaxy_words->init, "galaxy.hdf5");
  galaxy->footer("Example:\n  tucana init galaxy examples/galaxy.toml -n 100000 -o galaxy.hdf5");
  galaxy->callback([galaxy_words, &action] {
    action = [galaxy_words] {
      const std::string& file = galaxy_words->file;
      const GalaxyPlan plan = read_galaxy_file(file);
      return init_galaxy(galaxy_words->init, plan, "a galaxy", as_comment(read_text_file(file, "a file of components")),
                         &galactic_units, 100);
    };
  });
}

}  // namespace tucana::app
