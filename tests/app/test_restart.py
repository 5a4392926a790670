"""A run that is killed, stopped or out of disk at any moment goes on to the same bits."""

import random
import resource
import signal
import subprocess
import time
import unittest

from run_harness import TUCANA, RunTest, small_run


class KillableRun(RunTest):
    OPTIONS = small_run()

    def setUp(self):
        super().setUp()
        self.succeed("run", "--quiet", "--out", "whole", *self.OPTIONS)
        self.blocks = self.summary("whole")["blocks"]

    def restart_until_done(self, folder, faults):
        """Restarts with the faults one after the other, then without; returns how often the run died."""
        deaths = 0
        for fault in [*faults, None]:
            done = self.tucana("run", "--quiet", "--restart", folder, fault=fault)
            if done.returncode == 0:
                return deaths
            self.assertIn(done.returncode, (-signal.SIGKILL, 1), done.stderr)
            deaths += 1
        self.fail("the run without a fault did not finish: " + done.stderr)

    def run_with_faults(self, folder, faults):
        first = self.tucana("run", "--quiet", "--out", folder, *self.OPTIONS, fault=faults[0])
        self.assertIn(first.returncode, (-signal.SIGKILL, 1), f"{faults[0]}: {first.stderr}")
        if not (self.root / folder / "used.toml").exists():  # died before there was a run
            self.succeed("run", "--quiet", "--out", folder, *self.OPTIONS)
        else:
            self.restart_until_done(folder, faults[1:])
        self.assert_same_run("whole", folder)


