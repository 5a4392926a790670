"""The worker for AMUSE without AMUSE: what its calls do, and the geometry of its stopping conditions."""

import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import tucana

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "amuse_tucana"))
from amuse_tucana import encounters, stopping  # noqa: E402
from amuse_tucana.worker import TucanaImplementation  # noqa: E402


def holder():
    return SimpleNamespace(value=None)


def ask(call, *names, **arguments):
    """The code that a call returns, and its outputs."""
    outputs = {name: holder() for name in names}
    code = call(**arguments, **outputs)
    return (code, *(output.value for output in outputs.values()))


class WorkerTest(unittest.TestCase):
    def setUp(self):
        self.worker = TucanaImplementation()
        self.addCleanup(self.worker.cleanup_code)

    def add(self, stars):
        position, velocity = np.asarray(stars.position), np.asarray(stars.velocity)
        axes = dict(zip(("x", "y", "z", "vx", "vy", "vz"), [*position.T, *velocity.T]))
        return ask(self.worker.new_particle, "index_of_the_particle", mass=stars.mass, radius=stars.radius, **axes)

    def positions(self):
        own = self.worker.model.particles
        return own.position

    def test_the_same_orbits_as_without_amuse(self):
        stars = tucana.models.plummer(64)
        code, index = self.add(stars)
        self.assertEqual((code, list(index)), (0, list(range(64))))
        self.worker.commit_particles()
        self.worker.evolve_model(0.3)
        self.assertEqual(ask(self.worker.get_time, "time"), (0, 0.3))
        plain = tucana.Simulation({"run.threads": 1}, stars=tucana.Stars(stars.mass, stars.position, stars.velocity))
        plain.advance_to(0.3)
        order = np.argsort(plain.stars.id)
        np.testing.assert_array_equal(self.positions(), plain.stars.position[order])
        kinetic, potential = ask(self.worker.get_kinetic_energy, "kinetic_energy")[1], ask(self.worker.get_potential_energy, "potential_energy")[1]
        self.assertAlmostEqual(kinetic + potential, -0.25, 5)
        total = ask(self.worker.get_potential, "potential", index_of_the_particle=index)[1]
        self.assertAlmostEqual(0.5 * float(np.sum(total * self.worker.model.particles.mass)), potential, 12)

    def test_particles_come_go_and_change_at_the_exact_time(self):
        self.add(tucana.models.plummer(32))
        self.worker.evolve_model(0.1)
        before = self.worker.model.particles.velocity.copy()
        one = np.array([3])
        self.worker.set_velocity(index_of_the_particle=one, vx=[5.0], vy=[0.0], vz=[0.0])
        self.worker.set_mass(index_of_the_particle=np.array([4]), mass=[0.5])
        self.assertEqual(self.worker.delete_particle(index_of_the_particle=np.array([7])), 0)
        self.assertEqual(self.worker.delete_particle(index_of_the_particle=np.array([7])), -1)
        self.add(tucana.Stars([0.1], [[9.0, 0, 0]], [[0.0, 0, 0]]))
        self.worker.recommit_particles()
        simulation = self.worker.model.simulation()
        self.assertEqual((simulation.time, simulation.block_time, len(simulation)), (0.1, 0.1, 32))
        self.assertEqual(ask(self.worker.get_number_of_particles, "number_of_particles"), (0, 32))
        self.assertEqual(ask(self.worker.get_velocity, "vx", "vy", "vz", index_of_the_particle=one)[1:], (5.0, 0.0, 0.0))
        np.testing.assert_array_equal(self.worker.model.particles.velocity[0], before[0])
        self.worker.set_position(index_of_the_particle=one, x=[20.0], y=[0.0], z=[0.0])
        self.worker.evolve_model(0.2)
        self.assertAlmostEqual(ask(self.worker.get_position, "x", "y", "z", index_of_the_particle=one)[1][0], 20.5, 2)
        self.assertEqual(ask(self.worker.get_mass, "mass", index_of_the_particle=np.array([99])), (-1, 0))
        self.assertEqual(ask(self.worker.get_index_of_next_particle, "index_of_the_next_particle", index_of_the_particle=6), (0, 8))

    def test_mistakes_have_words_and_leave_all_as_it_was(self):
        with self.assertRaisesRegex(tucana.InputError, "integrator.eta"):
            self.worker.set_timestep_parameter(-1.0)
        self.add(tucana.models.plummer(8))
        self.worker.evolve_model(0.1)
        with self.assertRaisesRegex(tucana.InputError, "cannot go to"):
            self.worker.evolve_model(0.05)
        self.worker.set_mass(index_of_the_particle=np.array([0]), mass=[np.nan])
        with self.assertRaises(tucana.InputError):
            self.worker.evolve_model(0.2)
        self.worker.set_mass(index_of_the_particle=np.array([0]), mass=[0.125])
        self.worker.evolve_model(0.2)
        self.assertEqual(self.worker.model.time, 0.2)

    def test_backwards_in_time(self):
        """Back to where the stars came from and on to the past, with changes and stopping conditions on the way."""
        stars = tucana.models.plummer(32)
        self.add(stars)
        self.worker.evolve_model(0.25)
        with self.assertRaisesRegex(tucana.InputError, "t = 0.25 and cannot go to t = 0.1, unless is_time_reversed_allowed"):
            self.worker.evolve_model(0.1)
        self.assertEqual(ask(self.worker.get_is_time_reversed_allowed, "value"), (0, False))
        self.worker.set_is_time_reversed_allowed(True)
        self.worker.evolve_model(0.0)
        self.assertEqual(self.worker.model.time, 0.0)
        own = self.worker.model.particles
        np.testing.assert_allclose(own.position, stars.position, atol=1e-4)
        np.testing.assert_allclose(own.velocity, stars.velocity, atol=1e-3)
        self.worker.evolve_model(-0.125)
        self.worker.set_velocity(index_of_the_particle=np.array([2]), vx=[64.0], vy=[0.0], vz=[0.0])
        self.add(tucana.Stars([0.001], [[0.0, 9, 0]], [[0.0, 2, 0]]))
        self.worker.set_stopping_condition_out_of_box_parameter(8.0)
        self.assertEqual(self.stop_at(stopping.OUT_OF_BOX, -2.0), [[32]])  # where it is put
        self.worker.delete_particle(index_of_the_particle=np.array([32]))
        self.assertEqual(self.stop_at(stopping.OUT_OF_BOX, -2.0), [[2]])
        x, v = own.position[2, 0], own.velocity[2, 0]
        self.assertLess(x, -6)
        self.assertAlmostEqual(v, 64, 0)
        self.assertTrue(-0.5 < self.worker.model.time < -0.125)
        self.worker.disable_stopping_condition(stopping.OUT_OF_BOX)
        self.worker.evolve_model(-0.125)
        self.assertEqual(self.worker.model.time, -0.125)
        for end in (np.nan, -np.inf):
            with self.assertRaisesRegex(tucana.InputError, "cannot go to"):
                self.worker.evolve_model(end)

    def test_gravity_at_points(self):
        self.add(tucana.Stars([1.0, 1.0], [[0.0, 0, 0], [2.0, 0, 0]], np.zeros((2, 3))))
        x = np.array([1.0, 0.5])
        zero = np.zeros(2)
        code, ax, ay, _ = ask(self.worker.get_gravity_at_point, "ax", "ay", "az", eps=zero, x=x, y=zero, z=zero)
        np.testing.assert_allclose((ax, ay), ([0, -4 + 1 / 2.25], zero), atol=1e-14)
        potential = ask(self.worker.get_potential_at_point, "phi", eps=np.array([0.0, 3.0]), x=x, y=zero, z=zero)[1]
        np.testing.assert_allclose(potential, [-2, -1 / np.hypot(3, 0.5) - 1 / np.hypot(3, 1.5)], rtol=1e-14)

    def stop_at(self, kind, end):
        self.worker.enable_stopping_condition(kind)
        self.worker.evolve_model(end)
        return [sorted(particles) for found, particles in self.worker.conditions.found if found == kind]

    def test_three_collisions_at_once(self):
        """As in AMUSE's test of its code Hermite."""
        x = np.array([-101.0, -100.0, -0.5, 0.5, 100.0, 101.0, 104.0])
        position, velocity = np.zeros((7, 3)), np.zeros((7, 3))
        position[:, 0], velocity[:, 0] = x, [2, -2, 2, -2, 2, -2, -4]
        self.add(tucana.Stars(np.full(7, 1e-3), position, velocity, radius=np.full(7, 0.01)))
        self.assertEqual(sorted(self.stop_at(stopping.COLLISION, 1.0)), [[0, 1], [2, 3], [4, 5]])
        self.assertAlmostEqual(self.worker.model.time, 0.245, 3)

    def test_a_pair_collides_at_its_pericentre(self):
        """e = 0.999, a = 0.5 from the apocentre: regularized, and radii far below the separation."""
        v = np.sqrt(1.0 * (2 / 0.9995 - 1 / 0.5))
        stars = tucana.Stars([0.5, 0.5], [[-0.49975, 0, 0], [0.49975, 0, 0]], [[0, -v / 2, 0], [0, v / 2, 0]], radius=[4e-4, 4e-4])
        self.add(stars)
        self.assertEqual(self.stop_at(stopping.COLLISION, 3.0), [[0, 1]])
        half = np.pi * 0.5**1.5
        self.assertLess(self.worker.model.time, half)
        self.assertGreater(self.worker.model.time, 0.999 * half)
        self.worker.set_radius(index_of_the_particle=np.array([0, 1]), radius=[2e-4, 2e-4])  # they pass now
        self.assertEqual(self.stop_at(stopping.COLLISION, 3.0), [])

    def test_other_conditions(self):
        self.worker.set_stopping_condition_number_of_steps_parameter(5)
        self.add(tucana.models.plummer(16))
        self.assertEqual(self.stop_at(stopping.NUMBER_OF_STEPS, 1.0), [[]])
        self.assertLess(self.worker.model.time, 1.0)
        self.worker.disable_stopping_condition(stopping.NUMBER_OF_STEPS)
        self.worker.set_stopping_condition_timeout_parameter(0.0)
        self.assertEqual(self.stop_at(stopping.TIMEOUT, 1.0), [[]])
        self.worker.disable_stopping_condition(stopping.TIMEOUT)
        self.worker.set_velocity(index_of_the_particle=np.array([2]), vx=[100.0], vy=[0.0], vz=[0.0])
        self.worker.set_stopping_condition_out_of_box_parameter(30.0)
        self.assertEqual(self.stop_at(stopping.OUT_OF_BOX, 5.0), [[2]])
        self.worker.disable_stopping_condition(stopping.OUT_OF_BOX)
        self.worker.set_escape_radius(40.0)
        self.assertEqual(self.stop_at(stopping.ESCAPER, 5.0), [[2]])
        self.assertEqual(ask(self.worker.is_stopping_condition_set, "result", type=stopping.ESCAPER), (0, 1))
        self.assertEqual(ask(self.worker.get_stopping_condition_info, "type", "number_of_particles", index=0), (0, stopping.ESCAPER, 1))

    def test_a_new_pair_is_seen(self):
        """Three stars that fall together from rest (Burrau 1913) make and unmake pairs."""
        self.add(tucana.Stars([3.0, 4.0, 5.0], [[1.0, 3, 0], [-2.0, -1, 0], [1.0, -1, 0]], np.zeros((3, 3))))
        pairs = self.stop_at(stopping.PAIR, 20.0)
        self.assertTrue(pairs, "no pair was seen")
        own = self.worker.model.particles
        first, second = pairs[0]
        x, v = own.position[second] - own.position[first], own.velocity[second] - own.velocity[first]
        self.assertLess(np.dot(v, v) / 2 - (own.mass[first] + own.mass[second]) / np.linalg.norm(x), 0)


