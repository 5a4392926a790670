"""The models that `tucana init` writes: what is in the files, what is said about them, and complaints."""

import json
import math
import pathlib
import re
import unittest

import h5py
import numpy as np

from run_harness import RunTest, small_run

ROOT = pathlib.Path(__file__).resolve().parents[2]
KMS_PER_UNIT = math.sqrt(4.300917270036279e-3 * 1e10 / 1e3)
FAMILIES = tuple(f"PartType{i}" for i in range(1, 6))


class InitTest(RunTest):
    def refuse(self, *words):
        done = self.tucana("init", *words)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr.removeprefix("tucana: error: ").rstrip("\n")

    def column(self, file, name, types=FAMILIES):
        with h5py.File(self.root / file) as data:
            return np.concatenate([data[t][name][()] for t in types if t in data])


class Models(InitTest):
    def test_m31_in_galactic_units(self):
        said = self.succeed("init", "m31", "-n", 20000, "-o", "m31.hdf5", "--run-file", "m31.toml").stdout
        self.assertIn("softening 0.016", said)
        self.assertIn("tucana run m31.toml", said)
        with h5py.File(self.root / "m31.hdf5") as data:
            halo, disc, bulge = (data[f"PartType{i}"] for i in (1, 2, 3))
            counts = [0, *(len(part["Masses"]) for part in (halo, disc, bulge)), 0, 0]
            self.assertEqual(list(data["Header"].attrs["NumPart_Total"]), counts)
            # 1e10 Msun
            for part, mass in ((halo, 81.1), (bulge, 3.24), (disc, 3.66)):
                self.assertAlmostEqual(part["Masses"][()].sum(), mass, delta=0.01)
                np.testing.assert_allclose(part["Softenings"][()], 0.016)  # kpc
            self.assertEqual(disc["ParticleIDs"][0], int(re.search(r"bulge +ids \d+ to (\d+)", said).group(1)) + 1)
            x, v = disc["Coordinates"][()], disc["Velocities"][()]
        self.assertAlmostEqual(len(x) / 20000, 3.66 / 88, delta=1e-4)
        radius = np.hypot(x[:, 0], x[:, 1])
        ring = (radius > 4) & (radius < 16)
        speed = (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])[ring] / radius[ring]
        self.assertAlmostEqual(speed.mean(), 251, delta=5)  # km/s
        self.assertAlmostEqual(np.abs(x[ring, 2]).mean(), 0.6 * math.log(2), delta=0.06)  # kpc
        text = (self.root / "m31.toml").read_text()
        for line in ('method = "tree"', 'kind = "leapfrog"', "softening = 0.016", 'file = "m31.hdf5"'):
            self.assertIn(line, text)

    def test_spheres_and_clusters(self):
        for words, mass in ((["nfw", "--cut", "hard", "--cut-radius", 5], 1), (["hernquist"], 1), (["king", "--w0", 9], 1), (["plummer"], 1)):
            with self.subTest(model=words[0]):
                self.succeed("init", *words, "-n", 500)
                info = json.loads(self.succeed("info", words[0] + ".hdf5", "--json").stdout)
                self.assertEqual(info["n"], 500)
                self.assertAlmostEqual(info["mass"], mass, delta=1e-9)
                self.assertAlmostEqual(info["virial_ratio"], 0.5, delta=0.06)
        radius = np.linalg.norm(self.column("nfw.hdf5", "Coordinates"), axis=1)
        self.assertLess(radius.max(), 5e-3 * 1.05)  # the unit is a parsec, as of clusters; centred after the cut
        self.succeed("init", "nfw", "-n", 500, "--force", "--seed", 2)
        self.assertIn("exists already; --force", self.refuse("nfw"))

    def test_the_example_file(self):
        self.succeed("init", "galaxy", ROOT / "examples" / "galaxy.toml", "-n", 5000)
        info = json.loads(self.succeed("info", "galaxy.hdf5", "--json").stdout)
        self.assertEqual(info["n"], 5000)
        with h5py.File(self.root / "galaxy.hdf5") as data:
            self.assertIn(b"[[component]]", data["Tucana"].attrs["options_toml"])

    def test_models_by_options(self):
        for kind in ("king", "hernquist", "nfw", "m31"):
            with self.subTest(kind=kind):
                self.succeed("run", "--quiet", "--out", kind, *small_run(model__kind=kind, model__n=200, run__end_time=0.0625))
                self.assertEqual(self.log_rows(kind)[0]["n"], 200)

    def test_a_run_keeps_families_over_a_restart(self):
        self.succeed("init", "m31", "-n", 300)
        words = small_run(model__kind="file", model__file="m31.hdf5", gravity__softening=0.5, output__snapshot_interval=0.25)
        self.succeed("run", "--quiet", "--out", "whole", *words)
        self.succeed("run", "--quiet", "--out", "parts", *words, "--set", "run.end_time=0.5")
        self.succeed("run", "--quiet", "--restart", "parts", "--set", "run.end_time=1")
        self.assert_same_stars("whole", "parts")
        with h5py.File(self.root / "m31.hdf5") as first, h5py.File(self.root / "parts" / "snapshot_0004.hdf5") as last:
            for family in ("PartType1", "PartType2", "PartType3"):
                self.assertEqual(list(first[family]["ParticleIDs"]), list(last[family]["ParticleIDs"]))


