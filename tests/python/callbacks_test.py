"""Observers, processes, fields and changes that are written in Python."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tucana

PROGRAM = os.environ["TUCANA"]


class Winds(tucana.Process):
    """The heaviest star loses a tenth of its mass every quarter of a unit, and is kicked the second time."""

    name = "winds"

    def __init__(self):
        self.count = 0

    def next_time(self):
        return 0.25 * (self.count + 1)

    def act(self, time, stars, record):
        self.count += 1
        i = np.lexsort((stars.id, -stars.mass))[0]
        changes = tucana.Changes()
        changes.set_mass([stars.id[i]], 0.9 * stars.mass[i])
        if self.count == 2:
            changes.kick([stars.id[i]], [0, 0, 0.5])
        record("wind", [stars.id[i]], lost=0.1 * stars.mass[i])
        return changes

    def state(self):
        return {"count": self.count}

    def restore(self, state):
        self.count = state["count"]


class Broken(Winds):
    def act(self, time, stars, record):
        if time > 0.6:
            raise ZeroDivisionError("in a process")
        return super().act(time, stars, record)


class Plummer(tucana.Field):
    """That of field.kind = plummer with mass 5 and radius 2."""

    name = "my_plummer"

    def acceleration(self, time, position):
        r2 = np.sum(position**2, axis=1, keepdims=True) + 4
        return -5 * position / r2**1.5

    def potential(self, time, position):
        return -5 / np.sqrt(np.sum(position**2, axis=1) + 4)


class PlummerWithDerivatives(Plummer):
    name = "my_exact_plummer"

    def derivatives(self, time, x, v, a):
        def dot(p, q):
            return np.sum(p * q, axis=1, keepdims=True)
        r2, xv = dot(x, x) + 4, dot(x, v)
        jerk = -5 * (v / r2**1.5 - 3 * x * xv / r2**2.5)
        snap = -5 * (a / r2**1.5 - 6 * v * xv / r2**2.5 - 3 * x * (dot(v, v) + dot(x, a)) / r2**2.5
                     + 15 * x * xv**2 / r2**3.5)
        return jerk, snap


class CallbacksTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def complaint(self, kind, work, *arguments, **more):
        with self.assertRaises(kind) as caught:
            work(*arguments, **more)
        return str(caught.exception)

    def test_observers_look_and_change_nothing(self):
        alone = tucana.Simulation({"model.n": 32}).advance_to(0.5)
        watched, seen, kept = tucana.Simulation({"model.n": 32}), [], []

        @watched.observe(every=0.1)
        def look(now):
            seen.append(now.time)
            kept.append(now)
            self.assertEqual(now.stars.position.shape, (32, 3))
            self.assertEqual(now.units[0], watched.units.length_pc)
            self.assertLess(abs(now.energy_error), 1e-4)
            self.assertLessEqual(watched.time, now.time)  # reading is allowed; this is the last block

        single = []
        watched.observe(lambda now: single.append(now.time), times=[0.33, 0.07])
        watched.advance_to(0.5)
        np.testing.assert_allclose(seen, [0, 0.1, 0.2, 0.3, 0.4, 0.5])
        self.assertEqual(single, [0.07, 0.33])
        np.testing.assert_array_equal(watched.stars.position, alone.stars.position)
        self.assertIn("look is over", self.complaint(tucana.InputError, lambda: kept[0].stars))

    def test_times_that_ticks_do_not_reach(self):
        class Late(tucana.Process):
            name = "late"

            def __init__(self):
                self.times = [50000.0]

            def next_time(self):
                return self.times[0] if self.times else None

            def act(self, time, stars, record):
                self.times.pop()
                acted.append(time)
                changes = tucana.Changes()
                changes.kick([1], [[0, 0, 0.001]])
                return changes

            def state(self):
                return self.times

        pair = tucana.Stars([0.5, 0.5], [[15.0, 0, 0], [-15.0, 0, 0]], [[0, 0.0913, 0], [0, -0.0913, 0]])
        options = {"integrator.largest_step": 1, "fewbody.kind": "off", "run.end_time": 70000, "output.interval": 20000,
                   "output.checkpoint_interval": 0, "output.snapshot_interval": 0}
        for folder in (None, self.folder / "run"):
            acted, seen, some = [], [], []
            simulation = tucana.Simulation(options, stars=pair, processes=[Late()], out=folder)
            simulation.observe(lambda look: seen.append(look.time), every=9000)
            simulation.observe(lambda look: some.append(look.time), times=[66000.5, 100, 32767.5])
            simulation.advance_to(40000.3)
            self.assertEqual(simulation.time, 40000.3)
            simulation.advance_to(65530)
            while simulation.time < 65540:
                simulation.step()
            simulation.run() if folder else simulation.advance_to(70000)
            self.assertEqual((acted, some), ([50000], [100, 32767.5, 66000.5]))
            self.assertEqual(seen, [9000 * k for k in range(8)])
            self.assertEqual(simulation.time, 70000)
            self.assertGreater(np.max(np.abs(simulation.stars.velocity[:, 2])), 1e-4)
            self.assertLess(abs(simulation.energy_error), 1e-3)
        self.assertEqual(list(tucana.read(self.folder / "run").log["time"]), [0, 20000, 40000, 60000, 70000])

    def test_an_exception_in_an_observer(self):
        simulation = tucana.Simulation({"model.n": 32})
        simulation.observe(lambda look: 1 / (look.time - 0.25), every=0.25)
        self.complaint(ZeroDivisionError, simulation.advance_to, 0.5)
        simulation.advance_to(0.5)
        other = tucana.Simulation({"model.n": 32}).advance_to(0.5)
        np.testing.assert_array_equal(simulation.stars.position, other.stars.position)

    def test_a_callback_cannot_move_its_own_simulation(self):
        simulation = tucana.Simulation({"model.n": 8})
        found = []
        for work in (simulation.step, simulation.close, lambda: simulation.apply(tucana.Changes())):
            simulation.observe(lambda look, work=work: found.append(self.complaint(tucana.InputError, work)), times=[0.1])
        simulation.advance_to(0.2)
        self.assertEqual(len(found), 3)
        self.assertIn("cannot advance or change", found[0])
        self.assertIn("must be a function", self.complaint(tucana.InputError, simulation.observe, 3, every=1))
        self.assertIn("every > 0", self.complaint(tucana.InputError, simulation.observe, print))

    def test_a_process_acts_and_survives_a_restart(self):
        options = {"model.n": 32, "run.end_time": 1.0}
        whole = tucana.Simulation(options, out=self.folder / "whole", processes=[Winds()])
        whole.run()
        parts = tucana.Simulation(options, out=self.folder / "parts", processes=[Winds()])
        parts.advance_to(0.6)
        parts.save()
        parts.close()
        again = tucana.restart(self.folder / "parts", processes=[Winds()])
        again.run()
        np.testing.assert_array_equal(whole.stars.position, again.stars.position)
        for folder in ("whole", "parts"):
            events = [event for event in tucana.read(self.folder / folder).events if event["process"] == "winds"]
            self.assertEqual([event["event"] for event in events], ["wind"] * 4)
            self.assertEqual([event["time"] for event in events], [0.25, 0.5, 0.75, 1.0])
        self.assertLess(abs(whole.energy_error), 1e-4)
        self.assertLess(whole.report()["energy_ledger_mass"], 0)
        self.assertGreater(abs(whole.report()["energy_ledger_kick"]), 1e-4)
        again.close()
        # The program has no such process and says so.
        done = subprocess.run([PROGRAM, "run", "--restart", str(self.folder / "parts"), "--set", "run.end_time=2"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the checkpoint is of a run with winds", done.stderr)

    def test_an_exception_in_a_process_leaves_the_run_as_it_was(self):
        simulation = tucana.Simulation({"model.n": 32}, processes=[Broken()])
        self.assertEqual(self.complaint(ZeroDivisionError, simulation.advance_to, 1.0), "in a process")
        self.assertEqual(simulation.report()["energy_ledger_merger"], 0)
        self.complaint(ZeroDivisionError, simulation.advance_to, 1.0)

        class Wrong(Winds):
            def act(self, time, stars, record):
                return {"mass": 3}

        wrong = tucana.Simulation({"model.n": 8}, processes=[Wrong()])
        self.assertIn("must return tucana.Changes", self.complaint(tucana.FailureError, wrong.advance_to, 1.0))
        self.assertIn("two processes", self.complaint(tucana.InputError, tucana.Simulation, processes=[Winds(), Winds()]))

    def test_changes_are_transactions(self):
        simulation = tucana.Simulation({"model.n": 32}).advance_to(0.25)
        before, ids = simulation.stars, simulation.stars.id
        mass = dict(zip(before.id, before.mass))
        with simulation.changing("test") as changes:
            changes.set_mass(ids[:2], [0.04, 0.05])
            changes.kick(ids[2], [0.1, 0, 0])
            changes.merge(kept=ids[3], lost=ids[4], mass=mass[ids[3]] + mass[ids[4]])
            changes.remove(ids[5:7])
            changes.add(tucana.Stars([0.01], [[3, 0, 0]], [[0, 0, 0]], id=[1000]))
        stars = simulation.stars
        now = dict(zip(stars.id, stars.mass))
        self.assertEqual(len(stars), 32 - 3 + 1)
        self.assertEqual((now[ids[0]], now[ids[1]], now[1000]), (0.04, 0.05, 0.01))
        at = {star: place for star, place in zip(before.id, before.velocity)}
        after = dict(zip(stars.id, stars.velocity))
        np.testing.assert_allclose(after[ids[2]] - at[ids[2]], [0.1, 0, 0], atol=1e-15)
        self.assertIn("2 masses, 0 radii, 1 kicks, 1 mergers, 2 removed, 1 added", repr(changes))
        simulation.advance_to(0.5)
        self.assertLess(abs(simulation.energy_error), 1e-5)
        # What cannot be changes nothing.
        for wrong, words in ((lambda c: c.remove([99999]), "99999"), (lambda c: c.set_mass(ids[0], -1), "mass"),
                             (lambda c: c.kick(ids[0], [np.nan, 0, 0]), "finite"),
                             (lambda c: c.add(tucana.Stars([1], [[9, 0, 0]], [[0, 0, 0]], id=[1000])), "1000")):
            changes = simulation.changes()
            changes.set_mass(ids[1], 0.5)
            wrong(changes)
            self.assertIn(words, self.complaint(tucana.InputError, simulation.apply, changes))
        self.assertEqual(dict(zip(simulation.stars.id, simulation.stars.mass))[ids[1]], 0.05)
        with self.assertRaises(KeyError), simulation.changing() as changes:
            changes.remove(ids[0])
            raise KeyError("changed my mind")
        self.assertIn(ids[0], simulation.stars.id)
        self.assertIn("whole numbers", self.complaint(tucana.InputError, changes.remove, [1.5]))
        self.assertIn("shape (2,)", self.complaint(tucana.InputError, changes.set_mass, [1, 2], [1, 2, 3]))

    def test_a_field_of_python_is_that_of_the_options(self):
        options = {"model.n": 32, "units.mass_msun": 1000}
        for kind in ("hermite4", "hermite6", "ahmad_cohen"):
            chosen = {**options, "integrator.kind": kind}
            built_in = tucana.Simulation({**chosen, "field.kind": "plummer", "field.mass": 5, "field.radius": 2})
            built_in.advance_to(1.0)
            for field in (Plummer(), PlummerWithDerivatives()):
                own = tucana.Simulation(chosen, field=field).advance_to(1.0)
                np.testing.assert_allclose(own.stars.position, built_in.stars.position, atol=1e-5)
                self.assertAlmostEqual(own.energy_error, built_in.energy_error, delta=1e-7)
                self.assertAlmostEqual(own.report()["external_energy"], built_in.report()["external_energy"], places=6)
        self.assertIn("two fields", self.complaint(tucana.InputError, tucana.Simulation, {"field.kind": "milky_way_2014"},
                                                   field=Plummer()))

    def test_a_field_that_is_wrong(self):
        class Flat(Plummer):
            def acceleration(self, time, position):
                return position[:, :2]

        class Late(Plummer):
            calls = 0

            def acceleration(self, time, position):
                self.calls += 1
                if self.calls == 40:
                    raise OverflowError("in a field")
                return super().acceleration(time, position)

        self.assertIn("shape (8, 3)", self.complaint(tucana.InputError, tucana.Simulation, {"model.n": 8}, field=Flat()))
        simulation = tucana.Simulation({"model.n": 8}, field=Late())
        self.assertEqual(self.complaint(OverflowError, simulation.advance_to, 1.0), "in a field")
        good = tucana.Simulation({"model.n": 8}, field=Plummer()).advance_to(1.0)
        np.testing.assert_array_equal(simulation.advance_to(1.0).stars.position, good.stars.position)

    def test_gravity_at_points(self):
        """For codes that are coupled from outside: a pair, then with a field as well."""
        pair = tucana.Stars([0.5, 0.25], [[-1, 0, 0], [1, 0, 0]], [[0, -0.1, 0], [0, 0.2, 0]])
        simulation = tucana.Simulation(stars=pair)
        acceleration, potential = simulation.gravity_at([[0, 0, 0], [0, 2, 0]])
        np.testing.assert_allclose(acceleration[0], [-0.25, 0, 0], rtol=1e-15)
        np.testing.assert_allclose(potential, [-0.75, -0.75 / 5**0.5], rtol=1e-14)
        _, softened = simulation.gravity_at([[1, 0, 0]], softening=0.5)
        np.testing.assert_allclose(softened, -0.25 / 0.5 - 0.5 / 4.25**0.5, rtol=1e-14)
        own = tucana.Simulation(stars=pair, field=Plummer())
        place = np.array([[0.0, 2.0, 0.0]])
        np.testing.assert_allclose(own.gravity_at(place)[0], acceleration[1:] + Plummer().acceleration(0, place))
        np.testing.assert_allclose(own.gravity_at(place)[1], potential[1:] + Plummer().potential(0, place))
        forces, potentials = simulation.gravity_on_stars()
        np.testing.assert_allclose(forces, [[0.25 / 4, 0, 0], [-0.5 / 4, 0, 0]], rtol=1e-15)
        np.testing.assert_allclose(potentials, [-0.125, -0.25], rtol=1e-15)
        self.assertIn("is a star there", self.complaint(tucana.InputError, simulation.gravity_at, [[1.0, 0, 0]]))
        self.assertIn("(n, 3)", self.complaint(tucana.InputError, simulation.gravity_at, [1, 0, 0]))

    def test_the_report_has_the_keys_of_the_log(self):
        tucana.run({"model.n": 16, "run.end_time": 0.125}, out=self.folder / "a")
        row = json.loads((self.folder / "a" / "log.jsonl").read_text().splitlines()[-1])
        self.assertEqual(set(tucana.Simulation({"model.n": 16}).report()), set(row))


if __name__ == "__main__":
    unittest.main()
