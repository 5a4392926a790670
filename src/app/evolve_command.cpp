#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tucana/app/command_line.h"
#include "tucana/app/evolve_pair.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/physics/stellar/kicks.h"
#include "tucana/physics/stellar/sse_provider.h"
#include "tucana/simulation/options/plain_text.h"
#include "tucana/simulation/options/read_options.h"

namespace tucana::app {
namespace {

using Json = nlohmann::ordered_json;

struct EvolveWords {
  std::string mass = "1", metallicity = "0.02", until = "14 Gyr", seed = "1";
  std::vector<std::string> settings, ages;
  std::string companion, period, eccentricity;  ///< of a pair; "": the usual one
  bool all = false, json = false, binary = false, no_tides = false;
};

/// "14 Gyr", "100Myr", or a number of Myr.
double duration_in_myr(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  std::string unit = end;
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  const double scale = unit.empty() || unit == "Myr" ? 1 : unit == "Gyr" ? 1e3 : unit == "yr" ? 1e-6 : 0;
  if (end == text.c_str() || scale == 0 || !(value >= 0) || std::isinf(value))
    throw InputError(
        fmt::format(R"(--until "{}" is not a time; write "14 Gyr", "100 Myr" or "5000 yr")", for_message(text)));
  return value * scale;
}

/// The options of single stars among those of a run.
StellarOptions options_from(const std::vector<std::string>& settings) {
  Options options;
  for (const std::string& setting : settings) {
    if (!setting.starts_with("stellar."))
      throw InputError(fmt::format("--set {} is not an option of stars, stellar.NAME=VALUE", for_message(setting)));
    set_option(options, setting);
  }
  return options.stellar;
}

void print_star(const EvolveWords& words, const stellar::Star& star) {
  if (words.json) {
    const Json json = {{"time_myr", star.age},
                       {"type", stellar::number_of(star.type)},
                       {"mass_msun", star.mass},
                       {"core_mass_msun", star.core_mass},
                       {"co_core_mass_msun", star.co_core_mass},
                       {"luminosity_lsun", star.luminosity},
                       {"radius_rsun", star.radius},
                       {"temperature_k", star.temperature()},
                       {"spin_per_yr", star.spin}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("{:>13.7g} {:>3} {:>10.6g} {:>9.5g} {:>10.5g} {:>10.5g} {:>9.5g}\n", star.age,
             stellar::number_of(star.type), star.mass, star.core_mass, star.luminosity, star.radius,
             star.temperature());
}

std::string_view name_of(stellar::SupernovaKind kind) {
  switch (kind) {
    case stellar::SupernovaKind::electron_capture: return "electron-capture supernova";
    case stellar::SupernovaKind::pair_instability: return "pair-instability supernova";
    case stellar::SupernovaKind::pulsational_pair_instability: return "collapse after pair-instability pulses";
    case stellar::SupernovaKind::carbon: return "carbon detonation";
    case stellar::SupernovaKind::core_collapse: break;
  }
  return "core collapse";
}

void print_change(const EvolveWords& words, const stellar::KickOptions& kicks, std::uint64_t seed,
                  const stellar::TypeChange& change) {
  print_star(words, change.before);
  if (!words.json) {
    fmt::print("# {}", stellar::name_of(change.after.type));
    if (change.is_supernova) {
      const Vec3 kick = stellar::supernova_kick(kicks, change.collapse, seed, StarId{0}, change.supernova_number);
      fmt::print(" by {}, kick {:.3g} km/s", name_of(change.collapse.kind), norm(kick));
    }
    fmt::print("\n");
  }
  print_star(words, change.after);
}

const std::string& or_usual(const std::string& given, const std::string& usual) {
  return given.empty() ? usual : given;
}

void check_is_pair(const EvolveWords& words) {
  const std::string all = words.companion + words.period + words.eccentricity;
  if (!words.binary && (!all.empty() || words.no_tides))
    throw InputError("--companion, --period, --eccentricity and --no-tides describe a pair: add --binary");
}

int evolve(const EvolveWords& words) {
  check_is_pair(words);
  const double until = duration_in_myr(words.until);
  const StellarOptions options = options_from(words.settings);
  const stellar::SseProvider provider(options.evolution);
  const auto seed = static_cast<std::uint64_t>(whole_numbers({words.seed}, "--seed", 0, 1'000'000'000'000).front());
  if (words.binary) {
    evolve_pair({.mass1 = positive_number(words.mass, "--mass"),
                 .mass2 = positive_number(or_usual(words.companion, "0.5"), "--companion"),
                 .metallicity = positive_number(words.metallicity, "--metallicity"),
                 .period = positive_number(or_usual(words.period, "100"), "--period", 1e12),
                 .eccentricity = finite_number(or_usual(words.eccentricity, "0"), "--eccentricity", 0),
                 .until = until,
                 .seed = seed,
                 .tides = !words.no_tides,
                 .json = words.json},
                options);
    return 0;
  }
  std::vector<double> ages;
  for (const std::string& age : words.ages) ages.push_back(finite_number(age, "--ages", 0));
  if (!std::ranges::is_sorted(ages)) throw InputError("--ages have to be ascending: a star is followed forwards");
  stellar::StarState star =
      provider.birth(positive_number(words.mass, "--mass"), positive_number(words.metallicity, "--metallicity"));
  if (!words.json)
    fmt::print("#    time Myr type mass Msun core Msun     L Lsun     R Rsun       T K\n# {}\n",
               stellar::name_of(star.now.type));
  print_star(words, star.now);
  const auto report = [&](const stellar::TypeChange& change) {
    if (ages.empty()) print_change(words, options.kicks, seed, change);
  };
  for (const double age : ages) {
    provider.advance(star, age, report);
    print_star(words, star.now);
  }
  if (!ages.empty()) return 0;
  while (provider.next_update(star) <= until) {
    const auto type = star.now.type;
    provider.advance(star, provider.next_update(star), report);
    if (words.all && star.now.type == type) print_star(words, star.now);
  }
  provider.advance(star, until, report);
  print_star(words, star.now);
  return 0;
}

}  // namespace

void add_evolve_command(Command& program, Action& action) {
  Command* command = program.add_subcommand("evolve", "print the life of one star, from birth to its remnant");
  auto words = std::make_shared<EvolveWords>();
  command->add_option("-m,--mass", words->mass, "mass at birth in Msun, 0.08 to 150 (1)")->type_name("M");
  command->add_option("-z,--metallicity", words->metallicity, "metallicity, 0.0001 to 0.03 (0.02)")->type_name("Z");
  command->add_option("--until", words->until, R"(how long: "14 Gyr", "100 Myr" (14 Gyr))")->type_name("TIME");
  command->add_option("--set", words->settings, "an option of single stars; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--ages", words->ages, "only at these ages in Myr, ascending: 10,20,50")
      ->type_name("LIST")
      ->delimiter(',');
  command->add_option("--seed", words->seed, "of the kick of a supernova (1)")->type_name("N");
  command->add_flag("--binary", words->binary, "a pair: its events");
  command->add_option("--companion", words->companion, "mass of the second star of a pair in Msun (0.5)")
      ->type_name("M");
  command->add_option("--period", words->period, "of a pair in days (100)")->type_name("P");
  command->add_option("--eccentricity", words->eccentricity, "of a pair (0)")->type_name("E");
  command->add_flag("--no-tides", words->no_tides, "a pair whose stars raise no tides in each other");
  command->add_flag("--all", words->all, "every step, not only changes of type");
  command->add_flag("--json", words->json, "a JSON object per line");
  command->footer(
      "Types are the numbers of Hurley, Pols & Tout 2000\n(docs/theory/stellar_evolution.md).\n"
      "Examples:\n"
      "  tucana evolve --mass 5\n"
      "  tucana evolve --mass 20 --metallicity 0.001 --until \"20 Myr\" --json\n"
      "  tucana evolve -m 40 --set stellar.winds=sse --set stellar.remnants=rapid\n"
      "  tucana evolve --binary -m 7 --companion 4 --period 1000 --eccentricity 0.3");
  command->callback([words, &action] { action = [words] { return evolve(*words); }; });
}

}  // namespace tucana::app
