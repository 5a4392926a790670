"""`tucana init cluster` and `tucana convert`: what is in the files, what is said about them, and complaints."""

import csv
import json
import math
import unittest

import h5py
import numpy as np

from run_harness import RunTest, small_run


class ClusterTest(RunTest):
    def refuse(self, *words):
        done = self.tucana(*words)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr.removeprefix("tucana: error: ").rstrip("\n")

    def stars(self, file):
        """Masses (Msun), places (pc) and velocities (km/s), in the order of the ids."""
        with h5py.File(self.root / file) as data:
            part = data["PartType4"]
            order = np.argsort(part["ParticleIDs"][()])
            return (part["Masses"][()][order] * 1e10, part["Coordinates"][()][order] * 1e3, part["Velocities"][()][order])


class Init(ClusterTest):
    WORDS = ("-n", 1050, "--profile", "king", "--w0", 6, "--masses", "ktg_1993", "--pairs", 0.05, "--half-mass-radius", 7.5)

    def test_masses_pairs_and_scale(self):
        said = self.succeed("init", "cluster", *self.WORDS, "--pairs-file", "pairs.csv").stdout
        self.assertIn("a cluster of 1050 stars, 100 of them in pairs", said)
        self.assertRegex(said, r"one unit is [\d.]+ pc, [\d.]+ Msun, [\d.]+ km/s, [\d.]+ Myr")
        m, x, v = self.stars("cluster.hdf5")
        self.assertGreaterEqual(m.min(), 0.08 * (1 - 1e-12))
        self.assertLessEqual(m.max(), 100)
        # The centres of mass: half of their mass within 7.5 pc.
        centre = lambda column: np.concatenate([((m[0:100:2] * column[0:100:2].T + m[1:100:2] * column[1:100:2].T) / (m[0:100:2] + m[1:100:2])).T,
                                                column[100:]])
        mass = np.concatenate([m[0:100:2] + m[1:100:2], m[100:]])
        radius = np.linalg.norm(centre(x), axis=1)
        inside = np.cumsum(mass[np.argsort(radius)]) / mass.sum()
        self.assertAlmostEqual(np.sort(radius)[np.searchsorted(inside, 0.5)], 7.5, delta=1e-9)
        # Their energy, E = -G M^2 / (4 length unit).
        gravity = 4.300917270036279e-3
        places = centre(x)
        distance = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(len(mass), 1)]
        potential = -gravity * (np.outer(mass, mass)[np.triu_indices(len(mass), 1)] / distance).sum()
        kinetic = (mass * (centre(v) ** 2).sum(axis=1)).sum() / 2
        self.assertAlmostEqual(kinetic / -potential, 0.5, delta=1e-9)
        with open(self.root / "pairs.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 50)
        for row in rows:
            first, second = int(row["first_id"]) - 1, int(row["second_id"]) - 1
            self.assertEqual(second, first + 1)
            axis = float(row["semi_major_axis [AU]"]) * math.pi / 648000  # pc
            self.assertLessEqual(float(row["semi_major_axis [AU]"]), 1000)
            # Rounding of places in the snapshot shows in close pairs.
            r, speed = np.linalg.norm(x[second] - x[first]), np.linalg.norm(v[second] - v[first])
            self.assertAlmostEqual(r * (2 / r - speed**2 / (gravity * (m[first] + m[second]))), r / axis, delta=1e-5)
            years2 = float(row["semi_major_axis [AU]"]) ** 3 / (m[first] + m[second])
            self.assertAlmostEqual(float(row["period [day]"]) / 365.2569 / math.sqrt(years2), 1, delta=1e-5)

    def test_every_profile_and_law_starts_a_run(self):
        for words in (("--profile", "eff", "--rotation", 0.3), ("--profile", "uniform", "--segregation", 1, "--masses", "kroupa_2001"),
                      ("--profile", "fractal", "--dimension", 1.6, "--virial-ratio", 0.3), ("--total-mass", 50, "--masses", "salpeter"),
                      ("--systems", 60, "--pairs", 0.5, "--periods", "log_uniform", "--eigenevolution", "--sampling", "optimal"),
                      ("--profile", "king", "--concentration", 1.5, "--masses", "power_law", "--pieces", "0.08:1,1:2.5")):
            with self.subTest(words=words):
                self.succeed("init", "cluster", "--force", *words)
        self.succeed("init", "cluster", "--force", "-n", 50)
        self.succeed("run", "--quiet", "--out", "run", *small_run(model__kind="file", model__file="cluster.hdf5", run__end_time=0.125))

    def test_the_same_flags_make_the_same_file(self):
        for name in ("a.hdf5", "b.hdf5"):
            self.succeed("init", "cluster", *self.WORDS, "-o", name)
        self.assertEqual((self.root / "a.hdf5").read_bytes(), (self.root / "b.hdf5").read_bytes())
        with h5py.File(self.root / "a.hdf5") as data:
            self.assertIn(b"# tucana init cluster -n 1050 --profile king --w0 6", data["Tucana"].attrs["options_toml"])

    def test_large_clusters_are_scaled_by_a_tree(self):
        self.assertIn("scaled to E = -1/4 by a tree, with an error of about 1e-05",
                      self.succeed("init", "cluster", "-n", 100001).stdout)

    def test_complaints(self):
        for words, text in ((("--pairs", 2), "fraction of pairs 2 is not between 0 and 1"),
                            (("--masses", "salpeter", "--mass-limits", "10,1"), "mass limits 10 and 1 Msun"),
                            (("--masses", "saltpeter"), "--masses saltpeter is not known; one of equal, salpeter"),
                            (("--mass-limits", "1,2"), "--mass-limits needs a mass function"),
                            (("--pieces", "1:2"), "need each other"),
                            (("--w0", 5), "--w0 has an effect with --profile king only"),
                            (("--profile", "king", "--w0", 50), "W0 = 50 is not between"),
                            (("--half-mass-radius", "wide"), "--half-mass-radius"),
                            (("--half-mass-radius", 1, "--length-unit", 1), "leave one out"),
                            (("-n", 5, "--systems", 5), "exclude each other"),
                            (("--virial-ratio", 1), "virial ratio 1 is not"),
                            (("--axis-limits", "5"), "not two numbers")):
            with self.subTest(words=words):
                self.assertIn(text, self.refuse("init", "cluster", *words))
        self.assertEqual(list(self.root.glob("*.hdf5")), [])


class Runs(ClusterTest):
    def test_a_cluster_with_a_scale(self):
        said = self.succeed("run", "--out", "run", *small_run(model__kind="king", model__n=60, model__masses="ktg_1993",
                            model__binary_fraction=0.1, model__smallest_axis="500 AU", model__half_mass_radius="2 pc",
                            run__end_time="0.01 Myr")).stdout
        self.assertRegex(said, r"one unit is [\d.]+ pc, [\d.]+ Msun, [\d.]+ km/s, [\d.]+ Myr")
        rows = [json.loads(line) for line in (self.root / "run" / "log.jsonl").read_text().splitlines()]
        self.assertAlmostEqual(rows[-1]["time_myr"], 0.01, delta=1e-12)
        self.assertEqual(rows[0]["n"], 60)
        self.assertEqual(rows[0]["bound_mass"], 1)
        unit = float(said.split("one unit is ")[1].split(" pc")[0])
        self.assertAlmostEqual(rows[0]["half_mass_radius"] * unit, 2, delta=0.5)

    def test_a_black_hole_in_the_centre(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run(model__n=60, model__black_hole_mass="20 Msun",
                     stellar__kind="sse", model__masses="ktg_1993", run__end_time=0.0625))
        with h5py.File(self.root / "run/snapshot_0001.hdf5") as data:
            self.assertEqual(len(data["PartType4/Masses"]), 60)
            self.assertAlmostEqual(data["PartType5/Masses"][0] * 1e10, 20, delta=1e-9)
            self.assertEqual(data["PartType5/ParticleIDs"][0], 61)
        self.succeed("init", "cluster", "-n", 60, "--black-hole", 20, "-o", "hole.hdf5")
        info = json.loads(self.succeed("info", "hole.hdf5", "--json").stdout)
        self.assertAlmostEqual(info["energy"], -0.25, delta=1e-12)
        self.assertIn("a black hole of -3 Msun", self.refuse("init", "cluster", "--black-hole", -3))
        self.assertIn("leaves no mass for the stars", self.refuse("run", "--out", "bad", "--set", "model.black_hole_mass=20",
                                                                  "--set", "model.total_mass=10"))

    def test_two_clusters_collide(self):
        for name, n, seed in (("a", 60, 1), ("b", 40, 2)):
            self.succeed("init", "cluster", "-n", n, "--pairs", 0.1, "--axis-limits", "100,1000", "--half-mass-radius", 1,
                         "--seed", seed, "-o", f"{name}.hdf5")
        self.succeed("init", "combine", "a.hdf5", "b.hdf5", "--separation", 10, "--pericentre", 1, "--code-units", "-o", "two.hdf5")
        with h5py.File(self.root / "two.hdf5") as data:
            self.assertEqual(data["PartType4/ParticleIDs"][()].tolist(), list(range(1, 101)))
        self.succeed("run", "--quiet", "--out", "two", *small_run(model__kind="file", model__file="two.hdf5", run__end_time=0.0625))

    def test_complaints(self):
        for words, text in ((("model.half_mass_radius=2 pc", "units.length_pc=3"), "model.half_mass_radius defines"),
                            (("model.masses=salpeter", "model.largest_mass=0.01"), "is not below model.largest_mass"),
                            (("model.binary_fraction=2",), "is not <= 1"),
                            (("model.half_mass_radius=2 elephants",), "is not a unit of length"),
                            (("field.kind=library", "field.library=none.so"), "none.so"),
                            (("field.kind=library",), "need each other"),
                            (("field.kind=point_mass", "field.mass=1", "model.n=1"), "no finite force")):
            with self.subTest(words=words):
                self.assertIn(text, self.refuse("run", "--out", "bad", *(w for word in words for w in ("--set", word))))


class Convert(ClusterTest):
    def setUp(self):
        super().setUp()
        self.succeed("init", "cluster", "-n", 60, "--masses", "kroupa_2001", "--half-mass-radius", 3, "-o", "c.hdf5")

    def test_there_and_back(self):
        for name, words in (("c.csv", ()), ("c.10", ("--units", "astronomical")), ("c.petar", ("--units", "astronomical")),
                            ("c.nemo", ("--units", "astronomical"))):
            with self.subTest(name=name):
                self.succeed("convert", "c.hdf5", name, "--to-units", "astronomical")
                self.succeed("convert", name, "back.hdf5", "--force", *words)
                for first, second in zip(self.stars("c.hdf5"), self.stars("back.hdf5")):
                    np.testing.assert_allclose(second, first, rtol=1e-12, atol=1e-12)

    def test_pairs_lead_a_table(self):
        self.succeed("init", "cluster", "-n", 100, "--pairs", 0.25, "--axis-limits", "100,1000", "-o", "pairs.hdf5")
        for name in ("dat.10", "data.petar"):
            with self.subTest(name=name):
                said = self.succeed("convert", "pairs.hdf5", name, "--to-units", "astronomical").stdout
                self.assertIn("it begins with 20 pairs", said)
                self.succeed("convert", name, "back.hdf5", "--force", "--units", "astronomical", "--pairs", 20)
                with h5py.File(self.root / "pairs.hdf5") as first, h5py.File(self.root / "back.hdf5") as second:
                    axes = [data["Tucana/Systems/SemiMajorAxes"][()] * data["Tucana"].attrs["length_pc"] for data in (first, second)]
                    np.testing.assert_allclose(axes[1], axes[0], rtol=1e-6)
        words = ("run", "--quiet", *small_run(model__kind="file", model__file="dat.10", model__file_units="astronomical",
                                              gravity__softening=0, run__end_time=0.0625))
        self.succeed(*words, "--out", "run", "--set", "model.pairs=20")
        self.assertEqual(json.loads((self.root / "run/log.jsonl").read_text().splitlines()[0])["pairs"], 20)
        self.assertIn("mass_msun = 100.0", (self.root / "run/used.toml").read_text())
        self.assertIn("are not bound to each other", self.refuse(*words, "--out", "bad", "--set", "model.pairs=30"))
        self.assertIn("51 pairs are asked for, and there are 100 stars", self.refuse(*words, "--out", "bad", "--set", "model.pairs=51"))

    def test_runs_and_info_read_them(self):
        for name in ("c.csv", "c.txt", "c.petar", "c.nemo"):
            with self.subTest(name=name):
                self.succeed("convert", "c.hdf5", name)
                info = json.loads(self.succeed("info", name, "--json").stdout)
                self.assertEqual(info["n"], 60)
                self.assertAlmostEqual(info["energy"], -0.25, delta=1e-9)
        self.succeed("convert", "c.hdf5", "units.csv", "--to-units", "astronomical")
        self.succeed("run", "--quiet", "--out", "run", *small_run(model__kind="file", model__file="units.csv", run__end_time=0.0625))
        self.assertIn("length_pc = 1", (self.root / "run" / "used.toml").read_text())

    def test_complaints(self):
        self.assertIn("does not follow from its name", self.refuse("convert", "c.hdf5", "c.xyz"))
        self.assertIn("--to pdf is not known", self.refuse("convert", "c.hdf5", "c.xyz", "--to", "pdf"))
        self.assertIn("exists already; --force", self.refuse("convert", "c.hdf5", "c.hdf5"))
        self.assertIn("--units metric is not known", self.refuse("convert", "c.hdf5", "c.csv", "--units", "metric"))
        self.assertIn("none: No such file", self.refuse("convert", "none", "c.csv"))
        (self.root / "bad.csv").write_text("mass [stone],x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n")
        self.assertIn("bad.csv:1: 'mass': the unit 'stone' is not known", self.refuse("convert", "bad.csv", "c.hdf5", "--force"))


if __name__ == "__main__":
    unittest.main()
