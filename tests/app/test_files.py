"""The files of a run: who may write them, and what happens when others touched them."""

import json
import os
import shutil
import signal
import subprocess
import unittest

from run_harness import TUCANA, RunTest, small_run

BRIEF = small_run(model__n=8, run__end_time=0.0625, output__interval=0.0625, output__snapshot_interval=0.0625,
                  output__checkpoint_interval=0.03125)


class TwoRunsAtOnce(RunTest):
    """Every order in which programs can begin in one new folder, driven by stopping them at the points between."""

    POINTS = ("folder_made", "lock_opened", "lock_taken")

    def begin(self, seed, *more, stop=None):
        environment = {k: v for k, v in os.environ.items() if k != "TUCANA_FAULT"}
        if stop:
            environment["TUCANA_FAULT"] = f"stop@{stop}"
        process = subprocess.Popen(
            [TUCANA, "run", "--quiet", "--out", "new", *BRIEF, "--set", f"model.seed={seed}", *more], cwd=self.root,
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        if stop:  # not by Popen, which would wait for the end
            status = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            process.is_stopped = status.si_code == os.CLD_STOPPED
        return process

    def begin_refused(self):
        """Its stars are found to be impossible when it has the folder already."""
        (self.root / "same.txt").write_text("1 0 0 0 0 0 0\n" * 2)
        refused = self.begin(1, "--set", "model.kind=file", "--set", "model.file=same.txt",
                             "--set", "gravity.softening=0", stop="lock_taken:1")
        self.assertTrue(refused.is_stopped)
        return refused

    def end(self, process):
        process.kill()
        process.communicate()

    def go_on(self, process):
        process.send_signal(signal.SIGCONT)
        return self.finish(process)

    def finish(self, process):
        _, process.errors = process.communicate(timeout=60)
        return process.returncode

    def check_seed(self, folder, seed):
        lines = (self.root / folder / "used.toml").read_text().splitlines()
        self.assertTrue(any(line.startswith(f"model.seed = {seed} ") for line in lines))

    def check_one_won(self, processes):
        codes = [process.returncode for process in processes]
        self.assertEqual(sorted(codes), [0] + [2] * (len(codes) - 1), [p.errors for p in processes])
        for process in processes:
            if process.returncode != 0:
                self.assertRegex(process.errors, "is in use by another run|holds a run already")
        self.check_seed("new", codes.index(0) + 1)
        self.assertEqual(len(self.log_rows("new")), 2)

    def test_three_runs_one_winner(self):
        for first in self.POINTS:
            for second in self.POINTS:
                with self.subTest(first=first, second=second):
                    shutil.rmtree(self.root / "new", ignore_errors=True)
                    one = self.begin(1, stop=f"{first}:1")
                    two = self.begin(2, stop=f"{second}:1")
                    three = self.begin(3)
                    self.assertTrue(one.is_stopped)
                    self.finish(three)
                    self.go_on(two)
                    self.go_on(one)
                    self.check_one_won([one, two, three])

    def test_a_refused_run_takes_back_its_own_folder_only(self):
        for second in self.POINTS[:2]:
            with self.subTest(second=second):
                refused = self.begin_refused()
                other = self.begin(2, stop=f"{second}:1")
                self.assertEqual(self.go_on(refused), 2)
                self.assertIn("at the same place", refused.errors)
                self.assertFalse((self.root / "new").exists())
                self.assertEqual(self.go_on(other), 0, other.errors)
                self.check_seed("new", 2)
                shutil.rmtree(self.root / "new")

    def test_a_lock_on_a_file_that_is_gone_is_none(self):
        refused = self.begin_refused()
        other = self.begin(2, stop="lock_opened:1")
        self.go_on(refused)
        winner = self.begin(3, stop="lock_taken:1")
        self.assertEqual(self.go_on(other), 2, "it holds the lock of a file that was removed")
        self.assertEqual(self.go_on(winner), 0)

    def test_without_a_name_the_next_folder_is_taken(self):
        (self.root / "runs").mkdir()
        first = subprocess.Popen([TUCANA, "run", "--quiet", *BRIEF], cwd=self.root,
                                 env={**os.environ, "TUCANA_FAULT": "stop@lock_taken:1"})
        self.addCleanup(first.kill)
        os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        self.succeed("run", "--quiet", *BRIEF)
        first.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(timeout=60), 0)
        self.assertEqual(sorted(p.name for p in (self.root / "runs").iterdir()), ["plummer", "plummer-2"])


class StandardStreams(RunTest):
    def test_closed_ones_are_not_used_for_files(self):
        for closed in ("<&- >&- 2>&-", ">&-", "<&-"):
            with self.subTest(closed=closed):
                folder = f"run{closed.count(chr(38))}{ord(closed[0])}"
                subprocess.run(["sh", "-c", f'exec "$0" "$@" {closed}', TUCANA, "run", "--out", folder, *BRIEF],
                               cwd=self.root, capture_output=True, check=False)
                lines = (self.root / folder / "log.jsonl").read_text().splitlines()
                self.assertEqual([json.loads(line)["time"] for line in lines], [0, 0.0625])
                self.assertEqual(self.summary(folder)["reason"], "end_time")
                self.succeed("run", "--restart", folder, "--set", "run.end_time=0.125")


