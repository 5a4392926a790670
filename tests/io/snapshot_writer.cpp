// Writes a snapshot and prints as JSON, in astronomers' units, what a reader must find in it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "tests/io/io_test.h"
#include "tucana/io/snapshot.h"

int main(int argc, char** argv) {
  using namespace tucana;
  if (argc != 2) return 2;
  StarsBuffer stars = test::some_stars(100);
  stars.number_from_one();
  const UnitScale units{2.5, 5e4};
  SnapshotHeader header{12.375, units, 3, "[model]  # stars\nkind = \"plummer\"  # one of\nn = 100\n", "0.1.0"};
  header.softening.fill(0.125);
  write_snapshot(argv[1], stars.view(), header);

  std::vector<double> mass, radius;
  std::vector<std::vector<double>> position, velocity;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Vec3 x = stars.position[i] * units.length_pc, v = stars.velocity[i] * units.velocity_kms();
    mass.push_back(stars.mass[i] * units.mass_msun);
    radius.push_back(stars.radius[i] * units.length_pc);
    position.push_back({x.x, x.y, x.z});
    velocity.push_back({v.x, v.y, v.z});
  }
  fmt::print(
      "{{\"mass_msun\": {}, \"radius_pc\": {}, \"position_pc\": {}, \"velocity_kms\": {}, \"time_myr\": {}, "
      "\"softening_pc\": {}}}\n",
      mass, radius, position, velocity, 12.375 * units.time_myr(), 0.125 * units.length_pc);
}