class Combine(InitTest):
    def setUp(self):
        super().setUp()
        self.succeed("init", "m31", "-n", 300, "-o", "a.hdf5")
        self.succeed("init", "m31", "-n", 200, "-o", "b.hdf5", "--seed", 2)

    def relative(self, file="combined.hdf5"):
        """Position (kpc) and velocity (km/s) of the second galaxy from the first, and both masses."""
        with h5py.File(self.root / file) as data:
            columns = {name: np.concatenate([data[t][name][()] for t in FAMILIES if t in data])
                       for name in ("ParticleIDs", "Masses", "Coordinates", "Velocities")}
        self.assertEqual(len(set(columns["ParticleIDs"])), 500)
        second = columns["ParticleIDs"] > 300
        mass = [columns["Masses"][part].sum() for part in (~second, second)]
        mean = lambda name, part: np.average(columns[name][part], axis=0, weights=columns["Masses"][part])
        np.testing.assert_allclose(np.average(columns["Coordinates"], axis=0, weights=columns["Masses"]), 0, atol=1e-10)
        return mean("Coordinates", second) - mean("Coordinates", ~second), mean("Velocities", second) - mean("Velocities", ~second), sum(mass)

    def test_a_parabola(self):
        self.succeed("init", "combine", "a.hdf5", "b.hdf5", "--separation", 100, "--pericentre", 10, "--inclination-a", 60, "--as-points")
        x, v, mass = self.relative()
        self.assertAlmostEqual(np.linalg.norm(x), 100, delta=1e-9)
        gm = mass * KMS_PER_UNIT**2
        self.assertAlmostEqual(v @ v / 2 / (gm / 100), 1, delta=1e-9)  # energy zero, of points
        self.assertAlmostEqual(np.linalg.norm(np.cross(x, v)) ** 2 / gm / 2, 10, delta=1e-8)  # l = 2 p
        self.assertLess(x @ v, 0)

    def test_a_parabola_of_haloes_that_overlap(self):
        """The kinetic energy of the orbit makes up for the potential energy between all pairs of bodies."""
        said = self.succeed("init", "combine", "a.hdf5", "b.hdf5", "--separation", 60, "--pericentre", 10, "--softening", 0.5).stdout
        x, v, mass = self.relative()
        places, masses, ids = (self.column("combined.hdf5", name) for name in ("Coordinates", "Masses", "ParticleIDs"))
        first, second = (np.where(part)[0] for part in (ids <= 300, ids > 300))
        distance2 = ((places[first][:, None] - places[second][None]) ** 2).sum(axis=2) + 0.5**2
        potential = -(masses[first][:, None] * masses[second][None] / np.sqrt(distance2)).sum() * KMS_PER_UNIT**2
        reduced = masses[first].sum() * masses[second].sum() / mass
        self.assertAlmostEqual(reduced * (v @ v) / 2 / -potential, 1, delta=1e-9)
        gm = mass * KMS_PER_UNIT**2
        self.assertLess(v @ v / 2 / (gm / 60), 0.95)  # the haloes do overlap
        self.assertAlmostEqual(np.linalg.norm(np.cross(x, v)) ** 2 / gm / 2, 10, delta=1e-8)
        for words in ("ids 1 to 300, a.hdf5", "ids 301 to 500, b.hdf5", "60 kpc apart", "eccentricity 1, pericentre 10 kpc",
                      f"potential energy is {-potential / reduced * 60 / gm:.4g} of that of two points"):
            self.assertIn(words, said)

    def test_a_given_state(self):
        self.succeed("init", "combine", "a.hdf5", "b.hdf5", "--position", "30,-5,2", "--velocity", "-100,50,0")
        x, v, _ = self.relative()
        np.testing.assert_allclose(x, [30, -5, 2], atol=1e-9)
        np.testing.assert_allclose(v, [-100, 50, 0], atol=1e-9)

    def test_other_units_are_converted(self):
        self.succeed("init", "nfw", "-n", 200, "-o", "b.hdf5", "--force")
        self.succeed("init", "combine", "a.hdf5", "b.hdf5", "--position", "1,0,0", "--velocity", "0,0,0")
        _, _, mass = self.relative()
        self.assertAlmostEqual(mass, 88 + 200e-10, delta=1e-9)  # 1 Msun a body

    def test_complaints(self):
        pair = ("combine", "a.hdf5", "b.hdf5")
        self.assertIn("the orbit is given by", self.refuse(*pair))
        self.assertIn("needs --pericentre", self.refuse(*pair, "--separation", 10))
        self.assertIn("go together", self.refuse(*pair, "--position", "1,2,3"))
        self.assertIn("three numbers", self.refuse(*pair, "--position", "1,2", "--velocity", "0,0,0"))
        self.assertIn("three numbers", self.refuse(*pair, "--position", "1,2,3,4", "--velocity", "0,0,0"))
        self.assertIn("apocentre", self.refuse(*pair, "--separation", 100, "--pericentre", 10, "--eccentricity", 0.5))
        self.assertIn("none.hdf5", self.refuse("combine", "a.hdf5", "none.hdf5", "--separation", 10, "--pericentre", 1))
        self.assertFalse((self.root / "combined.hdf5").exists())