class Inputs(RunTest):
    def test_force_does_not_remove_its_own_input(self):
        self.succeed("run", "--quiet", "--out", "run", *BRIEF)
        stars = (self.root / "run" / "snapshot_0001.hdf5").read_bytes()
        (self.root / "link").symlink_to(self.root / "run")
        for path in ("run/snapshot_0001.hdf5", "link/snapshot_0001.hdf5", self.root / "run" / "snapshot_0001.hdf5"):
            done = self.tucana("run", "--out", "run", "--force", *BRIEF, "--set", "model.kind=file", "--set",
                               f"model.file={path}")
            self.assertEqual(done.returncode, 2)
            self.assertIn("copy it to another place", done.stderr)
            self.assertEqual((self.root / "run" / "snapshot_0001.hdf5").read_bytes(), stars)
            self.assertTrue((self.root / "run" / "checkpoint.hdf5").exists())
        # Its options are replaced by the same.
        self.succeed("run", "run/used.toml", "--quiet", "--out", "run", "--force", "--set", "model.seed=5")
        self.assertRegex((self.root / "run/used.toml").read_text(), r"(?m)^model\.seed = 5 ")

    def test_force_that_dies_on_the_way_leaves_a_run(self):
        for write in (1, 2, 3):
            self.succeed("run", "--quiet", "--out", f"run{write}", *BRIEF)
            done = self.tucana("run", f"run{write}/used.toml", "--out", f"run{write}", "--force",
                               fault=f"kill@write:{write}")
            self.assertEqual(done.returncode, -signal.SIGKILL)
            self.succeed("run", "--quiet", "--restart", f"run{write}")
            self.assertEqual(len(self.log_rows(f"run{write}")), 2)

    def test_init_does_not_write_over_its_input(self):
        self.succeed("init", "plummer", "-n", 4, "-o", "a.hdf5")
        before = (self.root / "a.hdf5").read_bytes()
        orbit = ("--separation", 10, "--pericentre", 1)
        for words in (("combine", "a.hdf5", "a.hdf5", *orbit, "-o", "./a.hdf5", "--force"),
                      ("plummer", "-o", "b.hdf5", "--run-file", "./b.hdf5")):
            done = self.tucana("init", *words)
            self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual((self.root / "a.hdf5").read_bytes(), before)

    def test_empty_words_are_mistakes(self):
        commands = (("run", "--restart", ""), ("run", "--out", ""), ("run", ""), ("run", "--out=", "--dry-run"),
                    ("run", "--set", ""), ("init", "plummer", "-o", ""), ("init", "plummer", "-n", ""),
                    ("init", "plummer", "--seed", ""), ("init", "king", "--w0", ""),
                    ("init", "plummer", "--run-file", ""), ("init", "combine", "", ""), ("info", ""), ("plot", ""))
        for words in commands:
            with self.subTest(words=words):
                done = self.tucana(*words)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(list(self.root.iterdir()), [])

    def test_a_tuning_record_is_found_from_elsewhere(self):
        tree = small_run(model__n=64, gravity__method="tree", integrator__kind="leapfrog", run__end_time=0.25,
                         output__checkpoint_interval=0.0625)
        self.succeed("run", "--quiet", "--out", "first", *tree)
        pinned = ("--set", "tree.tuning=pinned", "--set", "tree.tuning_record=first/tuning.jsonl")
        self.tucana("run", "--quiet", "--out", "again", *tree, *pinned, fault="kill@block:3")
        (self.root / "elsewhere").mkdir()
        here, self.root = self.root, self.root / "elsewhere"
        self.succeed("run", "--quiet", "--restart", here / "again")
        self.root = here
        self.assert_same_stars("again", "first")


class LostLogs(RunTest):
    def restart(self):
        done = self.succeed("run", "--restart", "run", "--set", "run.end_time=0.125")
        self.assertTrue(self.summary("run")["changes"])
        return done.stdout + done.stderr

    def setUp(self):
        super().setUp()
        self.succeed("run", "--quiet", "--out", "run", *BRIEF)
        self.log = self.root / "run" / "log.jsonl"

    def test_a_deleted_log_is_told_of(self):
        self.log.unlink()
        self.assertIn("log.jsonl is gone", self.restart())
        self.assertEqual([row["time"] for row in self.log_rows("run")], [0.125])

    def test_a_cut_log_is_told_of(self):
        self.log.write_text(self.log.read_text()[:100])
        self.assertIn("was cut or replaced", self.restart())

    def test_a_replaced_log_is_told_of_and_kept(self):
        changed = self.log.read_text().replace('"n":8', '"n":9')
        self.log.write_text(changed)
        self.assertIn("it is kept as", self.restart())
        self.assertEqual((self.root / "run" / "log.jsonl.other").read_text(), changed)
        self.assertEqual([row["time"] for row in self.log_rows("run")], [0.125])

    def test_a_whole_log_is_not(self):
        done = self.succeed("run", "--restart", "run", "--set", "run.end_time=0.125")
        self.assertNotIn("log.jsonl", done.stdout + done.stderr)


class FewerThreads(RunTest):
    def test_the_run_goes_on_to_the_same_bits(self):
        self.succeed("run", "--quiet", "--out", "whole", *BRIEF)
        done = self.succeed("run", "--out", "fewer", *BRIEF, "--set", "run.threads=6", fault="fail@thread:3")
        self.assertIn("3 of 6 threads could not be started", done.stdout + done.stderr)
        self.assert_same_stars("whole", "fewer")


if __name__ == "__main__":
    unittest.main()
