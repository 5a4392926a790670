"""Values of every kind in every place of the package: an exception of its own kinds in one line, or TypeError; the state
intact; never a crash."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tucana


class Weird:
    """Raises whatever is asked of it."""

    def __float__(self):
        raise ZeroDivisionError("float")

    __index__ = __array__ = __len__ = __iter__ = __float__

    def __repr__(self):
        raise ZeroDivisionError("repr")


VALUES = [None, True, -1, 2**64, 10**400, 1e308, float("nan"), float("-inf"), "", "x", "\0", "\ud800", b"x", [], [[]], [1, [2]], {},
          {"a": 1}, object(), Weird(), int, 1j, np.array(1), np.zeros((0, 3)), np.zeros((2, 2, 2)), np.array([1, "a"], dtype=object),
          np.array(["a"]), np.array([1 + 1j]), np.zeros((4, 3)), np.ma.array([1.0], mask=[True]), np.array([True, False]),
          np.array([1, 2], dtype=">f8"), np.datetime64("2020"), np.array([2**63], dtype="u8"), np.array([np.nan] * 3)]
SMALL = {"model.n": 8, "run.threads": 1}


class Acts(tucana.Process):
    """Once, at t = 0.1."""

    name = "acts"
    done = False

    def next_time(self):
        return None if self.done else 0.1

    def act(self, time, stars, record):
        self.done = True


class Spring(tucana.Field):
    name = "spring"

    def acceleration(self, time, position):
        return -position

    def potential(self, time, position):
        return 0.5 * np.sum(position**2, axis=1)


def having(base, name, value):
    """An object with another attribute, or with a method that returns the value."""
    attribute = value if name in ("name", "is_static", "scale") else lambda *_: value
    return type("Other", (base,), {name: attribute})()


def recording(*arguments, **numbers):
    def act(self, time, stars, record):
        self.done = True
        record(*arguments, **numbers)

    return type("Records", (Acts,), {"act": act})()


class MisuseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.run_folder = Path(folder.name) / "run"

    def attempt(self, what, value, work):
        """Whether it worked."""
        with self.subTest(what=what, type=type(value).__name__):
            try:
                work()
                return True
            except (tucana.InputError, tucana.FailureError) as error:
                self.assertNotIn("\n", str(error))
                self.assertNotIn("bad_cast", str(error))
            except (TypeError, ZeroDivisionError):  # Python's own words, and what Weird raises
                pass
            return False

    def test_arguments(self):
        tucana.run({**SMALL, "run.end_time": 0.125}, out=self.run_folder)
        good = {"mass": [1, 1], "position": np.eye(3)[:2], "velocity": np.zeros((2, 3))}
        for value in VALUES:
            self.attempt("options", value, lambda value=value: tucana.Simulation(value))
            for name in ("model.kind", "model.seed", "run.end_time", "units.length_pc"):
                self.attempt(name, value, lambda value=value, name=name: tucana.Simulation({**SMALL, name: value}))
            for name in ("stars", "file", "force", "processes", "field"):
                self.attempt(name, value, lambda value=value, name=name: tucana.Simulation(SMALL, **{name: value}))
            for name in (*good, "id", "radius", "family", "length_pc", "time"):
                self.attempt(f"Stars {name}", value, lambda value=value, name=name: tucana.Stars(**{**good, name: value}))
            for work in (tucana.restart, tucana.read, tucana.models.from_file, tucana.models.plummer):
                if work is not tucana.models.plummer or value is not True:
                    self.attempt(work.__name__, value, lambda work=work, value=value: work(value))
            self.attempt("units", value, lambda value=value: tucana.read(self.run_folder, units=value))
            for more in ({"vary": value}, {"options": value, "vary": 3}, {"vary": {"model.seed": [1]}, "jobs": value}):
                if value is not True:  # a number, of processes
                    self.attempt("ensemble", value, lambda more=more: tucana.ensemble(**{"out": "e", "options": SMALL, **more}))

    def test_a_simulation_stays_as_it_was(self):
        simulation = tucana.Simulation({**SMALL, "model.n": 16}).advance_to(2.0)
        before = simulation.stars.position.copy()
        for value in VALUES:
            works = [lambda c: simulation.advance_to(value), lambda c: simulation.gravity_at(value),
                     lambda c: simulation.apply(value), lambda c: simulation.apply(c, value),
                     lambda c: simulation.observe(print, every=value), lambda c: simulation.observe(value, every=value)]
            for number, work in enumerate(works):
                if value is not True:  # 1.0, before now
                    self.attempt(f"work {number}", value, lambda work=work: work(tucana.Changes()))
            for name, arguments in (("set_mass", [[1], [0.01]]), ("set_radius", [[1], [0.01]]), ("kick", [[1], [0, 0, 0.1]]),
                                    ("merge", [1, 2, 0.1]), ("remove", [[1]]), ("add", [None])):
                for place in range(len(arguments)):
                    given, changes = [*arguments], tucana.Changes()
                    given[place] = value
                    if self.attempt(f"{name} {place}", value, lambda: getattr(changes, name)(*given)):
                        self.attempt(f"{name} {place} applied", value, lambda: tucana.Simulation(SMALL).apply(changes))
        np.testing.assert_array_equal(simulation.stars.position, before)
        self.assertEqual((simulation.time, len(simulation)), (2.0, 16))

    def test_callbacks(self):
        def advance(**parts):
            tucana.Simulation(SMALL, **parts).advance_to(0.125)

        for value in VALUES:
            for name in ("name", "next_time", "act"):
                if name != "next_time" or value is not True and not isinstance(value, (int, float)):
                    self.attempt(name, value, lambda name=name: advance(processes=[having(Acts, name, value)]))
            for name in ("name", "is_static", "scale", "acceleration", "potential", "derivatives"):
                self.attempt(name, value, lambda name=name: advance(field=having(Spring, name, value)))
            for number, process in enumerate((recording(value, [1]), recording("a", value), recording("a", [1], x=value))):
                self.attempt(f"record {number}", value, lambda process=process: advance(processes=[process]))

    def test_units(self):
        """Text with a unit wherever a quantity may be; nothing that has a unit is taken for code units."""
        import astropy.units as u

        simulation = tucana.Simulation({**SMALL, "units.length_pc": 2.0, "units.mass_msun": 100.0})
        myr = 1 / simulation.units.time_myr
        seen = []
        simulation.observe(lambda look: seen.append(look.time), every="0.1 Myr")
        self.assertAlmostEqual(simulation.advance_to("0.2 Myr").time, 0.2 * myr)
        np.testing.assert_allclose(seen, np.array([0, 0.1, 0.2]) * myr)
        changes = simulation.changes()
        changes.set_mass([1], "5 Msun")
        changes.merge(2, 3, 25 * u.Msun, "0.1 pc")
        simulation.apply(changes)
        np.testing.assert_allclose([simulation.stars.mass[simulation.stars.id == i][0] for i in (1, 2)], [0.05, 0.25])
        for work, words in (
                (lambda: simulation.advance_to("0.2 pc"), 'time: "0.2 pc": pc is not a unit of time; units of time are day'),
                (lambda: simulation.advance_to("3"), 'time: "3" has no unit; .* a number without quotes is in code units'),
                (lambda: tucana.Changes().kick([1], [0, 0, 1] * u.km / u.s), "only a simulation knows; use its changes()"),
                (lambda: tucana.Changes().set_mass([1], "3 Msun"), "only a simulation knows"),
                (lambda: tucana.Units(-1, 1), "units: length_pc = -1 is not a number > 0"),
                (lambda: simulation.units.to_code(3, "weight"), "'weight' is not one of length, mass"),
                (lambda: simulation.units.to_code("3 Msun", "energy"), "'3 Msun': text can be a length, .* but no energy"),
                (lambda: simulation.units.stars(1, np.eye(3) * u.pc, np.zeros((3, 3))), "mass: has no unit, while others have one"),
                (lambda: tucana.Stars(1, np.eye(3), np.zeros((3, 3)), length_pc=-1), "length_pc = -1.* is not >= 0"),
                (lambda: tucana.Stars(np.ma.array([1, 2], mask=[0, 1]), np.eye(3)[:2], np.zeros((2, 3))), "mass: some of these are masked")):
            with self.assertRaisesRegex(tucana.InputError, words):
                work()
        self.assertEqual(len(simulation.units.stars(1 * u.Msun, np.eye(3) * u.pc, np.zeros((3, 3)))), 3)

    def test_more_stars_than_memory(self):
        for work in (lambda: tucana.Simulation({"model.n": 2**31 - 1}), lambda: tucana.models.m31(2**31 - 1)):
            with self.assertRaisesRegex(tucana.InputError, "2147483647 stars need at least 322 GB of memory, and this machine has"):
                work()
        script = ("import resource, tucana\nresource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
                  "try:\n    tucana.models.plummer(10**8)\nexcept tucana.FailureError as error:\n    print(error)\n")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
        self.assertEqual(done.stdout, "not enough memory; use fewer stars, or a machine with more memory\n")

    def test_python_ends_while_a_thread_computes(self):
        script = ("import threading, tucana\nstarted = threading.Event()\n"
                  "simulation = tucana.Simulation({'model.n': 64, 'run.threads': 2})\n"
                  "simulation.observe(lambda look: started.set(), every=0.01)\n"
                  "threading.Thread(target=simulation.advance_to, args=(1000,), daemon=True).start()\nstarted.wait(60)\n")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_words(self):
        for wrong, words in (({"field": 3}, "a field must be a tucana.Field: int has no name"),
                             ({"processes": [object()]}, "a process must be a tucana.Process: object has no name"),
                             ({"field": having(Spring, "name", 3)}, "the name of a field: text is needed, not int"),
                             ({"field": having(Spring, "scale", "long")}, "spring.scale: a number is needed"),
                             ({"processes": [having(Acts, "next_time", "soon")]}, "acts.next_time(): a number is needed")):
            with self.assertRaises(tucana.InputError) as caught:
                tucana.Simulation(SMALL, **wrong)
            self.assertIn(words, str(caught.exception))
        for work, words in ((lambda: tucana.Simulation(stars=np.eye(3)), "stars: tucana.Stars is needed, not array"),
                            (lambda: tucana.Simulation(SMALL).apply(3), "changes: tucana.Changes is needed, not 3"),
                            (lambda: tucana.Simulation(SMALL).advance_to(None), "time: a number is needed"),
                            (lambda: tucana.Changes().merge([1, 2], 3, 1), "kept: one star is needed, not 2"),
                            (lambda: tucana.Changes().remove(None), "ids: whole numbers are needed"),
                            (lambda: tucana.Simulation(SMALL, field=having(Spring, "potential", np.inf)).energy_error,
                             r"spring.potential\(\) is inf at \(")):
            with self.assertRaisesRegex(tucana.InputError, words):
                work()
        for vary, jobs, words in ((3, 1, "vary: a dict of lists by name is needed"), ({"model.seed": [1]}, float("nan"), "jobs = nan")):
            with self.assertRaisesRegex(tucana.InputError, words):
                tucana.ensemble(SMALL, vary=vary, jobs=jobs, out="e")


if __name__ == "__main__":
    unittest.main()
