"""Pictures of tucana.plots and films, of a cluster and of a galaxy."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import matplotlib
import numpy as np

matplotlib.use("Agg")
import tucana  # noqa: E402
from tucana import movie, plot, snapshot_file  # noqa: E402
from tucana.plots import PLOTS, of_stars  # noqa: E402
from tucana.plots.of_phases import seconds_by_phase  # noqa: E402


OF_EVOLVING = ("hr", "census")


class PlotsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        stars = tucana.models.plummer(300)
        mass = np.linspace(1, 3, 300) / 600
        heavy = tucana.Stars(mass, stars.position, stars.velocity, length_pc=2.0, mass_msun=100.0)
        tucana.Simulation({"run.end_time": 0.5, "output.interval": 0.25, "output.snapshot_interval": 0.25,
                           "integrator.kind": "ahmad_cohen"}, stars=heavy, out=cls.folder / "cluster").run()
        young = {"model.masses": "kroupa_2001", "model.half_mass_radius": "2 pc"}
        tucana.run({**young, "model.n": 50, "model.smallest_mass": "2 Msun", "model.largest_mass": "60 Msun",
                    "stellar.kind": "sse", "run.end_time": "6 Myr", "output.interval": "1.5 Myr",
                    "output.snapshot_interval": "3 Myr"}, out=cls.folder / "evolved")
        tucana.run({**young, "model.n": 40, "model.binary_fraction": 0.4, "model.smallest_axis": "20 AU",
                    "model.largest_axis": "200 AU", "run.end_time": 0.125, "output.interval": 0.0625}, out=cls.folder / "pairs")
        tucana.run({"model.kind": "m31", "model.n": 400, "gravity.softening": 0.1, "run.end_time": 0.25,
                    "output.snapshot_interval": 0.25}, out=cls.folder / "galaxy")

    def command(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = plot.main([str(word) for word in words])
        return code, out.getvalue(), err.getvalue()

    def test_every_picture_of_both(self):
        special = {"evolved": OF_EVOLVING, "pairs": ("pairs",)}
        common = [what for what in PLOTS if what not in (*OF_EVOLVING, "pairs")]
        for name, systems in (("cluster", ("code", "pc")), ("galaxy", ("kpc",)), ("evolved", ("code", "pc")), ("pairs", ("pc",))):
            for units in systems:
                run = tucana.read(self.folder / name, units=units)
                for what in special.get(name, common):
                    with self.subTest(run=name, what=what, units=units):
                        axes = tucana.plots.figure(run, what, title=units != "pc").axes[0]
                        unit = "" if what in ("hr", "phases") else "code units" if units == "code" else "Myr" if not PLOTS[what][2] else ""
                        self.assertIn(unit, axes.get_xlabel())
                        self.assertTrue(axes.lines or axes.collections or axes.patches)

    def test_pictures_show_the_numbers(self):
        run = tucana.read(self.folder / "cluster", units="pc")
        axes = tucana.plots.figure(run, "core").axes
        self.assertEqual(list(axes[0].lines[0].get_ydata()), list(run.log["core_count"]))
        self.assertEqual(list(axes[1].lines[0].get_ydata()), list(run.log["core_density"]))
        for what, units, words in (("wall", "pc", "seconds per Myr"), ("wall", "code", "seconds per unit of time"),
                                   ("neighbours", "pc", "steps per star and Myr")):
            axes = tucana.plots.figure(tucana.read(self.folder / "cluster", units=units), what).axes[0]
            self.assertEqual(axes.get_ylabel(), words)
        rate = tucana.plots.figure(run, "wall").axes[0].lines[0].get_ydata()
        self.assertAlmostEqual(rate[0], np.diff(run.log["wall_seconds"])[0] / np.diff(run.log["time"])[0])
        # A ring, whose slices are parts of all seconds; without other ranks all of these are somewhere.
        wedges = tucana.plots.figure(run, "phases").axes[0].patches
        parts = seconds_by_phase(run.log)
        self.assertEqual(set(parts) - {"other"}, {"regular", "irregular", "subsystems", "prediction and correction", "selection",
                                                  "adjust"})
        np.testing.assert_allclose([one.theta2 - one.theta1 for one in wedges],
                                   [360 * seconds / sum(parts.values()) for seconds in parts.values()], rtol=1e-4)
        self.assertEqual(parts["irregular"], run.log["irregular_seconds"][-1])
        self.assertAlmostEqual(sum(parts.values()) / run.log["wall_seconds"][-1], 1, delta=0.05)
        table = run.snapshots[-1].table()
        places = of_stars.about_centre(run, run.snapshots[-1], table)
        drawn = tucana.plots.figure(run, "stars").axes[0].collections[0].get_offsets()
        np.testing.assert_allclose(sorted(drawn[:, 0]), sorted(places[:, 0]))

    def test_stars_that_evolve(self):
        run = tucana.read(self.folder / "evolved", units="pc")
        last = run.snapshots[-1]
        columns = last.columns()
        shines = (columns["type"] < 13) & (columns["type"] >= 0)
        figure = tucana.plots.figure(run, "evolution")
        diagram, mass, census = figure.axes
        self.assertEqual(sum(len(line.get_xdata()) for line in diagram.lines), np.count_nonzero(shines))
        self.assertTrue(diagram.xaxis_inverted())
        self.assertEqual(list(mass.lines[0].get_ydata()), list(run.log["mass"]))
        self.assertLess(run.log["mass"][-1], run.log["mass"][0])
        np.testing.assert_array_equal(np.sum([line.get_ydata() for line in census.lines], axis=0), run.log["n"])
        code, _, err = self.command(self.folder / "evolved", "evolution", "--snapshot", 0, "-o", self.folder / "e.png")
        self.assertEqual((code, err), (0, ""))

    def test_stars_by_type(self):
        run = tucana.read(self.folder / "evolved", units="pc")
        types = run.snapshots[-1].columns()["type"]
        legend = tucana.plots.figure(run, "stars", by="type").axes[0].get_legend()
        self.assertIn(f"main sequence ({np.count_nonzero(types < 2)})", [text.get_text() for text in legend.get_texts()])
        drawn = tucana.plots.figure(run, "stars", by="type").axes[0].collections
        self.assertEqual(sum(len(one.get_offsets()) for one in drawn), len(types))
        galaxy = tucana.plots.figure(tucana.read(self.folder / "galaxy"), "stars", by="type").axes[0].get_legend()
        self.assertEqual([text.get_text().split()[0] for text in galaxy.get_texts()], ["halo", "disc", "bulge"])

    def test_pairs(self):
        run = tucana.read(self.folder / "pairs", units="pc")
        pairs = run.snapshots[-1].pairs()
        drawn = tucana.plots.figure(run, "pairs").axes[0].collections[0].get_offsets()
        bound = pairs["semi_major_axis"] > 0
        self.assertGreater(np.count_nonzero(bound), 5)
        np.testing.assert_allclose(sorted(drawn[:, 0]), sorted(pairs["semi_major_axis"][bound] * 206264.806))
        self.assertTrue(np.all(drawn[:, 0] < 400), "a and limits of the model in AU")
        in_kpc = tucana.plots.figure(tucana.read(self.folder / "pairs", units="kpc"), "pairs").axes[0]
        np.testing.assert_allclose(in_kpc.collections[0].get_offsets(), drawn)
        self.assertEqual(in_kpc.get_xlabel(), "semi-major axis  (AU)")
        tucana.plots.figure(tucana.read(self.folder / "galaxy"), "pairs")  # says that there are none
        # Their inner motion, tens of km/s, is not that of the cluster, whose virial speed is below 1 km/s.
        table = run.snapshots[-1].table()
        self.assertGreater(np.std(table["velocity"]), 2 * run.units.velocity_kms)
        sigma = tucana.plots.figure(run, "dispersion").axes[0].lines[0].get_ydata()
        self.assertLess(np.max(sigma), run.units.velocity_kms)

    def test_profiles_are_right(self):
        """Uniform bodies in a sphere of radius 2: 3000 of mass 1 in 33.5."""
        radius = 2 * np.random.default_rng(1).random(3000) ** (1 / 3)
        middle, density = of_stars.profile_of_density(radius, np.ones(3000))
        np.testing.assert_allclose(density, 3000 / (4 / 3 * np.pi * 8), rtol=0.35)
        self.assertEqual(sum(len(shell) for shell in of_stars.shells(radius)), 3000)
        self.assertTrue(np.all(np.diff(middle) > 0))
        # One body, and bodies at one place.
        self.assertEqual(len(of_stars.profile_of_density(np.array([1.0]), np.array([1.0]))[0]), 1)
        self.assertEqual(len(of_stars.profile_of_density(np.zeros(5), np.ones(5))[0]), 0)

    def test_kinds_of_files(self):
        for name, begins in (("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<?xml")):
            done = self.command(self.folder / "cluster", "stars", "-o", self.folder / name, "--units", "pc", "--no-title")
            self.assertEqual(done, (0, f"{self.folder / name}\n", ""))
            self.assertTrue((self.folder / name).read_bytes().startswith(begins))
        self.assertNotIn("projected stars", (self.folder / "a.svg").read_text())
        self.assertEqual(self.command(self.folder / "galaxy", "components")[1], f"{self.folder / 'galaxy/plot_components.png'}\n")

    def test_mistakes_are_one_line(self):
        cluster = self.folder / "cluster"
        for words, complaint in (((cluster, "spectrum"), "unknown picture; one of radii"),
                                 ((cluster, "density", "--snapshot", 99), "holds no snapshot 99; the last is 2"),
                                 ((cluster, "radii", "--snapshot", 0), "--snapshot has no meaning"),
                                 ((cluster, "density", "--by", "type"), "--by has no meaning"),
                                 ((cluster, "hr"), "its stars do not evolve"),
                                 ((cluster, "evolution"), "its stars do not evolve"),
                                 ((cluster, "census"), "its stars do not evolve"),
                                 ((cluster, "--units", "pc"), "need WHAT"),
                                 ((cluster, "density", "--units", "miles"), "--units")):
            code, out, err = self.command(*words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(complaint, err)

    def test_snapshots_without_the_compiled_part(self):
        for name in ("cluster", "galaxy"):
            path = self.folder / name / "snapshot_0001.hdf5"
            own, other = tucana.models.from_file(path), snapshot_file.read_snapshot(path)
            for column in ("id", "mass", "position", "velocity", "radius", "family"):
                np.testing.assert_allclose(getattr(other, column), getattr(own, column), rtol=1e-14)
            self.assertEqual((other.time, other.length_pc, other.mass_msun), (own.time, own.length_pc, own.mass_msun))
        bare = Path(plot.__file__).resolve().parents[1]  # the sources
        done = subprocess.run([sys.executable, bare / "tucana" / "plot.py", self.folder / "galaxy", "components", "-o",
                               self.folder / "c.png"], capture_output=True, text=True, check=False,
                              env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_film(self):
        run = tucana.read(self.folder / "cluster")
        movie.film(run, self.folder / "film.mp4", by="mass")
        probe = subprocess.run([movie.ffmpeg(), "-i", self.folder / "film.mp4", "-f", "null", "-"], capture_output=True,
                               text=True, check=True)
        self.assertIn("frame=    3", probe.stderr)
        with mock.patch.dict(os.environ, TUCANA_FFMPEG="/bin/false"), contextlib.redirect_stderr(io.StringIO()) as err:
            self.assertEqual(movie.main([str(self.folder / "cluster")]), 1)
        self.assertIn("ffmpeg failed", err.getvalue())
        self.assertEqual([path.name for path in (self.folder / "cluster").glob(".movie*")], [])
        for words in (["-o", "a.txt"], ["--rate", "0"], ["--units", "miles"]):
            with contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(movie.main([str(self.folder / "cluster"), *words]), 2)
            self.assertEqual(err.getvalue().count("\n"), 1)

    def test_a_log_of_one_row(self):
        short = self.folder / "short"
        short.mkdir()
        first = (self.folder / "cluster" / "log.jsonl").read_text().splitlines()[0]
        self.assertEqual(json.loads(first)["time"], 0)
        (short / "log.jsonl").write_text(first + "\n")
        run = tucana.read(short)
        for what, (_, _, of_snapshot) in PLOTS.items():
            if not of_snapshot and what not in OF_EVOLVING:
                tucana.plots.figure(run, what)
        with self.assertRaisesRegex(tucana.InputError, "holds no snapshots"):
            tucana.plots.figure(run, "stars")


if __name__ == "__main__":
    unittest.main()
