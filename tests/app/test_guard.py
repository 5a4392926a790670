"""A run that goes back and repeats an interval in which its energy error grew too much."""

import json
import signal
import unittest

from run_harness import RunTest, small_run


class Retries(RunTest):
    # Steps that are too long for these orbits: with half of eta the error of an interval is a fifth.
    BAD = dict(model__n=64, integrator__eta=0.4, integrator__eta_start=0.05, gravity__softening=0.003, run__end_time=4,
               output__interval=0.25, output__snapshot_interval=0.5, output__checkpoint_interval=0.375,
               guard__energy_error=2e-4)

    def run_bad(self, folder, *words, fault=None, **options):
        return self.tucana("run", *words, "--out", folder, *small_run(**{**self.BAD, **options}), fault=fault)

    def events(self, folder):
        return [json.loads(line) for line in (self.root / folder / "events.jsonl").read_text().splitlines()]

    def test_repeats_a_bad_interval_and_says_so(self):
        self.assertEqual(self.run_bad("free", "--quiet", guard__energy_error=0).returncode, 0)
        done = self.run_bad("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        told = [line for line in done.stdout.splitlines() if line.startswith("energy error")]
        events = self.events("run")
        self.assertEqual(len(told), len(events))
        self.assertRegex(told[0], r"^energy error -\d\.\de-04 from t = 0 to 1: repeated with eta/2, try 1 of 3$")
        self.assertLessEqual(max(map(len, told)), 80)
        for event in events:
            self.assertEqual((event["process"], event["event"]), ("guard", "retry"))
            self.assertEqual(event["until"], event["time"] + 1)
            self.assertGreater(abs(event["energy_error_growth"]), 2e-4)
            self.assertEqual(len(event["stars"]), 1)
        rows = self.log_rows("run")
        self.assertEqual([row["time"] for row in rows], [k / 4 for k in range(17)], "rows were not cut back")
        self.assertEqual(rows[-1]["retries"], len(events))
        by_unit = [row["energy_error"] for row in rows[::4]]
        for before, after in zip(by_unit, by_unit[1:]):
            self.assertLessEqual(abs(after - before), 2e-4)
        self.assertLess(abs(by_unit[-1]), abs(self.log_rows("free")[-1]["energy_error"]))

    def test_goes_on_to_the_same_bits_when_killed(self):
        self.assertEqual(self.run_bad("whole", "--quiet").returncode, 0)
        blocks = self.summary("whole")["blocks"]
        for kill in [*range(40, blocks + 200, 97), blocks // 3, blocks // 2]:
            folder = f"killed-{kill}"
            with self.subTest(block=kill):
                first = self.run_bad(folder, "--quiet", fault=f"kill@block:{kill}")
                if first.returncode == -signal.SIGKILL:
                    self.succeed("run", "--quiet", "--restart", folder)
                self.assert_same_run("whole", folder)
                self.assertEqual(self.events("whole"), self.events(folder))

    def test_is_killed_while_files_are_cut_back(self):
        self.assertEqual(self.run_bad("whole", "--quiet").returncode, 0)
        for point in ("rename", "sync", "open"):
            for count in range(3, 60, 4):
                folder = f"{point}-{count}"
                with self.subTest(point=point, count=count):
                    first = self.run_bad(folder, "--quiet", fault=f"kill@{point}:{count}")
                    if first.returncode == -signal.SIGKILL and (self.root / folder / "used.toml").exists():
                        self.succeed("run", "--quiet", "--restart", folder)
                        self.assert_same_run("whole", folder)
                        self.assertEqual(self.events("whole"), self.events(folder))

    def test_does_not_depend_on_outputs(self):
        self.assertEqual(self.run_bad("one", "--quiet").returncode, 0)
        self.assertEqual(self.run_bad("other", "--quiet", output__interval=0.0625, output__checkpoint_interval=0,
                                      run__threads=1).returncode, 0)
        self.assertEqual(self.stars("one"), self.stars("other"))
        self.assertEqual(self.events("one"), self.events("other"))

    def test_changes_nothing_where_it_finds_nothing(self):
        for kind in ({}, {"integrator__kind": "ahmad_cohen"}, {"integrator__kind": "hermite6"},
                     {"gravity__method": "tree"}):
            with self.subTest(**kind):
                words = small_run(run__end_time=2, **kind)
                self.succeed("run", "--quiet", "--force", "--out", "free", *words, "--set", "guard.energy_error=0")
                self.succeed("run", "--quiet", "--force", "--out", "guarded", *words, "--set", "guard.interval=1")
                self.assert_same_stars("free", "guarded")

    def test_fixed_steps_cannot_be_repeated(self):
        done = self.run_bad("run", "--quiet", integrator__steps="fixed", integrator__step=2**-5)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("take a smaller integrator.step", done.stderr)
        self.assertEqual(self.summary("run")["retries"], 0)


if __name__ == "__main__":
    unittest.main()
