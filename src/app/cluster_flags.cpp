#include "tucana/app/cluster_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>
#include <vector>

#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/simulation/cluster_choice.h"
#include "tucana/simulation/options/option_value.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

struct FlagEntry {
  const char* name;
  std::string ClusterWords::*text;
  const char* type;
  const char* help;
};

constexpr std::array flags{
    FlagEntry{"--systems", &ClusterWords::systems, "N", "number of singles and pairs, instead of -n"},
    FlagEntry{"--total-mass", &ClusterWords::total_mass, "MSUN", "total mass, instead of -n"},
    FlagEntry{"--profile", &ClusterWords::profile, "NAME", "plummer, king, uniform, eff or fractal [plummer]"},
    FlagEntry{"--w0", &ClusterWords::w0, "W", "King: central potential [6]"},
    FlagEntry{"--concentration", &ClusterWords::concentration, "C", "King: log10(r_t/r_0), instead of --w0"},
    FlagEntry{"--slope", &ClusterWords::slope, "GAMMA", "EFF: slope of the surface density [2.6]"},
    FlagEntry{"--cut-radius", &ClusterWords::cut_radius, "R", "in scale radii [Plummer 20, EFF 50]"},
    FlagEntry{"--dimension", &ClusterWords::dimension, "D", "fractal: 1 to 3 [2]"},
    FlagEntry{"--masses", &ClusterWords::masses, "NAME", "salpeter, kroupa_2001, ktg_1993, power_law [equal]"},
    FlagEntry{"--mass-limits", &ClusterWords::mass_limits, "LOW,HIGH", "in Msun [0.08,100]"},
    FlagEntry{"--mass", &ClusterWords::equal_mass, "MSUN", "of each of equal stars [1]"},
    FlagEntry{"--pieces", &ClusterWords::pieces, "M:SLOPE,...", "power_law: where each piece begins and its slope"},
    FlagEntry{"--sampling", &ClusterWords::sampling, "HOW", "of masses: random or optimal [random]"},
    FlagEntry{"--pairs", &ClusterWords::pairs, "F", "primordial pairs / (singles + pairs) [0]"},
    FlagEntry{"--pairing", &ClusterWords::pairing, "HOW", "random, ordered or uniform_ratio [random]"},
    FlagEntry{"--ordered-above", &ClusterWords::ordered_above, "MSUN", "lighter stars pair at random [0]"},
    FlagEntry{"--periods", &ClusterWords::periods, "LAW",
              "kroupa_1995, duquennoy_mayor_1991, sana_2012\n[log_uniform]"},
    FlagEntry{"--eccentricities", &ClusterWords::eccentricities, "LAW",
              "thermal, circular, uniform or sana_2012 [thermal]"},
    FlagEntry{"--sana-above", &ClusterWords::sana_above, "MSUN", "both laws of Sana et al. for heavier pairs"},
    FlagEntry{"--axis-limits", &ClusterWords::axis_limits, "LOW,HIGH", "semi-major axes in AU [0,1000]"},
    FlagEntry{"--period-limits", &ClusterWords::period_limits, "LOW,HIGH", "in days [1,inf]"},
    FlagEntry{"--segregation", &ClusterWords::segregation, "S", "primordial, by mass: 0 none, 1 full [0]"},
    FlagEntry{"--virial-ratio", &ClusterWords::virial_ratio, "Q", "T/|V|; 0.5 is equilibrium [0.5]"},
    FlagEntry{"--rotation", &ClusterWords::rotation, "PART", "of the kinetic energy, about z [0]"},
    FlagEntry{"--black-hole", &ClusterWords::black_hole, "MSUN", "a black hole in the centre [none]"},
    FlagEntry{"--half-mass-radius", &ClusterWords::half_mass_radius, "PC", "sets the length unit"},
    FlagEntry{"--length-unit", &ClusterWords::length_unit, "PC", "the length unit itself [1]"},
};

/// One of the words of an enum, which keeps its default if there is none.
template <class Enum>
void set_choice(Enum& chosen, const std::string& word, const char* flag) {
  if (word.empty()) return;
  const auto value = value_of_word<Enum>(word);
  if (!value) {
    throw InputError(
        fmt::format("{} {} is not known; one of {}", flag, for_message(word), fmt::join(words_of<Enum>(), ", ")));
  }
  chosen = *value;
}

void set_number(double& number, const std::string& word, const char* flag) {
  if (!word.empty()) number = finite_number(word, flag, std::numeric_limits<double>::lowest());
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end == text.npos ? end : end - at));
    if (end == text.npos) return parts;
    at = end + 1;
  }
}

void set_limits(double& low, double& high, const std::string& text, const char* flag) {
  if (text.empty()) return;
  const auto parts = split(text, ',');
  if (parts.size() != 2) {
    throw InputError(fmt::format("{} {} is not two numbers with a comma between them", flag, for_message(text)));
  }
  set_number(low, parts[0], flag);
  if (parts[1] == "inf") {
    high = std::numeric_limits<double>::infinity();
  } else {
    set_number(high, parts[1], flag);
  }
}