class KilledRuns(KillableRun):
    def test_killed_at_seeded_blocks(self):
        rng = random.Random(1)
        for trial in range(6):
            blocks = [rng.randrange(1, self.blocks), rng.randrange(1, self.blocks // 2), rng.randrange(1, 50)]
            with self.subTest(blocks=blocks):
                self.run_with_faults(f"blocks-{trial}", [f"kill@block:{b}" for b in blocks])

    def test_killed_at_every_write(self):
        deaths = 0
        for write in range(1, 400):
            folder = f"write-{write}"
            done = self.tucana("run", "--quiet", "--out", folder, *small_run(), fault=f"kill@write:{write}")
            if done.returncode == 0:
                break
            self.assertEqual(done.returncode, -signal.SIGKILL, done.stderr)
            deaths += 1
            if not (self.root / folder / "used.toml").exists():
                continue
            self.restart_until_done(folder, [])
            self.assert_same_run("whole", folder)
        self.assertGreater(deaths, 15, "the fault point is not where files are written")

    def test_killed_between_writing_and_naming(self):
        for rename in (1, 2, 3, 4, 7):
            with self.subTest(rename=rename):
                self.run_with_faults(f"rename-{rename}", [f"kill@rename:{rename}", f"kill@rename:{rename}"])

    def test_full_disk_is_a_clear_failure_and_the_run_goes_on(self):
        for write in (3, 6, 12):
            folder = f"full-{write}"
            done = self.tucana("run", "--quiet", "--out", folder, *small_run(), fault=f"enospc@write:{write}")
            self.assertEqual(done.returncode, 1)
            self.assertIn("No space left on device", done.stderr)
            self.assertIn("checkpoint", done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.restart_until_done(folder, [])
            self.assert_same_run("whole", folder)

    def test_file_size_limit_is_a_clear_failure(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))  # used.toml fits, a snapshot does not

        done = self.tucana("run", "--quiet", "--out", "limited", *small_run(), preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.restart_until_done("limited", [])
        self.assert_same_run("whole", "limited")


class KilledRunsOfEvolvingStars(KillableRun):
    """Stars of 25 Msun, which collapse at 0.94 time units."""
    OPTIONS = small_run(stellar__kind="sse", units__mass_msun=1200, units__length_pc=7)

    def test_events_are_the_same(self):
        rng = random.Random(2)
        for trial in range(3):
            folder = f"killed-{trial}"
            self.run_with_faults(folder, [f"kill@block:{rng.randrange(1, self.blocks)}" for _ in range(2)])
            events = [(self.root / name / "events.jsonl").read_text() for name in ("whole", folder)]
            self.assertEqual(*events)
        self.assertEqual(events[0].count('"supernova"'), 48)


class StoppedRuns(RunTest):
    LONG = small_run(model__n=256, run__end_time=1000, output__checkpoint_interval=0, output__interval=1)

    def start(self, folder, *more):
        return subprocess.Popen([TUCANA, "run", "--out", folder, *self.LONG, *more], cwd=self.root,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for_log(self, folder, rows=1):
        deadline = time.monotonic() + 60
        log = self.root / folder / "log.jsonl"
        while not log.exists() or len(log.read_text().splitlines()) < rows:
            self.assertLess(time.monotonic(), deadline, "the run does not begin")
            time.sleep(0.02)

    def finish_and_compare(self, folder):
        """Goes on a little from the checkpoint and compares with a run that was never stopped."""
        end = int(self.time_of_checkpoint(folder)) + 1
        self.succeed("run", "--quiet", "--restart", folder, "--set", f"run.end_time={end}", "--set", "run.wall_limit=0")
        self.succeed("run", "--quiet", "--out", "whole", *self.LONG, "--set", f"run.end_time={end}")
        self.assertEqual(self.log_rows(folder), self.log_rows("whole"))

    def time_of_checkpoint(self, folder):
        return self.summary(folder)["time"]

    def test_signals_leave_a_checkpoint(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            with self.subTest(signal=number):
                folder = f"signal-{number}"
                run = self.start(folder)
                self.wait_for_log(folder, 2)
                run.send_signal(number)
                _, errors = run.communicate(timeout=60)
                self.assertEqual(run.returncode, code, errors)
                self.assertTrue((self.root / folder / "checkpoint.hdf5").exists())
                self.assertEqual(self.summary(folder)["reason"], "signal")
                self.finish_and_compare(folder)
                self.setUp()

    def test_a_stop_file_ends_the_run_and_is_taken_away(self):
        run = self.start("stopped")
        self.wait_for_log("stopped")
        (self.root / "stopped" / "STOP").touch()
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 75, errors)
        self.assertFalse((self.root / "stopped" / "STOP").exists())
        self.assertEqual(self.summary("stopped")["reason"], "stop_file")
        self.finish_and_compare("stopped")

    def test_the_wall_limit_ends_the_run(self):
        done = self.tucana("run", "--quiet", "--out", "limited", *self.LONG, "--set", "run.wall_limit=0.5")
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual(self.summary("limited")["reason"], "wall_limit")
        self.finish_and_compare("limited")

    def test_signals_write_a_checkpoint_and_the_run_goes_on(self):
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            with self.subTest(number):
                run = self.start(number.name)
                self.wait_for_log(number.name)
                checkpoint = self.root / number.name / "checkpoint.hdf5"
                self.assertFalse(checkpoint.exists())
                run.send_signal(number)
                deadline = time.monotonic() + 60
                while not checkpoint.exists():
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.02)
                self.assertIsNone(run.poll())
                run.kill()
                run.communicate()


class ChangedRestarts(RunTest):
    def test_changes_are_recorded_with_their_time(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        done = self.succeed("run", "--restart", "run", "--set", "run.end_time=1.5", "--set", "integrator.eta=0.01")
        self.assertIn("t = 1: integrator.eta 0.02 -> 0.01", done.stdout + done.stderr)
        used = (self.root / "run" / "used.toml").read_text()
        self.assertIn("t = 1: integrator.eta 0.02 -> 0.01", used)
        self.assertIn("t = 1: run.end_time 1 -> 1.5", used)
        self.assertEqual(len(self.summary("run")["changes"]), 2)
        self.assertEqual(self.log_rows("run")[-1]["time"], 1.5)

    def test_only_marked_options_may_change(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        done = self.tucana("run", "--restart", "run", "--set", "model.n=100")
        self.assertEqual(done.returncode, 2)
        self.assertIn("model.n", done.stderr)
        back = self.tucana("run", "--restart", "run", "--set", "run.end_time=0.5")
        self.assertEqual(back.returncode, 2)
        self.assertIn("run.end_time = 0.5", back.stderr)

    def test_a_longer_run_in_two_parts_is_one_run(self):
        # 0.7 is no block time and no output time: the last row of the first part must go.
        self.succeed("run", "--quiet", "--out", "parts", *small_run(run__end_time=0.7))
        self.assertEqual(self.log_rows("parts")[-1]["time"], 0.7)
        self.succeed("run", "--quiet", "--restart", "parts", "--set", "run.end_time=1")
        self.succeed("run", "--quiet", "--out", "whole", *small_run())
        self.assertEqual(self.log_rows("parts"), self.log_rows("whole"))

    def test_a_damaged_checkpoint_falls_back_on_the_previous_one(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        self.succeed("run", "--quiet", "--out", "whole", *small_run())
        newest = self.root / "run" / "checkpoint.hdf5"
        content = bytearray(newest.read_bytes())
        content[len(content) // 2] ^= 1
        newest.write_bytes(content)
        done = self.succeed("run", "--restart", "run")
        self.assertIn("checkpoint", done.stdout + done.stderr)
        self.assert_same_run("run", "whole")


if __name__ == "__main__":
    unittest.main()
