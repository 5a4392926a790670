"""When and how a run ends: the range of times, signals, exit codes, the guard, and what it warns of before."""

import json
import math
import signal
import unittest

import h5py
import numpy

from run_harness import RunTest, small_run

GO_ON_LATER, GUARD = 75, 3

# Under nohup, programs that a test starts would ignore the signal too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# One body at rest: a block a time unit.
LONG_STEPS = ["--set", "integrator.largest_step=1", "--set", "output.checkpoint_interval=0",
              "--set", "output.snapshot_interval=0", "--set", "run.threads=1"]


class EndTest(RunTest):
    def write_stars(self, name, time, stars, types=(4,)):
        """An unsealed file at this time; stars are rows of m x y z vx vy vz, shared out over the types."""
        rows = numpy.array(stars, dtype=float)
        with h5py.File(self.root / name, "w") as file:
            header = file.create_group("Header")
            header.attrs["Time"] = time
            own = file.create_group("Tucana")
            own.attrs.update({"length_pc": 1.0, "mass_msun": 1.0, "time": time})
            for number, part in zip(types, numpy.array_split(rows, len(types))):
                group = file.create_group(f"PartType{number}")
                # Own files are in kpc, 1e10 Msun and km/s.
                group["Masses"] = part[:, 0] * 1e-10
                group["Coordinates"] = part[:, 1:4] * 1e-3
                group["Velocities"] = part[:, 4:7]
        return ["--set", "model.kind=file", "--set", f"model.file={name}"]

    def write_table(self, name, stars):
        (self.root / name).write_text("".join(" ".join(map(repr, row)) + "\n" for row in stars))
        return ["--set", "model.kind=file", "--set", f"model.file={name}"]


class TheRangeOfTimes(EndTest):
    ONE = [[1, 0, 0, 0, 0, 0, 0]]

    def run_from(self, time, *settings, code=0):
        words = self.write_stars("stars.hdf5", float(time), self.ONE)
        done = self.tucana("run", "--force", "--out", "run", *words, *LONG_STEPS,
                           *[word for setting in settings for word in ("--set", setting)], timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_long_intervals_end(self):
        for option in ("interval", "snapshot_interval", "checkpoint_interval"):
            for interval in (32768, 1e300):
                words = small_run(model__n=8, run__end_time=0.25, **{f"output__{option}": interval})
                self.succeed("run", "--quiet", "--force", "--out", "run", *words, timeout=60)
                self.assertEqual(self.log_rows("run")[-1]["time"], 0.25)

    def test_a_run_goes_to_the_end_of_the_range(self):
        self.succeed("run", "--quiet", "--out", "run", "--set", "model.n=1", "--set", "run.end_time=32767", "--set",
                     "output.interval=32", *LONG_STEPS, timeout=60)
        times = [row["time"] for row in self.log_rows("run")]
        self.assertEqual(times[-2:], [32736, 32767])
        self.assertEqual(len(times), 1025)

    def test_stars_far_before_zero_run(self):
        self.run_from(-32760, "run.end_time=1", "output.interval=1000")
        rows = self.log_rows("run")
        self.assertEqual((rows[0]["time"], rows[1]["time"], rows[-1]["time"]), (-32760, -31760, 1))
        self.assertGreater(rows[-1]["steps"], 32760)
        self.assertEqual(self.summary("run")["start_time"], -32760)
        with h5py.File(self.root / "run" / "snapshot_0001.hdf5") as file:
            self.assertEqual(file["Tucana"].attrs["time"], 1)

    def test_stars_beyond_the_range_run_and_go_on(self):
        done = self.run_from(1e6, "run.end_time=1000002", "output.interval=0.5")
        self.assertIn("1e+06", done.stdout)
        self.succeed("run", "--quiet", "--restart", "run", "--set", "run.end_time=1000003")
        self.assertEqual([row["time"] for row in self.log_rows("run")], [1e6 + k / 2 for k in range(7)])
        info = json.loads(self.succeed("info", "run/checkpoint.hdf5", "--json").stdout)
        self.assertEqual((info["time"], info["start_time"]), (1e6 + 3, 1e6))
        info = json.loads(self.succeed("info", "run", "--json").stdout)
        self.assertEqual((info["checkpoint_time"], info["start_time"]), (1e6 + 3, 1e6))
        self.assertIn("# the first stars are at t = 1000000", (self.root / "run" / "used.toml").read_text())
        self.run_from(-50, "run.end_time=-48", "output.interval=1")
        self.assertEqual([row["time"] for row in self.log_rows("run")], [-50, -49, -48])

    def test_a_run_longer_than_ticks_reach_goes_on(self):
        # Ticks reach 32767 units: the epoch moves twice, the second time after a restart.
        self.run_from(-1000, "run.end_time=33000", "output.interval=7000")
        self.succeed("run", "--quiet", "--restart", "run", "--set", "run.end_time=65000", timeout=60)
        rows = self.log_rows("run")
        self.assertEqual([row["time"] for row in rows], [-1000 + 7000 * k for k in range(10)] + [65000])
        self.assertEqual(rows[-1]["steps"], 66000)
        self.assertEqual(self.summary("run")["start_time"], -1000)
        info = json.loads(self.succeed("info", "run/checkpoint.hdf5", "--json").stdout)
        self.assertEqual((info["time"], info["start_time"]), (65000, -1000))

    def test_the_advice_can_be_followed(self):
        self.assertIn("run.end_time = 10 lies before the time of the stars, 40000: give a later one",
                      self.run_from(40000, code=2).stderr)
        self.run_from(40000, "run.end_time=40001")
        self.run_from(-40000, "run.end_time=-39999")
        self.assertIn("cannot be told apart", self.run_from(1e20, "run.end_time=10", code=2).stderr)

    def test_a_failure_tells_the_time_of_the_user(self):
        # Two bodies fall upon each other from rest, and meet at t = pi/4 after the start.
        words = self.write_stars("pair.hdf5", 5000.0, [[0.5, -0.5, 0, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0, 0, 0]])
        # Units of the file are those of the run, up to G = 1 in pc, Msun and km/s.
        done = self.tucana("run", "--quiet", "--out", "run", *words, "--set", "run.end_time=5100",
                           "--set", "fewbody.kind=off")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r" at t = 500\d\.\d")
        self.assertNotIn("integrator.eta", done.stderr)