class Complaints(InitTest):
    def test_about_components(self):
        (self.root / "g.toml").write_text('[[component]]\nprofile = "hernqist"\n')
        self.assertEqual(self.refuse("galaxy", "g.toml"), "g.toml:2: hernqist is not a profile; did you mean hernquist?")
        (self.root / "g.toml").write_text('[[component]]\nprofile = "plummer"\nmass = -2\nscale_radius = 1\n')
        self.assertIn("g.toml:3: mass = -2 is not >= 0", self.refuse("galaxy", "g.toml"))
        self.assertEqual(self.refuse("galaxy", "none.toml"), "none.toml: No such file or directory")
        self.assertIn("component bulge gets none of the 5 bodies", self.refuse("m31", "-n", 5))
        self.assertIn("-n 0: model.n = 0 is not >= 1", self.refuse("m31", "-n", 0))
        self.assertIn("has no finite mass", self.refuse("nfw", "--cut", "none"))
        self.assertIn("one of none, hard, smooth", self.refuse("nfw", "--cut", "soft"))
        self.assertIn("--cut-radius", self.refuse("nfw", "--cut-radius", -1))
        self.assertIn("model.w0 = 20 is not <= 16", self.refuse("king", "--w0", 20))
        self.assertEqual(list(self.root.glob("*.hdf5")), [])


if __name__ == "__main__":
    unittest.main()
