"""What a run leaves in its folder, and that nothing but physics decides its bits."""

import json
import re
import unittest

from run_harness import RunTest, small_run

ROW_KEYS = """time wall_seconds n energy energy_error angular_momentum virial_ratio lagrangian_radii core_radius
core_density core_count steps blocks mean_block_size interactions interactions_per_second predict_seconds
force_seconds correct_seconds schedule_seconds output_seconds other_seconds""".split()


class RunFolder(RunTest):
    def test_holds_what_was_promised(self):
        self.succeed("run", "--out", "run", *small_run())
        names = {p.name for p in (self.root / "run").iterdir() if not p.name.startswith(".")}
        self.assertEqual(names, {"used.toml", "log.jsonl", "summary.json", "checkpoint.hdf5",
                                 "checkpoint.previous.hdf5", "snapshot_0000.hdf5", "snapshot_0001.hdf5",
                                 "snapshot_0002.hdf5"})
        rows = (self.root / "run" / "log.jsonl").read_text().splitlines()
        self.assertEqual(len(rows), 5)
        last = json.loads(rows[-1])
        for key in ROW_KEYS:
            self.assertIn(key, last)
        self.assertEqual(list(last["lagrangian_radii"]), ["1", "2", "5", "10", "25", "50", "75", "90"])
        self.assertLess(abs(last["energy_error"]), 1e-4)
        summary = self.summary("run")
        self.assertEqual((summary["reason"], summary["time"], summary["steps"]), ("end_time", 1, last["steps"]))
        self.assertEqual(last["interactions"], 48 * 47 + 47 * last["steps"])

    def test_used_options_repeat_the_run(self):
        self.succeed("run", "--quiet", "--out", "one", *small_run())
        self.succeed("run", "--quiet", "one/used.toml", "--out", "two")
        self.assert_same_run("one", "two")

    def test_used_options_begin_with_the_choices_of_the_run(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        chosen, others = (self.root / "run" / "used.toml").read_text().split("# All other options")
        names = [re.findall(r"(?m)^([a-z]+\.[a-z0-9_]+) = ", part) for part in (chosen, others)]
        self.assertEqual(sorted(names[0]), sorted(word.split("=")[0] for word in small_run()[1::2]))
        listed = json.loads(self.succeed("options", "--all", "--json").stdout)
        self.assertEqual(sorted(names[0] + names[1]), sorted(option["name"] for option in listed))

    def test_a_snapshot_starts_a_new_run_at_its_time(self):
        self.succeed("run", "--quiet", "--out", "one", *small_run())
        self.succeed("run", "--quiet", "--out", "two", "--set", "model.kind=file", "--set",
                     "model.file=one/snapshot_0002.hdf5", "--set", "run.end_time=1.25", "--set", "output.interval=0.25",
                     "--set", "gravity.softening=0.02")
        rows = self.log_rows("two")
        self.assertEqual([row["time"] for row in rows], [1, 1.25])
        self.assertAlmostEqual(rows[0]["energy"], self.log_rows("one")[-1]["energy"], delta=1e-14)

    def test_bits_do_not_depend_on_threads_or_cadence(self):
        self.succeed("run", "--quiet", "--out", "one", *small_run(run__threads=1))
        for threads in (2, 3):
            self.succeed("run", "--quiet", "--out", f"threads-{threads}", *small_run(run__threads=threads))
            self.assertEqual(self.log_rows("one"), self.log_rows(f"threads-{threads}"))
        # 0.1 is off the grid of block times: every row in between is a peek
        self.succeed("run", "--quiet", "--out", "often", *small_run(output__interval=0.05))
        often = {row["time"]: row for row in self.log_rows("often")}
        for row in self.log_rows("one"):
            self.assertEqual(row, often[row["time"]])

    def test_a_restart_that_looks_more_often_does_not_look_back(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run(run__end_time=0.5, output__snapshot_interval=0))
        self.succeed("run", "--quiet", "--restart", "run", "--set", "output.interval=0.125",
                     "--set", "output.snapshot_interval=0.25", "--set", "run.end_time=1")
        self.assertEqual([row["time"] for row in self.log_rows("run")], [0, 0.25, 0.5, 0.625, 0.75, 0.875, 1])
        self.assertEqual(len(list((self.root / "run").glob("snapshot_*.hdf5"))), 4, "at 0, 0.5, 0.75 and 1")

    def test_one_star_two_stars(self):
        for n in (1, 2, 3):
            self.succeed("run", "--quiet", "--out", f"n{n}", *small_run(model__n=n))
            self.assertLess(abs(self.log_rows(f"n{n}")[-1]["energy_error"]), 1e-3)


class NeighbourScheme(RunTest):
    def small_run(self, **more):
        return small_run(integrator__kind="ahmad_cohen", model__n=200, **more)

    def test_tells_of_neighbours(self):
        self.succeed("run", "--quiet", "--out", "run", *self.small_run())
        rows = [json.loads(row) for row in (self.root / "run" / "log.jsonl").read_text().splitlines()]
        for row in rows:
            for key in ("regular_steps", "mean_neighbours", "regular_seconds", "irregular_seconds"):
                self.assertIn(key, row)
        self.assertGreater(rows[-1]["mean_neighbours"], 1)
        self.assertLess(0, rows[-1]["regular_steps"])
        self.assertLess(rows[-1]["regular_steps"], rows[-1]["steps"])
        self.assertLess(abs(rows[-1]["energy_error"]), 1e-4)

    def test_bits_do_not_depend_on_threads_cadence_or_a_restart(self):
        self.succeed("run", "--quiet", "--out", "one", *self.small_run(run__threads=1))
        self.succeed("run", "--quiet", "--out", "three", *self.small_run(run__threads=3))
        self.assertEqual(self.log_rows("one"), self.log_rows("three"))
        self.succeed("run", "--quiet", "--out", "often", *self.small_run(output__interval=0.05))
        often = {row["time"]: row for row in self.log_rows("often")}
        for row in self.log_rows("one"):
            self.assertEqual(row, often[row["time"]])
        self.succeed("run", "--quiet", "--out", "two", *self.small_run(run__end_time=0.5))
        self.succeed("run", "--quiet", "--restart", "two", "--set", "run.end_time=1")
        self.assertEqual(self.log_rows("one")[-1], self.log_rows("two")[-1])


class BadInput(RunTest):
    def refuse(self, words, *fragments):
        done = self.tucana("run", "--out", "run", *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertFalse((self.root / "run").exists(), "a refused run left its folder behind")

    def from_text(self, text):
        (self.root / "stars.txt").write_text(text)
        return ["--set", "model.kind=file", "--set", "model.file=stars.txt"]

    def test_bad_stars(self):
        self.refuse(self.from_text("1 0 0 0 0 0 0\n1 1 0 0 0 0 nan\n"), "stars.txt:2")
        self.refuse(self.from_text("1 0 0 0 0 0 0\n-1 1 0 0 0 0 0\n"), "stars.txt:2")
        self.refuse(self.from_text("1 0 0 0 0 0\n"), "stars.txt:1")
        self.refuse(self.from_text(""), "stars.txt")
        self.refuse(self.from_text("1 0 0 0 0 0 0\n1 3 3 3 0 0 0\n1 0 0 0 1 0 0\n"), "stars 1 and 3", "softening")
        self.refuse(["--set", "model.kind=file", "--set", "model.file=nowhere.hdf5"], "nowhere.hdf5")

    def test_a_folder_with_a_run_is_not_written_over(self):
        self.succeed("run", "--quiet", "--out", "mine", *small_run())
        before = (self.root / "mine" / "log.jsonl").read_bytes()
        done = self.tucana("run", "--out", "mine", *small_run())
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force", done.stderr)
        self.assertIn("--restart", done.stderr)
        bad = self.tucana("run", "--force", "--out", "mine", "--set", "model.kind=file", "--set", "model.file=no")
        self.assertEqual(bad.returncode, 2)
        self.assertEqual((self.root / "mine" / "log.jsonl").read_bytes(), before)
        self.succeed("run", "--quiet", "--force", "--out", "mine", *small_run(model__n=16))
        self.assertEqual(self.log_rows("mine")[0]["n"], 16)

    def test_no_run_to_restart(self):
        for place in (".", "nowhere"):
            done = self.tucana("run", "--restart", place)
            self.assertEqual(done.returncode, 2)
            self.assertIn("no run", done.stderr)


class Quantities(RunTest):
    """48 stars of 1 Msun and 1 pc: a time unit is 2.152 Myr."""

    WORDS = small_run(run__end_time="2 Myr", output__interval="0.5 Myr", gravity__softening="4000 AU",
                      integrator__largest_step="0.1 Myr")

    def used(self, folder):
        return (self.root / folder / "used.toml").read_text()

    def test_are_converted_and_kept(self):
        self.succeed("run", "--quiet", "--out", "one", *self.WORDS)
        self.assertAlmostEqual(self.log_rows("one")[-1]["time"], 2 / 2.152, delta=1e-3)
        self.assertEqual(len(self.log_rows("one")), 5)
        info = json.loads(self.succeed("info", "one", "--json").stdout)
        self.assertAlmostEqual(info["gravity.softening"], 4000 / 206264.806, delta=1e-9)
        snapshot = json.loads(self.succeed("info", "one/snapshot_0000.hdf5", "--json").stdout)
        self.assertEqual(snapshot["softening"], info["gravity.softening"])
        for unit in ("length_pc", "mass_msun", "velocity_kms", "time_myr"):  # one Msun a star, which the options do not say
            self.assertAlmostEqual(snapshot[unit] / info[unit], 1, delta=1e-12)
        self.assertIn('\nrun.end_time = "2 Myr"  # = 0.929', self.used("one"))
        self.succeed("run", "--quiet", "one/used.toml", "--out", "two")
        self.assert_same_run("one", "two")

    def test_survive_a_restart_to_the_same_bits(self):
        self.succeed("run", "--quiet", "--out", "whole", *self.WORDS)
        killed = self.tucana("run", "--quiet", "--out", "part", *self.WORDS, fault="kill@block:150")
        self.assertEqual(killed.returncode, -9)
        self.succeed("run", "--quiet", "--restart", "part")
        self.assert_same_run("whole", "part")
        self.assertEqual(self.used("part"), self.used("whole"))
        done = self.succeed("run", "--restart", "part", "--set", "run.end_time=2.5 Myr")
        self.assertRegex(done.stdout + done.stderr, r"run.end_time 0\.929\d* \(2 Myr\) -> 1\.16\d* \(2\.5 Myr\)")
        self.assertIn('run.end_time = "2.5 Myr"', self.used("part"))

    def test_are_in_units_of_a_table_that_has_none(self):
        (self.root / "pair.txt").write_text("2 -1 0 0 0 -0.5 0\n2 1 0 0 0 0.5 0\n")
        # 0.5 Msun and 3 pc: a time unit is 109.56 Myr.
        words = ("--set", "model.kind=file", "--set", "model.file=pair.txt", "--set", "units.length_pc=3",
                 "--set", "run.end_time=50 Myr", "--set", "output.snapshot_interval=10 Myr")
        self.succeed("run", "--quiet", "--out", "one", *words)
        self.assertAlmostEqual(self.summary("one")["time"], 50 / 109.56, delta=1e-4)
        (self.root / "pair.txt").rename(self.root / "moved.txt")
        self.succeed("run", "--quiet", "--restart", "one", "--set", "run.end_time=60 Myr")
        self.assertAlmostEqual(self.summary("one")["time"], 60 / 109.56, delta=1e-4)

    def test_with_unknown_units_are_refused(self):
        refused = self.tucana("run", "--out", "run", "--set", "run.end_time=3 Ma")
        self.assertEqual(refused.returncode, 2)
        self.assertEqual(refused.stderr, 'tucana: error: --set run.end_time=3 Ma: run.end_time = "3 Ma": Ma is not a '
                         "unit of time; units of time are day, yr, kyr, Myr, Gyr\n")
        self.assertFalse((self.root / "run").exists())


if __name__ == "__main__":
    unittest.main()
