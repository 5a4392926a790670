"""What files of stars bring to a run beside the stars: units and softening; and files that are not what was meant."""

import pathlib
import unittest

import h5py

from run_harness import RunTest, small_run

ROOT = pathlib.Path(__file__).resolve().parents[2]
FROM_FILE = ("--set", "model.kind=file", "--set")
TREE = ("--set", "gravity.method=tree")
SHORT = ("--set", "run.end_time=0.0625", "--set", "output.interval=0.0625")


class ModelFileTest(RunTest):
    def refuse(self, *words):
        done = self.tucana(*words)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def used(self, folder):
        return (self.root / folder / "used.toml").read_text()


class Units(ModelFileTest):
    def test_used_options_have_those_of_the_file(self):
        self.succeed("init", "m31", "-n", 100)
        self.succeed("run", "--quiet", "--out", "a", *FROM_FILE, "model.file=m31.hdf5", *TREE, *SHORT)
        for line in ("length_pc = 1000.0", "mass_msun = 10000000000.0"):
            self.assertIn(line, self.used("a"))
        self.succeed("run", "--quiet", "--out", "b", "a/used.toml")
        self.assert_same_run("a", "b")

    def test_used_options_have_those_of_m31(self):
        self.succeed("run", "--quiet", "--out", "a", *small_run(model__kind="m31", model__n=100, run__end_time=0.0625))
        self.assertIn("length_pc = 1000.0", self.used("a"))

    def test_other_units_are_refused_where_the_file_has_its_own(self):
        self.succeed("init", "m31", "-n", 100)
        words = ("run", "--out", "a", *FROM_FILE, "model.file=m31.hdf5", *TREE)
        said = self.refuse(*words, "--set", "units.length_pc=3")
        self.assertIn("units.length_pc = 3 cannot be: m31.hdf5 defines that one unit is 1000 pc; leave it out", said)
        self.assertIn("units.mass_msun = 7", self.refuse(*words, "--set", "units.mass_msun=7"))
        self.assertIn("model.kind = m31 defines", self.refuse("run", "--out", "a", "--set", "model.kind=m31", "--set", "units.length_pc=1"))
        self.succeed(*words, "--dry-run", "--set", "units.length_pc=1000", "--set", "units.mass_msun=1e10")
        self.assertFalse((self.root / "a").exists())

    def test_a_table_of_text_has_none_and_takes_what_is_set(self):
        (self.root / "pair.txt").write_text("2 -1 0 0 0 -0.5 0\n2 1 0 0 0 0.5 0\n")
        self.succeed("run", "--quiet", "--out", "a", *FROM_FILE, "model.file=pair.txt", "--set", "units.length_pc=3", *SHORT)
        self.assertIn("length_pc = 3.0", self.used("a"))
        self.assertIn("mass_msun = 0.5", self.used("a"))  # 1 Msun a star
        with h5py.File(self.root / "a" / "snapshot_0000.hdf5") as data:
            self.assertEqual(data["Tucana"].attrs["length_pc"], 3)
            self.assertAlmostEqual(data["PartType4/Coordinates"][1][0], 3e-3, delta=1e-15)


