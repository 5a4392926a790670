#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "tucana/app/command_line.h"
#include "tucana/app/galaxy_orbit.h"
#include "tucana/app/init_output.h"
#include "tucana/app/number_list.h"
#include "tucana/core/error.h"
#include "tucana/core/star_sums.h"
#include "tucana/io/read_stars.h"
#include "tucana/models/encounter.h"
#include "tucana/models/henon_units.h"
#include "tucana/simulation/options/plain_text.h"

namespace tucana::app {
namespace {

struct CombineWords {
  InitWords init;
  std::string first, second;
  std::string separation, pericentre, eccentricity = "1", position, velocity;
  std::string inclination_a = "0", node_a = "0", inclination_b = "0", node_b = "0";
  std::string softening;
  bool code_units = false, as_points = false;
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
void convert_units(LoadedStars& loaded, const UnitScale& from, const UnitScale& to) {
  StarsBuffer& stars = loaded.stars;
  const double length = from.length_pc / to.length_pc, mass = from.mass_msun / to.mass_msun;
  const double velocity = std::sqrt(mass / length);
  for (double& m : stars.mass) m *= mass;
  for (double& r : stars.radius) r *= length;
  for (Vec3& x : stars.position) x *= length;
  for (Vec3& v : stars.velocity) v *= velocity;
  stars.forget_systems();
  if (!loaded.softening) return;
  for (double& eps : *loaded.softening) eps *= length;
}

/// One unit of the flags in code units.
struct FlagUnits {
  double length = 1, velocity = 1;
};

GalaxyOrbit given_state(const CombineWords& words, const FlagUnits& unit) {
  if (!words.pericentre.empty()) throw InputError("--pericentre goes with --separation; leave it out");
  return {
      {vector_of(words.position, "--position") * unit.length, vector_of(words.velocity, "--velocity") * unit.velocity}};
}

GalaxyOrbit orbit_in(const CombineWords& words, const FlagUnits& unit, const StarsBuffer& a, const StarsBuffer& b,
                     double softening) {
  if (words.position.empty() != words.velocity.empty()) {
    throw InputError("--position and --velocity go together; give both, or --separation and --pericentre");
  }
  if (words.position.empty() == words.separation.empty()) {
    throw InputError("the orbit is given by --separation and --pericentre, or by --position and --velocity");
  }
  const double mass = total_mass(a.view()) + total_mass(b.view());
  if (!words.position.empty()) {
    GalaxyOrbit orbit = given_state(words, unit);
    if (norm(orbit.state.position) > 0) orbit.potential = mutual_potential(a, b, orbit.state.position, softening);
    return orbit;
  }
  if (words.pericentre.empty()) throw InputError("--separation needs --pericentre: how near the two would come");
  Encounter encounter;
  encounter.separation = positive_number(words.separation, "--separation", 1e12) * unit.length;
  encounter.pericentre = finite_number(words.pericentre, "--pericentre", 0) * unit.length;
  encounter.eccentricity = finite_number(words.eccentricity, "--eccentricity", 0);
  GalaxyOrbit orbit{start_of(encounter, mass), -mass / encounter.separation, true};  // complains about numbers
  if (words.as_points) return orbit;
  orbit.as_points = false;
  orbit.potential = mutual_potential(a, b, orbit.state.position, softening);
  orbit.state = start_of(encounter, mass, orbit.potential);
  return orbit;
}

Orientation orientation(const std::string& inclination, const std::string& node) {
  return {finite_number(inclination, "--inclination", -360), finite_number(node, "--node", -360)};
}

/// What the run should be softened with: the flag, or what the snapshots remember, of each family the larger.
FamilyLengths joint_softening(const CombineWords& words, const FlagUnits& unit, const LoadedStars& a,
                              const LoadedStars& b) {
  if (!words.softening.empty()) {
    return for_all_families(finite_number(words.softening, "--softening", 0) * unit.length);
  }
  FamilyLengths softening = a.softening.value_or(FamilyLengths{});
  const FamilyLengths other = b.softening.value_or(FamilyLengths{});
  for (std::size_t i = 0; i < softening.size(); ++i) softening[i] = std::max(softening[i], other[i]);
  return softening;
}

void print_ids(const char* name, const std::string& file, std::span<const StarId> ids) {
  const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
  fmt::print("  {:<12} ids {} to {}, {}\n", name, value(*least), value(*most), for_message(file));
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
  if (b.units) convert_units(b, *b.units, units);
  const FlagUnits flag = words.code_units ? FlagUnits{} : FlagUnits{1e3 / units.length_pc, 1 / units.velocity_kms()};
  for (LoadedStars* galaxy : {&a, &b}) centre_on_mass(galaxy->stars);
  turn(a.stars, orientation(words.inclination_a, words.node_a));
  turn(b.stars, orientation(words.inclination_b, words.node_b));
  const double mass = total_mass(a.stars.view()) + total_mass(b.stars.view());
  const FamilyLengths softening = joint_softening(words, flag, a, b);
  const double general = softening[static_cast<std::size_t>(Family::star)];
  const GalaxyOrbit orbit = orbit_in(words, flag, a.stars, b.stars, general);
  const std::size_t bodies_of_a = a.stars.size();
  const StarsBuffer both = combine(std::move(a.stars), std::move(b.stars), orbit.state);
  const Vec3 &x = orbit.state.position, &v = orbit.state.velocity;
  write_model(
      words.init, both, units,
      fmt::format("two {}, {} bodies, softening {:.4g}", general > 0 ? "galaxies" : "clusters", both.size(), general),
      fmt::format("# tucana init combine: position [{}, {}, {}], velocity [{}, {}, {}], code units\n", x.x, x.y, x.z,
                  v.x, v.y, v.z),
      {general > 0, softening, end_time_of(orbit, mass)});
  print_ids("A", words.first, std::span(both.id).first(bodies_of_a));
  print_ids("B", words.second, std::span(both.id).subspan(bodies_of_a));
  print_orbit(orbit, units, mass);
  return 0;
}

}  // namespace

void add_init_combine_command(Command& init, Action& action) {
  Command* command = init.add_subcommand("combine", "two galaxies or clusters on an orbit about each other");
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
  command->add_option("--softening", words->softening, "of the run, kpc [the larger of A's and B's]")->type_name("EPS");
  command->add_flag("--as-points", words->as_points, "compute the orbit of two point masses");
  command->add_flag("--code-units", words->code_units, "lengths and speeds are in units of A");
  add_output_flags(*command, words->init, "combined.hdf5");
  command->footer(
      "Example:\n  tucana init combine a.hdf5 b.hdf5 --separation 100 --pericentre 10\n"
      "The orbit lies in the x-y plane; B starts on the x axis and approaches. Its\n"
      "angular momentum is that of two points, its energy includes the potential\n"
      "energy of the extended galaxies: on a parabola the sum is zero.");
  command->callback([words, &action] { action = [words] { return init_combine(*words); }; });
}

}  // namespace tucana::app
