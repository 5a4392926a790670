// Pairs, groups and hierarchies with post-Newtonian forces.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/fewbody/nobody.h"
#include "tucana/fewbody/gravitational_radiation.h"
#include "tucana/fewbody/group_subsystem.h"
#include "tucana/fewbody/hierarchy_subsystem.h"
#include "tucana/fewbody/ks_subsystem.h"
#include "tucana/fewbody/orbital_elements.h"
#include "tucana/fewbody/relativistic_orbit.h"

namespace tucana {
namespace {

using std::numbers::pi;
constexpr double m1 = 0.7, m2 = 0.3;

PhasePoint pair_at_apocentre(double a, double e) {
  return state_at_true_anomaly({{a * (1 - e), e, 1 / a, 1}, 0.4, 1, 2}, pi);
}

std::vector<BodyAt> two_bodies(const PhasePoint& relative) {
  const PairMasses m{m1, m2};
  return {{m1, m.first_of(relative.x), m.first_of(relative.v)}, {m2, m.second_of(relative.x), m.second_of(relative.v)}};
}

/// Runge-Kutta of fourth order in a time that passes in proportion to the distance.
PhasePoint integrated(PhasePoint s, double time, double step, const Relativity& relativity) {
  const auto acceleration = [&](const PhasePoint& at) {
    const double r = norm(at.x);
    return at.x * (-1 / (r * r * r)) +
           post_newtonian_acceleration(m1, m2, at.x, at.v, relativity.light_speed, relativity.orders);
  };
  for (double t = 0; t < time;) {
    const double h = std::min(step * norm(s.x), time - t);
    const auto moved = [&](const PhasePoint& k, double by) { return PhasePoint{s.x + by * k.x, s.v + by * k.v}; };
    const auto slope = [&](const PhasePoint& at) { return PhasePoint{at.v, acceleration(at)}; };
    const PhasePoint k1 = slope(s), k2 = slope(moved(k1, h / 2)), k3 = slope(moved(k2, h / 2)),
                     k4 = slope(moved(k3, h));
    s.x += (h / 6) * (k1.x + 2 * k2.x + 2 * k3.x + k4.x);
    s.v += (h / 6) * (k1.v + 2 * k2.v + 2 * k3.v + k4.v);
    t += h;
  }
  return s;
}

double axis_of(const PhasePoint& relative) { return 1 / kepler_beta(relative, 1); }

const Relativity all_orders{{true, true, true}, 40};

TEST(RelativisticPair, RatesAreThoseAlongTheMotion) {
  const Vec3 x{0.3, -0.2, 0.1}, v{0.9, 1.1, -0.4};
  // Inside and outside of where the forces fade.
  for (const double c : {6.0, 20.0}) {
    const Relativity relativity{{true, true, true}, c};
    const PostNewtonianRates rates = post_newtonian_rates(m1, m2, x, v, relativity);
    const Vec3 a = x * -std::pow(norm(x), -3) + rates.force.orbit + rates.force.waves;
    constexpr double h = 1e-5;
    const auto after = post_newtonian_force(m1, m2, x + h * v + (h * h / 2) * a, v + h * a, relativity);
    const auto before = post_newtonian_force(m1, m2, x - h * v + (h * h / 2) * a, v - h * a, relativity);
    const Vec3 orbit = (0.5 / h) * (after.orbit - before.orbit), waves = (0.5 / h) * (after.waves - before.waves);
    EXPECT_LT(norm(rates.rate.orbit - orbit), 1e-7 * norm(orbit)) << c;
    EXPECT_LT(norm(rates.rate.waves - waves), 1e-7 * norm(waves)) << c;
  }
}

// All orders at once, against another method, with the order of the scheme.
TEST(RelativisticPair, FollowsTheEquationsOfMotion) {
  const double time = 10.3 * 2 * pi;
  const PhasePoint start = pair_at_apocentre(1, 0.7), expected = integrated(start, time, 2e-3, all_orders);
  const auto error = [&](double eta) {
    KsPair pair({m1, m2}, start, {});
    pair.set_relativity(all_orders);
    pair.start({});
    const InnerTime end = InnerTime{} + time;
    while (pair.time() < end) pair.step(pair.natural_step({eta}), [](const PairMotion&) { return Perturbation{}; });
    const RelativisticWork work = pair.relativistic_work_at(end);
    const PhasePoint found = pair.relative_at(end);
    const double energy = -0.5 * kepler_beta(found, 1), before = -0.5 * kepler_beta(start, 1);
    EXPECT_NEAR(energy - before, work.total() / pair.masses().reduced(), 1e-9) << "work is what the energy gains";
    EXPECT_LT(work.waves, 0);
    return norm(found.x - expected.x);
  };
  const double coarse = error(0.1), fine = error(0.05);
  EXPECT_LT(fine, 3e-5);
  EXPECT_GT(coarse / fine, 10);
}

// Newtonian energies and the work of the conservative terms make the post-Newtonian energy.
TEST(RelativisticPair, WorkIsTheRelativisticEnergy) {
  const Relativity conservative{{true, true, false}, 40};
  const PhasePoint start = pair_at_apocentre(1, 0.6);
  KsPair pair({m1, m2}, start, {});
  pair.set_relativity(conservative);
  pair.start({});
  const InnerTime end = InnerTime{} + pi;  // near the pericentre
  while (pair.time() < end) pair.step(pair.natural_step({0.05}), [](const PairMotion&) { return Perturbation{}; });
  const auto excess = [&](const PhasePoint& at) {
    return post_newtonian_energy(m1, m2, at.x, at.v, 40, conservative.orders) -
           post_newtonian_energy(m1, m2, at.x, at.v, 40, {false, false, false});
  };
  const double gained = excess(start) - excess(pair.relative_at(end));
  EXPECT_GT(std::abs(gained), 1e-5);
  EXPECT_NEAR(pair.relativistic_work_at(end).orbit / gained, 1, 1e-3);
  EXPECT_EQ(pair.relativistic_work_at(end).waves, 0);
}

// Asleep, a pair follows averages; it has to come out where its own steps lead.
TEST(RelativisticPair, SleepsAsItWouldMove) {
  const Relativity relativity{{true, false, true}, 120};
  constexpr double revolutions = 50, a = 1, e = 0.5, time = revolutions * 2 * pi;
  const PhasePoint start = pair_at_apocentre(a, e);
  KsSubsystem asleep({}, Tick{0}, two_bodies(start));
  asleep.set_relativity(relativity);
  EXPECT_TRUE(asleep.can_sleep());
  const Tick end = Tick::nearest(time);
  asleep.advance(end, no_tides);
  std::vector<BodyAt> members(2);
  asleep.members(members);
  const PhasePoint found{members[0].x - members[1].x, members[0].v - members[1].v};
  const RadiatingOrbit peters = radiation_shrunk(m1, m2, {a, e}, 120, time);
  EXPECT_NEAR(axis_of(found), peters.semi_major_axis, 1e-12);
  EXPECT_LT(peters.semi_major_axis, 1 - 1e-8);
  const Vec3 before = eccentricity_vector(start, 1), after = eccentricity_vector(found, 1);
  EXPECT_NEAR(
      std::atan2(norm(cross(before, after)), dot(before, after)) / (revolutions * pericentre_advance(1, a, e, 120)), 1,
      1e-4);
  EXPECT_GT(dot(cross(before, after), cross(found.x, found.v)), 0) << "in the sense of the motion";
  const double energy = m1 * m2 * 0.5 * (1 / axis_of(start) - 1 / axis_of(found));
  EXPECT_NEAR(asleep.relativistic_work().total() / energy, 1, 1e-6);
  // From apocentre to apocentre, where the two differ by what the orbit has beside its mean, of the order of m/a c^2.
  const PhasePoint moved = integrated(start, time, 5e-3, relativity);
  const Vec3 turned = eccentricity_vector(moved, 1);
  EXPECT_LT(norm(turned - after), 0.02 * norm(after - before));
}

TEST(RelativisticPair, RadiatesAsleepAsItDoesAwake) {
  const Relativity waves{{false, false, true}, 30};
  constexpr double time = 20 * 2 * pi;
  const PhasePoint start = pair_at_apocentre(1, 0.6), moved = integrated(start, time, 5e-3, waves);
  const RelativisticOrbit found = relativistic_orbit_at(start, 1, {m1, m2}, time, waves);
  EXPECT_LT(axis_of(found.relative), 1 - 1e-4);
  EXPECT_NEAR((axis_of(moved) - 1) / (axis_of(found.relative) - 1), 1, 0.01);
}

TEST(RelativisticPair, ShrinksAsPetersSays) {
  // Wide against m/c^2, and nothing but radiation: a quarter of the life of the pair in 2000 revolutions or so.
  const Relativity waves{{false, false, true}, 12};
  constexpr double e = 0.3;
  const double time = 0.25 * radiation_merger_time(m1, m2, {1, e}, waves.light_speed);
  KsPair pair({m1, m2}, pair_at_apocentre(1, e), {});
  pair.set_relativity(waves);
  pair.start({});
  const InnerTime end = InnerTime{} + time;
  while (pair.time() < end) pair.step(pair.natural_step({0.1}), [](const PairMotion&) { return Perturbation{}; });
  const RadiatingOrbit expected = radiation_shrunk(m1, m2, {1, e}, waves.light_speed, time);
  EXPECT_LT(expected.semi_major_axis, 0.95);
  EXPECT_NEAR(axis_of(pair.relative()), expected.semi_major_axis, 2e-3);
  EXPECT_NEAR(norm(eccentricity_vector(pair.relative(), 1)), expected.eccentricity, 2e-3);
}

TEST(RelativisticPair, SecularPhaseIsTheIntegralOfTheMeanMotion) {
  const double c = 30;
  for (const double e : {0.0, 0.3, 0.9}) {
    const double time = 0.6 * radiation_merger_time(m1, m2, {1, e}, c);
    const RadiatingPhase phase = radiating_phase(m1, m2, {1, e}, c, time);
    double anomaly = 0, advance = 0;
    constexpr int parts = 4000;
    for (int k = 0; k < parts; ++k) {
      const RadiatingOrbit orbit = radiation_shrunk(m1, m2, {1, e}, c, (k + 0.5) / parts * time);
      const double n = std::pow(orbit.semi_major_axis, -1.5);
      anomaly += n * time / parts;
      advance += n * time / parts * pericentre_advance(1, orbit.semi_major_axis, orbit.eccentricity, c) / (2 * pi);
    }
    EXPECT_NEAR(phase.mean_anomaly / anomaly, 1, 1e-6) << e;
    EXPECT_NEAR(phase.advance / advance, 1, 1e-5) << e;
  }
}

// Awake, asleep, in a group and in a hierarchy; none must be followed through its millions of last revolutions.
TEST(RelativisticPair, MergesAndIsToldAbout) {
  const Relativity relativity{{true, true, true}, 100};  // m/c^2 = 1e-4
  KsSubsystem asleep({}, Tick{0}, two_bodies(pair_at_apocentre(1.2e-3, 0.01)));
  asleep.set_relativity(relativity);
  EXPECT_FALSE(asleep.contact());
  asleep.advance(Tick::nearest(10), no_tides);
  std::vector<BodyAt> members(2);
  asleep.members(members);
  EXPECT_NEAR(norm(members[0].x - members[1].x), 0.99e-3, 1e-6) << "a circle at the merging distance";
  asleep.renew_extent(Tick::nearest(10));
  EXPECT_TRUE(asleep.contact());

  KsSubsystem awake({}, Tick{0}, two_bodies(pair_at_apocentre(0.3, 0.997)));
  awake.set_relativity(relativity);
  EXPECT_FALSE(awake.can_sleep()) << "every passage changes the orbit";
  awake.attend(Tick{0}, {true, 0, 0, 0, {}, {}});
  Tick t{0};
  for (int block = 0; block < 400 && !awake.contact(); ++block) {
    t = t + Tick::nearest(0.25);
    awake.advance(t, no_tides);
    awake.commit();
  }
  EXPECT_TRUE(awake.contact());
  EXPECT_LT(t, Tick::nearest(50));
  awake.advance(t + Tick::nearest(1), no_tides);
  awake.members(members);
  EXPECT_LT(norm(members[0].x - members[1].x), 3e-3);
}

std::vector<BodyAt> triple(double inner_axis, double inner_e, double outer_axis) {
  std::vector<BodyAt> bodies = two_bodies(pair_at_apocentre(inner_axis, inner_e));
  const PhasePoint outer = state_at_true_anomaly({{outer_axis * 0.8, 0.2, 1.5 / outer_axis, 1.5}, 0, 0, 0}, 2);
  for (BodyAt& body : bodies) body.x -= (0.5 / 1.5) * outer.x, body.v -= (0.5 / 1.5) * outer.v;
  bodies.push_back({0.5, (1 / 1.5) * outer.x, (1 / 1.5) * outer.v});
  return bodies;
}

template <class Kind>
double energy_of(const Kind& subsystem, std::size_t count) {
  std::vector<BodyAt> members(count);
  subsystem.members(members);
  double energy = 0;
  for (std::size_t i = 0; i < count; ++i) {
    energy += 0.5 * members[i].mass * norm2(members[i].v);
    for (std::size_t j = 0; j < i; ++j) energy -= members[i].mass * members[j].mass / norm(members[i].x - members[j].x);
  }
  return energy;
}

TEST(RelativisticGroup, MovesAsAPairDoes) {
  const double time = 5.3 * 2 * pi;
  const PhasePoint start = pair_at_apocentre(1, 0.7), expected = integrated(start, time, 2e-3, all_orders);
  GroupSubsystem group({}, Tick{0}, two_bodies(start));
  group.set_relativity(all_orders);
  const double before = energy_of(group, 2);
  const Tick end = Tick::nearest(time);
  group.advance(end, no_tides);
  std::vector<BodyAt> members(2);
  group.members(members);
  EXPECT_LT(norm(members[0].x - members[1].x - expected.x), 1e-6);
  EXPECT_NEAR(energy_of(group, 2) - before, group.relativistic_work().total(), 1e-11);
  EXPECT_LT(group.relativistic_work().waves, 0);
}

TEST(RelativisticGroup, KeepsEnergyAndWork) {
  GroupSubsystem group({}, Tick{0}, triple(0.1, 0.6, 0.5));
  group.set_relativity(all_orders);
  const double before = energy_of(group, 3);
  for (int block = 1; block <= 16; ++block) {
    group.advance(Tick::nearest(0.125 * block), no_tides);
    group.commit();
  }
  EXPECT_NEAR(energy_of(group, 3) - before, group.relativistic_work().total(), 1e-10);
  EXPECT_GT(std::abs(group.relativistic_work().waves), 1e-7);
}

TEST(RelativisticGroup, TwoMembersMerge) {
  const Relativity relativity{{true, true, true}, 100};
  GroupSubsystem group({}, Tick{0}, triple(1.3e-3, 0.05, 0.05));
  group.set_relativity(relativity);
  const double before = energy_of(group, 3);
  for (int block = 1; block <= 4; ++block) {
    group.advance(Tick::nearest(0.05 * block), no_tides);
    group.commit();
    EXPECT_NEAR((energy_of(group, 3) - before) / group.relativistic_work().total(), 1, 1e-4);
  }
  ASSERT_TRUE(group.contact());
  EXPECT_EQ((*group.contact())[0], 0U);
  EXPECT_EQ((*group.contact())[1], 1U);
  MemoryArchive archive;
  group.describe(archive);
  archive.rewind();
  GroupSubsystem again((FewBodyOptions()));
  again.describe(archive);
  std::vector<BodyAt> one(3), other(3);
  for (GroupSubsystem* each : {&group, &again}) each->advance(Tick::nearest(0.3), no_tides);
  group.members(one), again.members(other);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(one[k].x, other[k].x);
}

// The pericentre of the inner orbit turns as fast as it would alone.
TEST(RelativisticHierarchy, TurnsTheInnerPericentre) {
  constexpr double a = 0.01, e = 0.6, c = 600;
  const std::vector<BodyAt> bodies = triple(a, e, 1);
  HierarchySubsystem hierarchy({}, Tick{0}, bodies);
  hierarchy.set_relativity({{true, false, true}, c});
  const double before = energy_of(hierarchy, 3);
  const double period = 2 * pi * std::pow(a, 1.5), revolutions = 200;
  const int blocks = 25;
  for (int block = 1; block <= blocks; ++block) {
    hierarchy.advance(Tick::nearest(block * revolutions * period / blocks), no_tides);
    hierarchy.commit();
  }
  std::vector<BodyAt> members(3);
  hierarchy.members(members);
  const auto direction = [](const std::vector<BodyAt>& at) {
    return eccentricity_vector({at[0].x - at[1].x, at[0].v - at[1].v}, 1);
  };
  const Vec3 first = direction(bodies), last = direction(members);
  const double angle = std::atan2(norm(cross(first, last)), dot(first, last));
  EXPECT_NEAR(angle / (revolutions * pericentre_advance(1, a, e, c)), 1, 0.02);
  EXPECT_NEAR(energy_of(hierarchy, 3) - before, hierarchy.relativistic_work().total(), 1e-7 * std::abs(before));
}

}  // namespace
}  // namespace tucana
