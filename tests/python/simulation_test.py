"""tucana.Simulation: what it computes is what the program computes, and mistakes are exceptions in its words."""

import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import numpy as np

import tucana

PROGRAM = os.environ["TUCANA"]
SMALL = {"model.n": 64, "run.end_time": 0.5, "output.interval": 0.125, "output.snapshot_interval": 0.25}


def settings_of(options):
    return [word for name, value in options.items() for word in ("--set", f"{name}={value}")]


def program(*words):
    subprocess.run([PROGRAM, *words], check=True, capture_output=True)


def rows_of(folder):
    """The log without what depends on the clock."""
    rows = [json.loads(line) for line in (Path(folder) / "log.jsonl").read_text().splitlines()]
    return [{key: value for key, value in row.items() if "second" not in key} for row in rows]


class Folders(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("error")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def complaint(self, kind, work, *arguments, **more):
        with self.assertRaises(kind) as caught:
            work(*arguments, **more)
        return str(caught.exception)


class SameBitsTest(Folders):
    def expect_same(self, one, other):
        self.assertEqual(rows_of(one), rows_of(other))
        names = sorted(path.name for path in one.glob("snapshot_*"))
        self.assertGreater(len(names), 1)
        for name in names:
            first, second = (tucana.models.from_file(folder / name) for folder in (one, other))
            for column in ("id", "mass", "position", "velocity"):
                np.testing.assert_array_equal(getattr(first, column), getattr(second, column))

    def test_a_run_from_python_is_that_of_the_program(self):
        for kind in ("hermite4", "ahmad_cohen"):
            options = {**SMALL, "integrator.kind": kind}
            one, other = self.folder / f"{kind}-p", self.folder / f"{kind}-c"
            self.assertEqual(tucana.run(options, out=one), "end_time")
            program("run", "--out", str(other), *settings_of(options))
            self.expect_same(one, other)
            # Without a folder, and in steps of its own.
            bare = tucana.Simulation(options)
            while bare.time < 0.4:
                bare.step()
            bare.advance_to(0.5)
            last = tucana.read(other).snapshots[-1].stars
            units = bare.units
            order, others = np.argsort(bare.stars.id), np.argsort(last.id)
            # A snapshot is in kpc: the last bit may differ.
            np.testing.assert_allclose(bare.stars.position[order], last.position[others], rtol=1e-14, atol=1e-16)
            self.assertEqual(bare.report()["energy_error"], rows_of(other)[-1]["energy_error"])
            self.assertEqual(units.length_pc, last.length_pc)

    def test_the_program_goes_on_with_a_run_of_python(self):
        whole, parts = self.folder / "whole", self.folder / "parts"
        tucana.run(SMALL, out=whole)
        with tucana.Simulation(SMALL, out=parts) as simulation:
            simulation.advance_to(0.3)
            simulation.save()
        program("run", "--restart", str(parts), "--quiet")
        self.expect_same(whole, parts)

    def test_python_goes_on_with_a_run_of_the_program(self):
        whole, parts = self.folder / "whole", self.folder / "parts"
        tucana.run(SMALL, out=whole)
        program("run", "--out", str(parts), *settings_of({**SMALL, "run.end_time": 0.25}))
        with tucana.restart(parts, {"run.end_time": 0.5}) as simulation:
            self.assertEqual(simulation.time, 0.25)
            self.assertEqual(simulation.run(), "end_time")
        self.expect_same(whole, parts)

    def test_stars_of_python_in_a_folder_run_again(self):
        stars = tucana.models.plummer(50)
        tucana.Simulation({key: value for key, value in SMALL.items() if key != "model.n"}, stars=stars, out=self.folder / "one").run()
        program("run", str(self.folder / "one" / "used.toml"), "--out", str(self.folder / "other"))
        self.expect_same(self.folder / "one", self.folder / "other")


class StarsTest(Folders):
    def test_arrays_are_shared_and_outlive_everything(self):
        simulation = tucana.Simulation(SMALL)
        stars = simulation.stars
        before = stars.position.copy()
        self.assertIs(stars.position.flags.writeable, False)
        self.assertEqual(stars.position.ctypes.data, stars.position.ctypes.data)
        self.assertEqual((stars.position.shape, stars.mass.shape, stars.id.dtype), ((64, 3), (64,), np.int64))
        position = stars.position
        simulation.advance_to(0.25)
        self.assertFalse(np.array_equal(simulation.stars.position, before))
        simulation.close()
        del simulation, stars
        gc.collect()
        np.testing.assert_array_equal(position, before)

    def test_stars_from_arrays(self):
        pair = tucana.Stars(mass=0.5, position=[[-0.5, 0, 0], [0.5, 0, 0]], velocity=[[0, -0.5, 0], [0, 0.5, 0]],
                            id=[7, 3])
        simulation = tucana.Simulation({"units.length_pc": 2, "units.mass_msun": 10}, stars=pair)
        simulation.advance_to(2 * np.pi)  # one orbit: a = 1, m = 1
        order = np.argsort(simulation.stars.id)
        np.testing.assert_allclose(simulation.stars.position[order], [[0.5, 0, 0], [-0.5, 0, 0]], atol=1e-3)
        self.assertEqual(list(np.sort(simulation.stars.id)), [3, 7])
        self.assertEqual((simulation.units.length_pc, simulation.units.mass_msun), (2, 10))

    def test_what_cannot_be_stars(self):
        good = {"mass": [1, 1], "position": np.eye(3)[:2], "velocity": np.zeros((2, 3))}
        for wrong, words in (({"mass": [1, np.nan]}, "finite"), ({"mass": "heavy"}, "mass: these are not"),
                             ({"mass": [1, 2, 3]}, "shape (2,)"), ({"position": [1, 2, 3]}, "shape (n, 3)"),
                             ({"velocity": np.zeros((3, 3))}, "shape (2, 3)"), ({"id": [1, 1]}, "stars"),
                             ({"id": [1.5, 2]}, "whole numbers"), ({"mass": [-1, 1]}, "mass"),
                             ({"family": [1, 9]}, "family"), ({"mass": [1j, 2]}, "not real")):
            with self.subTest(wrong=wrong):
                self.assertIn(words, self.complaint(tucana.InputError, tucana.Stars, **{**good, **wrong}))

    def test_models(self):
        self.assertEqual(len(tucana.models.king(40, 6.0)), 40)
        galaxy = tucana.models.m31(100)
        self.assertEqual(set(galaxy.family), {1, 2, 3})
        self.assertEqual((galaxy.length_pc, galaxy.mass_msun), (1e3, 1e10))
        np.testing.assert_array_equal(tucana.models.plummer(64).position, tucana.Simulation(SMALL).stars.position)


class OptionsTest(Folders):
    def test_mistakes_have_the_words_of_the_program(self):
        for options, words in (
                ({"model.n": 0}, "options: model.n = 0 is not >= 1; typical is 1024"),
                ({"model.n": 2.5}, "options: model.n = 2.5 is not a whole number"),
                ({"model.n": 10**30}, "options: model.n = 1000000"),
                ({"model.n": None}, "options: model.n = None is neither a number"),
                ({"model.m": 3}, "options: model.m is not an option; did you mean model.n?"),
                ({"integrator": {"eta": -1}}, "options: integrator.eta = -1 is not > 0"),
                ({"integrator.kind": "hermite5"}, "hermite5 is not known; one of hermite4"),
                ({"run.end_time": float("nan")}, "run.end_time = nan is not finite"),
                ({"run.end_time": "3 parsec"}, "is not a unit of time"),
                ({3: 4}, "names must be text"), ([1], "a dict by name is needed"),
                ({"integrator.kind": "leapfrog", "integrator.iterations": 2}, "leapfrog has one pass a step")):
            with self.subTest(options=options):
                self.assertIn(words, self.complaint(tucana.InputError, tucana.Simulation, options))
        self.assertIsInstance(tucana.InputError("a"), ValueError)
        self.assertIsInstance(tucana.FailureError("a"), RuntimeError)

    def test_values_of_many_kinds(self):
        import astropy.units as u

        simulation = tucana.Simulation({"model": {"n": np.int64(16)}, "run.end_time": 2 * u.Myr, "units.length_pc": 2.0,
                                        "integrator.eta": np.float32(0.015625)})
        self.assertEqual((simulation.options["model.n"], simulation.options["integrator.eta"]), (16, 0.015625))
        self.assertAlmostEqual(simulation.options["run.end_time"], 2 / simulation.units.time_myr)
        simulation.advance_to(100 * u.kyr)
        self.assertAlmostEqual(simulation.time, 0.1 / simulation.units.time_myr)
        self.assertIn("not a time", self.complaint(tucana.InputError, simulation.advance_to, 3 * u.pc))
        stars = simulation.units.stars(1 * u.Msun, np.zeros((1, 3)) * u.pc, np.ones((1, 3)) * u.km / u.s)
        self.assertAlmostEqual(stars.mass[0], 1 / simulation.units.mass_msun)
        self.assertIn("has a unit", self.complaint(tucana.InputError, tucana.Stars, 1 * u.Msun, np.zeros((1, 3)), [0, 0, 0]))

    def test_the_table_of_options_is_the_documentation(self):
        entry = next(entry for entry in tucana.option_list() if entry["name"] == "integrator.eta")
        self.assertEqual((entry["type"], entry["default"]), ("real", 0.02))
        self.assertIn("integrator.eta", tucana.Simulation.__doc__)

    def test_idle_options_are_warned_of(self):
        with self.assertWarnsRegex(UserWarning, "tree.accuracy"):
            tucana.Simulation({"model.n": 8, "tree.accuracy": 0.01})

    def test_a_file_of_options(self):
        (self.folder / "my.toml").write_text("[model]\nn = 12\n[integrator]\neta = 0.01\n")
        simulation = tucana.Simulation({"integrator.eta": 0.03}, file=self.folder / "my.toml")
        self.assertEqual((len(simulation), simulation.options["integrator.eta"]), (12, 0.03))
        (self.folder / "bad.toml").write_text("[model]\nn = 12\neta = 3\n")
        self.assertIn("bad.toml:3: ", self.complaint(tucana.InputError, tucana.Simulation, file=self.folder / "bad.toml"))


class UseTest(Folders):
    def test_a_closed_simulation(self):
        simulation = tucana.Simulation({"model.n": 8})
        simulation.close()
        simulation.close()
        for work in (simulation.step, lambda: simulation.advance_to(1), lambda: simulation.stars,
                     lambda: simulation.time, lambda: simulation.options, simulation.report,
                     lambda: simulation.apply(tucana.Changes()), lambda: simulation.observe(print, every=1)):
            self.assertEqual(self.complaint(tucana.InputError, work), "the simulation is closed")
        self.assertIn("closed", repr(simulation))

    def test_times_that_cannot_be(self):
        simulation = tucana.Simulation({"model.n": 8})
        simulation.advance_to(0.1)
        self.assertEqual(simulation.time, 0.1)
        self.assertLessEqual(simulation.block_time, 0.1)
        for time in (0.05, float("nan"), float("inf"), 1e10):
            self.assertIn("and cannot go to", self.complaint(tucana.InputError, simulation.advance_to, time))
        self.assertIn("neither a number nor", self.complaint(tucana.InputError, simulation.advance_to, "soon"))
        self.assertEqual(simulation.time, 0.1)

    def test_a_folder_that_is_taken(self):
        with tucana.Simulation(SMALL, out=self.folder / "a"):
            words = self.complaint(tucana.InputError, tucana.Simulation, SMALL, out=self.folder / "a")
        self.assertIn(str(self.folder / "a"), words)
        words = self.complaint(tucana.InputError, tucana.Simulation, SMALL, out=self.folder / "a")
        self.assertIn("holds a run already", words)
        self.assertIn("holds no run", self.complaint(tucana.InputError, tucana.restart, self.folder / "b"))
        self.assertIn("no folder", self.complaint(tucana.InputError, tucana.Simulation({"model.n": 8}).save))
        tucana.Simulation(SMALL, out=self.folder / "a", force=True).close()

    def test_two_threads_on_one_simulation(self):
        simulation = tucana.Simulation({"model.n": 16})
        inside, leave, found = threading.Event(), threading.Event(), []

        @simulation.observe(times=[0.01])
        def wait(_):
            inside.set()
            leave.wait(60)

        worker = threading.Thread(target=simulation.advance_to, args=(0.02,))
        worker.start()
        inside.wait(60)
        for work in (simulation.step, lambda: simulation.time, simulation.close):
            found.append(self.complaint(tucana.InputError, work))
        leave.set()
        worker.join()
        self.assertEqual(found, ["another thread is using this simulation; one thread at a time"] * 3)
        self.assertEqual(simulation.time, 0.02)

    def test_several_simulations_at_once(self):
        """Each in a thread of its own, and to the bits of one that is alone; the GIL is free meanwhile."""
        alone = tucana.Simulation(SMALL).advance_to(0.5)
        many = [tucana.Simulation(SMALL) for _ in range(4)]
        threads = [threading.Thread(target=one.advance_to, args=(0.5,)) for one in many]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one in many:
            np.testing.assert_array_equal(one.stars.position, alone.stars.position)

    def test_fork(self):
        simulation = tucana.Simulation({"model.n": 16, "run.threads": 2})
        child = os.fork()
        if child == 0:
            code = 1
            try:
                simulation.step()
            except tucana.InputError as error:
                code = 0 if "fork" in str(error) else 2
            del simulation
            gc.collect()
            os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        simulation.step()

    def test_ctrl_c(self):
        script = ("import os, signal, sys, threading, tucana\n"
                  "simulation = tucana.Simulation({'model.n': 512})\n"
                  "threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                  "try:\n    simulation.advance_to(3000)\n"
                  "except KeyboardInterrupt:\n"
                  "    before = simulation.time\n    simulation.advance_to(before + 0.01)\n    print('interrupted', before < 3000)\n")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
        self.assertEqual(done.stdout, "interrupted True\n")

    def test_ctrl_c_of_a_run_saves_it(self):
        script = ("import os, signal, sys, tucana\n"
                  "simulation = tucana.Simulation({'model.n': 512, 'run.end_time': 3000}, out=sys.argv[1])\n"
                  "simulation.observe(lambda look: os.kill(os.getpid(), signal.SIGINT), times=[0.01])\n"
                  "try:\n    simulation.run()\nexcept KeyboardInterrupt:\n    print('interrupted')\n")
        done = subprocess.run([sys.executable, "-c", script, str(self.folder / "a")], capture_output=True, text=True,
                              check=True, timeout=120)
        self.assertEqual(done.stdout, "interrupted\n")
        self.assertEqual(tucana.read(self.folder / "a").summary["reason"], "signal")
        with tucana.restart(self.folder / "a") as simulation:
            self.assertGreater(simulation.time, 0)

    def test_a_failure(self):
        simulation = tucana.Simulation({"guard.energy_error": 1e-13, "model.n": 32},
                                       out=self.folder / "a")
        self.assertIn("guard.energy_error", self.complaint(tucana.FailureError, simulation.run))
        self.assertIn("over", self.complaint(tucana.InputError, simulation.run))


if __name__ == "__main__":
    unittest.main()
