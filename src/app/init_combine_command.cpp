#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "tucana/app/command_line.h"
#include "tucana/app/init_output.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"
#include "tucana/io/read_stars.h"
#include "tucana/models/encounter.h"

namespace tucana::app {
namespace {

struct CombineWords {
  InitWords init;
  std::string first, second;
  std::string separation, pericentre, eccentricity = "1", position, velocity;
  std::string inclination_a = "0", node_a = "0", inclination_b = "0", node_b = "0";
  std::string softening = "0";
  bool code_units = false;
};

/// "10,0,2.5"
Vec3 vector_of(const std::string& text, const char* flag) {
  std::array<double, 3> parts{};
  std::size_t from = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t comma = text.find(',', from);
    if ((comma == std::string::npos) != (i == 2)) {
      throw InputError(fmt::format("{} takes three numbers, as in {} 30,0,5", flag, flag));
    }
    parts[i] = finite_number(text.substr(from, comma - from), flag, -1e12);
    from = comma + 1;
  }
  return {parts[0], parts[1], parts[2]};
}

/// Into other units with G = 1.
void convert(StarsBuffer& stars, const UnitScale& from, const UnitScale& to) {
  const double length = from.length_pc / to.length_pc, mass = from.mass_msun / to.mass_msun;
  const double velocity = std::sqrt(mass / length);
  for (double& m : stars.mass) m *= mass;
  for (double& r : stars.radius) r *= length;
  for (Vec3& x : stars.position) x *= length;
  for (Vec3& v : stars.velocity) v *= velocity;
}

/// One unit of the flags in code units.
struct FlagUnits {
  double length = 1, velocity = 1;
};

RelativeState relative_state(const CombineWords& words, const FlagUnits& unit, double mass) {
  if (words.position.empty() != words.velocity.empty()) {
    throw InputError("--position and --velocity go together; give both, or --separation and --pericentre");
  }
  if (words.position.empty() == words.separation.empty()) {
    throw InputError("the orbit is given by --separation and --pericentre, or by --position and --velocity");
  }
  if (!words.position.empty()) {
    if (!words.pericentre.empty()) throw InputError("--pericentre goes with --separation; leave it out");
    return {vector_of(words.position, "--position") * unit.length,
            vector_of(words.velocity, "--velocity") * unit.velocity};
  }
  if (words.pericentre.empty()) throw InputError("--separation needs --pericentre: how near the two would come");
  Encounter encounter;
  encounter.separation = positive_number(words.separation, "--separation", 1e12) * unit.length;
  encounter.pericentre = finite_number(words.pericentre, "--pericentre", 0) * unit.length;
  encounter.eccentricity = finite_number(words.eccentricity, "--eccentricity", 0);
  return start_of(encounter, mass);
}

Orientation orientation(const std::string& inclination, const std::string& node) {
  return {finite_number(inclination, "--inclination", -360), finite_number(node, "--node", -360)};
}

int init_combine(const CombineWords& words) {
  check_outputs(words.init);
  std::error_code error;
  for (const std::string& galaxy : {words.first, words.second}) {
    for (const std::string& written : {words.init.out, words.init.run_file}) {
      if (written.empty() || !std::filesystem::equivalent(galaxy, written, error)) continue;
      throw InputError(
          fmt::format("{} would be written over while it is one of the galaxies; name another file", written));
    }
  }
  LoadedStars a = read_stars(words.first), b = read_stars(words.second);
  const UnitScale units = a.units ? *a.units : b.units.value_or(UnitScale{});
  if (b.units) convert(b.stars, *b.units, units);
  const FlagUnits flag = words.code_units ? FlagUnits{} : FlagUnits{1e3 / units.length_pc, 1 / units.velocity_kms()};
  turn(a.stars, orientation(words.inclination_a, words.node_a));
  turn(b.stars, orientation(words.inclination_b, words.node_b));
  const double mass = total_mass(a.stars.view()) + total_mass(b.stars.view());
  const RelativeState state = relative_state(words, flag, mass);
  const StarsBuffer both = combine(std::move(a.stars), std::move(b.stars), state);
  const double softening = finite_number(words.softening, "--softening", 0) * flag.length;
  const double fall = std::sqrt(std::pow(norm(state.position), 3) / mass);
  write_model(
      words.init, both, units, fmt::format("two galaxies, {} bodies", both.size()),
      fmt::format("# tucana init combine: position [{}, {}, {}], velocity [{}, {}, {}], code units\n", state.position.x,
                  state.position.y, state.position.z, state.velocity.x, state.velocity.y, state.velocity.z),
      {true, softening, std::exp2(std::ceil(std::log2(4 * fall)))});
  return 0;
}

}  // namespace

void add_init_combine_command(CLI::App& init, Action& action) {
  CLI::App* command = init.add_subcommand("combine", "two galaxies on an orbit about each other");
  auto words = std::make_shared<CombineWords>();
  command->add_option("A", words->first, "the first galaxy: a snapshot")->type_name("FILE")->required();
  command->add_option("B", words->second, "the second one")->type_name("FILE")->required();
  command->add_option("--separation", words->separation, "initial distance, kpc")->type_name("D");
  command->add_option("--pericentre", words->pericentre, "closest approach of two points, kpc")->type_name("P");
  command->add_option("--eccentricity", words->eccentricity, "of the orbit [1, a parabola]")->type_name("E");
  command->add_option("--position", words->position, "of B relative to A instead, kpc")->type_name("X,Y,Z");
  command->add_option("--velocity", words->velocity, "of B relative to A, km/s")->type_name("X,Y,Z");
  command->add_option("--inclination-a", words->inclination_a, "tilt of A about x, degrees [0]")->type_name("I");
  command->add_option("--node-a", words->node_a, "then rotation about z, degrees [0]")->type_name("W");
  command->add_option("--inclination-b", words->inclination_b, "tilt of B [0]")->type_name("I");
  command->add_option("--node-b", words->node_b, "rotation of B [0]")->type_name("W");
  command->add_option("--softening", words->softening, "softening to recommend for the run, kpc")->type_name("EPS");
  command->add_flag("--code-units", words->code_units, "lengths and speeds are in units of A");
  add_output_flags(*command, words->init, "combined.hdf5");
  command->footer(
      "Example:\n  tucana init combine a.hdf5 b.hdf5 --separation 100 --pericentre 10\n"
      "The orbit lies in the x-y plane; B starts on the x axis and approaches.");
  command->callback([words, &action] { action = [words] { return init_combine(*words); }; });
}

}  // namespace tucana::app