class EncountersTest(unittest.TestCase):
    def test_near_pairs_are_all_of_them(self):
        random = np.random.default_rng(2)
        position, reach = random.normal(size=(200, 3)), random.random(200) * 0.3
        found = {tuple(pair) for pair in encounters.near_pairs(position, reach)}
        distance = np.linalg.norm(position[:, None] - position[None], axis=2)
        expected = {(i, j) for i in range(200) for j in range(i) if distance[i, j] <= reach[i] + reach[j]}
        self.assertEqual(found, {(j, i) for i, j in expected})
        self.assertGreater(len(found), 5)

    def test_kepler_times(self):
        """Against a simulation of the orbit: bound from both sides, and hyperbolic."""
        for x, v in (([1.0, 0, 0], [0, 0.1, 0]), ([0.5, 0, 0], [1.0, 0.1, 0]), ([2.0, 0, 0], [-1.5, 0.02, 0])):
            size = 0.1
            time = encounters.time_on_orbit(np.array(x), np.array(v), 1.0, size)
            stars = tucana.Stars([0.5, 0.5], [np.array(x) / -2, np.array(x) / 2], [np.array(v) / -2, np.array(v) / 2])
            simulation = tucana.Simulation({"run.threads": 1, "integrator.eta": 0.001}, stars=stars)
            simulation.advance_to(time)
            distance = np.linalg.norm(simulation.stars.position[0] - simulation.stars.position[1])
            self.assertAlmostEqual(distance, encounters.INSIDE * size, 5)
        self.assertEqual(encounters.time_on_orbit(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), 1.0, 0.1), np.inf)


if __name__ == "__main__":
    unittest.main()