void set_profile(ClusterProfileOptions& profile, const ClusterWords& words) {
  using Kind = ClusterProfileKind;
  set_choice(profile.kind, words.profile, "--profile");
  const auto only_with = [](const std::string& text, const char* flag, bool fits, const char* what) {
    if (!text.empty() && !fits) throw InputError(fmt::format("{} has an effect with {} only", flag, what));
  };
  only_with(words.w0, "--w0", profile.kind == Kind::king, "--profile king");
  only_with(words.concentration, "--concentration", profile.kind == Kind::king, "--profile king");
  only_with(words.slope, "--slope", profile.kind == Kind::eff, "--profile eff");
  only_with(words.dimension, "--dimension", profile.kind == Kind::fractal, "--profile fractal");
  only_with(words.cut_radius, "--cut-radius", profile.kind == Kind::plummer || profile.kind == Kind::eff,
            "--profile plummer or eff");
  if (!words.w0.empty() && !words.concentration.empty()) {
    throw InputError("--w0 and --concentration exclude each other; leave one out");
  }
  set_number(profile.w0, words.w0, "--w0");
  if (!words.concentration.empty()) {
    profile.concentration = finite_number(words.concentration, "--concentration", 1e-6);
  }
  set_number(profile.eff_slope, words.slope, "--slope");
  if (!words.cut_radius.empty()) profile.cut_radius = finite_number(words.cut_radius, "--cut-radius", 1e-6);
  set_number(profile.fractal_dimension, words.dimension, "--dimension");
}

void set_masses(ClusterModelOptions& options, const ClusterWords& words) {
  using Kind = MassFunctionKind;
  MassFunctionOptions& masses = options.masses;
  set_choice(masses.kind, words.masses, "--masses");
  const bool equal = masses.kind == Kind::equal;
  if (equal && !words.mass_limits.empty()) throw InputError("--mass-limits needs a mass function, --masses");
  if (!equal && !words.equal_mass.empty()) throw InputError("--mass is of equal stars; --mass-limits of others");
  if ((masses.kind == Kind::power_law) == words.pieces.empty()) {
    throw InputError("--masses power_law and --pieces need each other");
  }
  set_limits(masses.low, masses.high, words.mass_limits, "--mass-limits");
  set_number(masses.equal_mass, words.equal_mass, "--mass");
  if (!words.pieces.empty()) masses.pieces = power_law_pieces(words.pieces, "--pieces");
  set_choice(options.population.sampling, words.sampling, "--sampling");
}

void set_pairs(ClusterModelOptions& options, const ClusterWords& words) {
  PopulationOptions& population = options.population;
  PairOrbitOptions& orbits = options.orbits;
  set_number(population.pair_fraction, words.pairs, "--pairs");
  set_choice(population.pairing, words.pairing, "--pairing");
  if (!words.ordered_above.empty() && population.pairing != Pairing::ordered) {
    throw InputError("--ordered-above has an effect with --pairing ordered only");
  }
  set_number(population.ordered_above, words.ordered_above, "--ordered-above");
  set_choice(orbits.period, words.periods, "--periods");
  set_choice(orbits.eccentricity, words.eccentricities, "--eccentricities");
  set_number(orbits.sana_above, words.sana_above, "--sana-above");
  set_limits(orbits.smallest_axis_au, orbits.largest_axis_au, words.axis_limits, "--axis-limits");
  set_limits(orbits.shortest_period_days, orbits.longest_period_days, words.period_limits, "--period-limits");
  orbits.eigenevolution = words.eigenevolution;
}

}  // namespace

void add_cluster_flags(Command& command, ClusterWords& words) {
  for (const FlagEntry& flag : flags) command.add_option(flag.name, words.*flag.text, flag.help)->type_name(flag.type);
  command.add_flag("--eigenevolution", words.eigenevolution, "of close pairs before the main sequence (Kroupa 1995)");
}

ClusterModelOptions cluster_options(const ClusterWords& words) {
  ClusterModelOptions options;
  if (!words.systems.empty()) {
    options.population.systems =
        static_cast<std::size_t>(whole_numbers({words.systems}, "--systems", 1, 1000000000)[0]);
  }
  if (!words.total_mass.empty()) options.population.total_mass = finite_number(words.total_mass, "--total-mass", 0);
  set_profile(options.profile, words);
  set_masses(options, words);
  set_pairs(options, words);
  set_number(options.segregation, words.segregation, "--segregation");
  set_number(options.virial_ratio, words.virial_ratio, "--virial-ratio");
  set_number(options.rotation, words.rotation, "--rotation");
  set_number(options.black_hole_msun, words.black_hole, "--black-hole");
  if (!words.half_mass_radius.empty()) {
    options.half_mass_radius_pc = finite_number(words.half_mass_radius, "--half-mass-radius", 1e-9);
  }
  if (!words.length_unit.empty()) options.length_unit_pc = finite_number(words.length_unit, "--length-unit", 1e-9);
  return options;
}

std::string as_typed(const ClusterWords& words) {
  std::string text;
  for (const FlagEntry& flag : flags) {
    const std::string& value = words.*flag.text;
    if (!value.empty()) text += fmt::format(" {} {}", flag.name, for_message(value));
  }
  if (words.eigenevolution) text += " --eigenevolution";
  return text;
}

}  // namespace tucana::app