class Signals(EndTest):
    def test_a_lost_terminal_and_a_limit_on_processor_time_leave_a_checkpoint(self):
        self.succeed("run", "--quiet", "--out", "whole", *small_run())
        for action, number in (("hup", signal.SIGHUP), ("xcpu", signal.SIGXCPU), ("term", signal.SIGTERM)):
            with self.subTest(action=action):
                done = self.tucana("run", "--quiet", "--out", action, *small_run(), fault=f"{action}@block:100")
                self.assertEqual(done.returncode, 128 + number, done.stderr)
                self.assertEqual(self.summary(action)["reason"], "signal")
                self.succeed("run", "--quiet", "--restart", action)
                self.assert_same_run("whole", action)

    def test_under_nohup_the_terminal_does_not_matter(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run(), fault="hup@block:100",
                     preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertEqual(self.summary("run")["reason"], "end_time")

    def test_a_signal_during_the_start_leaves_nothing(self):
        stages = 0
        for stage in range(1, 20):
            done = self.tucana("run", "--out", "run", *small_run(), fault=f"term@start:{stage}")
            if done.returncode == 0:
                break
            stages += 1
            self.assertEqual(done.returncode, 143, done.stderr)
            self.assertIn("before the run began", done.stdout)
            self.assertFalse((self.root / "run").exists(), f"stage {stage} left a folder")
        self.assertGreaterEqual(stages, 4)

    def test_what_a_kill_during_the_start_leaves_can_be_used(self):
        done = self.tucana("run", "--out", "run", *small_run(), fault="kill@start:3")
        self.assertEqual(done.returncode, -signal.SIGKILL)
        self.assertEqual([path.name for path in (self.root / "run").iterdir()], [".lock"])
        self.succeed("run", "--quiet", "--out", "run", *small_run())

    def test_a_signal_during_the_start_leaves_the_older_run(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        before = (self.root / "run" / "log.jsonl").read_bytes()
        done = self.tucana("run", "--force", "--out", "run", *small_run(model__n=16), fault="term@start:4")
        self.assertEqual(done.returncode, 143, done.stderr)
        self.assertEqual((self.root / "run" / "log.jsonl").read_bytes(), before)

    def test_signals_count_between_two_outputs(self):
        # A million rows before the first block has ended: the signal must not wait for all of them.
        words = small_run(model__n=1, output__interval=1e-7, output__snapshot_interval=0, integrator__largest_step=1)
        done = self.tucana("run", "--quiet", "--out", "run", *words, fault="term@write:30", timeout=60)
        self.assertEqual(done.returncode, 143, done.stderr)
        rows = len(self.log_rows("run"))
        self.assertLess(rows, 1000)
        words[words.index("run.end_time=1")] = f"run.end_time={(rows + 5) * 1e-7!r}"
        self.succeed("run", "--quiet", "--restart", "run", "--set", f"run.end_time={(rows + 5) * 1e-7!r}")
        self.succeed("run", "--quiet", "--out", "whole", *words)
        self.assertEqual(self.log_rows("run"), self.log_rows("whole"))


class ExitCodes(EndTest):
    def test_a_stop_file_and_the_wall_limit_say_that_there_is_more_to_do(self):
        (self.root / "run").mkdir()
        (self.root / "run" / "STOP").touch()
        words = small_run(model__n=256, run__end_time=1000)
        done = self.tucana("run", "--out", "run", *words, timeout=60)
        self.assertEqual(done.returncode, GO_ON_LATER, done.stderr)
        self.assertEqual(self.summary("run")["reason"], "stop_file")
        done = self.tucana("run", "--restart", "run", "--set", "run.wall_limit=0.001")
        self.assertEqual(done.returncode, GO_ON_LATER, done.stderr)
        self.assertEqual(self.summary("run")["reason"], "wall_limit")

    def test_help_names_them(self):
        text = self.succeed("run", "--help").stdout
        for words in ("75 stopped by STOP or run.wall_limit", "3 stopped by\nguard.energy_error", "128 + n"):
            self.assertIn(words, text)


class Guard(EndTest):
    BAD = dict(integrator__eta=1, integrator__eta_start=1, gravity__softening=0, fewbody__kind="off", model__n=32, run__end_time=8,
               output__snapshot_interval=0, output__checkpoint_interval=0)

    def test_stops_a_bad_run_at_a_time_of_its_own(self):
        times = []
        for interval in (0.3, 8):
            folder = f"every-{interval}"
            done = self.tucana("run", "--quiet", "--out", folder,
                               *small_run(**self.BAD, output__interval=interval, guard__energy_error=1e-4))
            self.assertEqual(done.returncode, GUARD, done.stderr)
            lines = done.stderr.splitlines()
            self.assertEqual(len(lines), 1)
            for words in ("above guard.energy_error = 0.0001", "the closest pair is stars ", "the shortest step",
                          "take a smaller integrator.eta than 1"):
                self.assertIn(words, lines[0])
            summary = self.summary(folder)
            self.assertEqual(summary["reason"], "energy_error")
            self.assertIn("closest pair", summary["problem"])
            self.assertEqual(summary["retries"], 3)
            self.assertLess(abs(self.log_rows(folder)[-1]["energy_error"]), 1e-4, "it ends before the bad interval")
            self.assertTrue((self.root / folder / "checkpoint.hdf5").exists())
            times.append(summary["time"])
        self.assertEqual(times[0], times[1], "outputs moved the guard")
        self.assertLess(times[0], 8)

    def test_a_stopped_run_goes_on_without_the_guard_to_the_same_bits(self):
        words = small_run(**self.BAD, output__interval=0.5)
        self.succeed("run", "--quiet", "--out", "free", *words, "--set", "guard.energy_error=0")
        self.assertEqual(self.tucana("run", "--quiet", "--out", "run", *words, "--set",
                                     "guard.energy_error=1e-4").returncode, GUARD)
        again = self.tucana("run", "--quiet", "--restart", "run")
        self.assertEqual(again.returncode, GUARD, "nothing has changed")
        self.succeed("run", "--quiet", "--restart", "run", "--set", "guard.energy_error=0")
        rows = lambda folder: [{**row, "retries": 0} for row in self.log_rows(folder)]
        self.assertEqual(self.log_rows("run")[-1]["retries"], 6)
        self.assertEqual(rows("free"), rows("run"))
        self.assertEqual(self.stars("free"), self.stars("run"))

    def test_a_guard_that_is_not_met_changes_nothing(self):
        for kind in ({}, {"integrator__kind": "ahmad_cohen"}, {"integrator__kind": "hermite6"},
                     {"gravity__method": "tree"}):
            with self.subTest(**kind):
                words = small_run(run__end_time=2, **kind)
                self.succeed("run", "--quiet", "--force", "--out", "free", *words)
                self.succeed("run", "--quiet", "--force", "--out", "guarded", *words, "--set", "guard.energy_error=0.01")
                self.assert_same_stars("free", "guarded")

    def test_looks_at_the_end_of_a_short_run(self):
        done = self.tucana("run", "--quiet", "--out", "run", *small_run(run__end_time=0.5, guard__energy_error=1e-14))
        self.assertEqual(done.returncode, GUARD, done.stderr)
        self.assertEqual(self.log_rows("run")[-1]["time"], 0.5)


class Warnings(EndTest):
    def warnings_of(self, folder, *words, quiet=False):
        done = self.tucana("run", "--out", folder, *words, *(["--quiet"] if quiet else []), timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = [line.removeprefix("warning: ") for line in done.stdout.splitlines() if line.startswith("warning: ")]
        told = self.summary(folder)["warnings"]
        self.assertEqual(shown, [] if quiet else told)
        return told

    def test_good_runs_get_none(self):
        self.assertEqual(self.warnings_of("run", *small_run()), [])

    def test_options_that_cannot_act(self):
        told = self.warnings_of("run", *small_run(integrator__step=0.25, tree__accuracy=0.5, engine__devices="[0]",
                                                  model__w0=6))
        self.assertEqual([line.split(" ")[0] for line in told],
                         ["model.w0", "tree.accuracy", "engine.devices", "integrator.step"])
        self.assertEqual(told[-1], "integrator.step = 0.25 does nothing here: it needs integrator.steps = fixed")
        used = self.warnings_of("again", "run/used.toml")
        self.assertEqual(len(used), 3, "used.toml names every option: only what is no default was chosen")
        done = self.succeed("run", "--restart", "run", "--set", "tree.order=monopole", "--set", "run.end_time=1.25")
        self.assertEqual(done.stdout.count("warning: "), 1)

    def test_a_galaxy_without_softening(self):
        words = ["--set", "model.kind=m31", "--set", "model.n=200", "--set", "run.end_time=0.001"]
        told = self.warnings_of("run", *words)
        self.assertEqual(len(told), 1)
        self.assertIn("gravity.softening", told[0])
        self.assertEqual(self.warnings_of("soft", *words, "--set", "gravity.softening=0.05"), [])
        halo = self.write_stars("halo.hdf5", 0.0, [[1, k, 0, 0, 0, 0, 0] for k in range(4)], types=(1, 4))
        self.assertIn("gravity.softening", self.warnings_of("halo", *halo, "--set", "run.end_time=0.001")[0])

    def test_an_energy_error_that_cannot_be_right(self):
        # A hard binary on an eccentric orbit, with a third body far away.
        a, e = 0.01, 0.9
        v = math.sqrt((1 - e) / (1 + e) / a) / 2
        x = a * (1 + e) / 2
        words = self.write_table("binary.txt", [[0.5, x, 0, 0, 0, v, 0], [0.5, -x, 0, 0, 0, -v, 0],
                                                [1e-3, 10, 0, 0, 0, 0, 0]])
        # Regularised, the pair would have no error to warn of.
        told = self.warnings_of("run", *words, "--set", "integrator.eta=0.1", "--set", "run.end_time=1", "--set",
                                "output.interval=0.25", "--set", "fewbody.kind=off")
        self.assertEqual(len(told), 1, told)
        self.assertIn("the closest pair is stars 1 and 2", told[0])
        self.assertIn("bound, with a semi-major axis of 0.00", told[0])
        self.assertIn("take a smaller integrator.eta than 0.1", told[0])
        told = self.warnings_of("eta", *small_run(integrator__eta=1), quiet=True)
        self.assertIn("integrator.eta = 1 is far above the usual 0.02", told[0])


class DryRuns(EndTest):
    def test_speak_of_the_engine_that_will_run(self):
        words = ["--set", "gravity.method=tree", "--set", "gravity.softening=0.01", "--set", "model.n=1000000"]
        tree = self.succeed("run", "--dry-run", *words).stdout
        self.assertRegex(tree, r"# engine  .*tree")
        direct = self.succeed("run", "--dry-run", "--set", "model.n=1000000").stdout
        megabytes = [int(text.split("# memory  about ")[1].split(" MB")[0]) for text in (tree, direct)]
        self.assertLess(megabytes[0], megabytes[1])

    def test_find_what_a_run_would_refuse(self):
        words = self.write_stars("far.hdf5", 40000.0, [[1, 0, 0, 0, 0, 0, 0]], types=(1,))
        done = self.tucana("run", "--dry-run", *words)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("lies before the time of the stars, 40000", done.stderr)
        shown = self.succeed("run", "--dry-run", *words, "--set", "run.end_time=40001").stdout
        self.assertIn("# warning: the bodies of a galaxy", shown)

    def test_warn_too(self):
        shown = self.succeed("run", "--dry-run", "--set", "model.w0=5").stdout
        self.assertIn("# warning: model.w0 = 5 does nothing here", shown)


if __name__ == "__main__":
    unittest.main()