class Softening(ModelFileTest):
    def test_is_that_of_the_file_unless_another_is_given(self):
        self.succeed("init", "m31", "-n", 100)
        words = ("run", "--quiet", *FROM_FILE, "model.file=m31.hdf5", *TREE, *SHORT)
        self.succeed(*words, "--out", "a")
        self.assertIn("\ngravity.softening = 0.016", self.used("a"))
        self.succeed(*words, "--out", "b", "--set", "gravity.softening=0.25", "--set", "gravity.softening_disc=0.5")
        self.assertIn("\ngravity.softening = 0.25", self.used("b"))
        # The next run from what this one wrote.
        self.succeed("run", "--quiet", "--out", "c", *FROM_FILE, "model.file=b/snapshot_0001.hdf5", *TREE, "--set", "run.end_time=0.125")
        for line in ("\ngravity.softening = 0.25", "\ngravity.softening_disc = 0.5", "\ngravity.softening_halo = 0.0", "\ngravity.softening_bulge = 0.0"):
            self.assertIn(line, self.used("c"))
        with h5py.File(self.root / "c" / "snapshot_0000.hdf5") as data:
            found = {name: set(data[name]["Softenings"][()]) for name in ("PartType1", "PartType2", "PartType3")}
        self.assertEqual(found, {"PartType1": {0.25}, "PartType2": {0.5}, "PartType3": {0.25}})
        direct = ("run", "--out", "d", *FROM_FILE, "model.file=b/snapshot_0001.hdf5", "--set", "run.end_time=0.125")
        self.assertIn("a softening for each component", self.refuse(*direct))
        self.succeed(*direct, "--set", "gravity.softening=0.3")
        self.assertIn("\ngravity.softening = 0.3", self.used("d"))

    def test_a_cluster_has_none(self):
        self.succeed("init", "plummer", "-n", 50)
        self.succeed("run", "--quiet", "--out", "a", *FROM_FILE, "model.file=plummer.hdf5", *SHORT)
        self.assertIn("\ngravity.softening = 0.0", self.used("a"))

    def test_of_a_component_acts_on_its_bodies(self):
        self.succeed("init", "m31", "-n", 300)
        rows = {}
        for component in ("halo", "disc", "bulge"):
            done = self.succeed("run", "--out", component, *FROM_FILE, "model.file=m31.hdf5", *TREE, *SHORT, "--set", f"gravity.softening_{component}=2")
            self.assertNotIn("acts on nothing", done.stdout)
            rows[component] = self.log_rows(component)[0]["potential_energy"]
        self.succeed("run", "--quiet", "--out", "same", *FROM_FILE, "model.file=m31.hdf5", *TREE, *SHORT)
        rows["same"] = self.log_rows("same")[0]["potential_energy"]
        self.assertEqual(len(set(rows.values())), 4, rows)

    def test_of_a_component_without_bodies_is_named(self):
        self.succeed("init", "nfw", "-n", 100)
        done = self.succeed("run", "--out", "a", *FROM_FILE, "model.file=nfw.hdf5", *TREE, *SHORT, "--set", "gravity.softening_disc=0.5")
        self.assertIn("gravity.softening_disc = 0.5 acts on nothing: no body is of the disc (PartType2)", done.stdout)


class RunFiles(ModelFileTest):
    def test_every_one_that_init_writes_is_accepted(self):
        models = {
            "plummer": [], "king": [], "hernquist": [], "nfw": ["--cut", "hard", "--cut-radius", 5], "m31": [],
            "galaxy": [ROOT / "examples" / "galaxy.toml"],
        }
        for model, words in models.items():
            with self.subTest(model=model):
                self.succeed("init", model, *words, "-n", 200, "-o", f"{model}.hdf5", "--run-file", f"{model}.toml")
                self.succeed("run", f"{model}.toml", "--quiet", "--out", f"run_{model}", *SHORT)
        pairs = {("m31", "galaxy"): [], ("plummer", "king"): [], ("plummer", "nfw"): ["--softening", 1e-3], ("m31", "plummer"): []}
        for (a, b), words in pairs.items():
            with self.subTest(pair=(a, b)):
                self.succeed("init", "combine", f"{a}.hdf5", f"{b}.hdf5", "--separation", 100, "--pericentre", 10, *words,
                             "-o", f"{a}_{b}.hdf5", "--run-file", f"{a}_{b}.toml")
                self.succeed("run", f"{a}_{b}.toml", "--quiet", "--out", f"run_{a}_{b}", *SHORT)
        text = (self.root / "m31_galaxy.toml").read_text()
        self.assertIn("softening = 0.05", text)  # the larger of 0.016 and 0.05
        self.assertIn('kind = "hermite4"', (self.root / "plummer_king.toml").read_text())  # clusters are not softened


class OtherFiles(ModelFileTest):
    def test_a_galaxy_file_is_no_options_file(self):
        galaxy = ROOT / "examples" / "galaxy.toml"
        said = self.refuse("run", galaxy)
        self.assertIn("holds the components of a galaxy", said)
        self.assertIn(f"`tucana init galaxy {galaxy} --run-file", said)

    def test_an_options_file_is_no_galaxy_file(self):
        cluster = ROOT / "examples" / "cluster.toml"
        said = self.refuse("init", "galaxy", cluster)
        self.assertIn(f"`tucana run {cluster}`", said)


if __name__ == "__main__":
    unittest.main()
