"""Memory, disks and power that fail at chosen moments: a clear end, and a restart to the same bits."""

import signal
import unittest

from run_harness import RunTest, small_run

SMALL = small_run(model__n=150, run__end_time=0.0625, output__interval=0.03125, output__snapshot_interval=0.03125,
                  output__checkpoint_interval=0.015625)


class Faults(RunTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", "--quiet", "--out", "whole", *SMALL)

    def go_on(self, folder):
        """Restarts, or begins again where nothing of the run is left; the same bits in the end."""
        if (self.root / folder / "used.toml").exists():
            self.succeed("run", "--quiet", "--restart", folder)
        else:
            self.succeed("run", "--quiet", "--out", folder, *SMALL)
        self.assert_same_run("whole", folder)

    def check_failure(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertTrue(any(word in done.stderr for word in words), done.stderr)

    def until_it_survives(self, action, point, step=1):
        """Faults at the 1st, (1 + step)th ... passage of a point until there are no more; returns how many there were."""
        for number in range(400):
            folder = f"{action}-{point}-{number}/deep"
            done = self.tucana("run", "--quiet", "--out", folder, *SMALL, fault=f"{action}@{point}:{1 + number * step}")
            if done.returncode == 0:
                self.assert_same_run("whole", folder)
                return number
            expected = -signal.SIGKILL if action.startswith("power") else 1
            self.assertEqual(done.returncode, expected, done.stderr)
            self.go_on(folder)
        self.fail("the fault never ends")

    def test_power_loss_at_syncs_renames_and_blocks(self):
        self.assertGreater(self.until_it_survives("power", "sync", 2), 10)
        self.assertGreater(self.until_it_survives("power", "rename", 3), 3)
        self.assertGreater(self.until_it_survives("power", "block", 13), 2)
        self.assertGreater(self.until_it_survives("power_names", "sync", 5), 4)

    def test_a_synced_run_survives_a_loss_of_power(self):
        done = self.tucana("run", "--quiet", "--out", "a/b/c", *SMALL, fault="power@block:1")
        self.assertEqual(done.returncode, -signal.SIGKILL)
        self.assertTrue((self.root / "a/b/c/used.toml").exists(), "the folders above were not synced")
        self.assertTrue((self.root / "a/b/c/snapshot_0000.hdf5").exists())

    def test_failing_syncs(self):
        self.assertGreater(self.until_it_survives("fail", "sync", 3), 6)
        done = self.tucana("run", "--quiet", "--out", "sync", *SMALL, fault="fail@sync:9")
        self.check_failure(done, "Input/output error")

    def test_failing_opens(self):
        for number in (1, 2, 4, 8, 12):
            folder = f"open-{number}"
            done = self.tucana("run", "--quiet", "--out", folder, *SMALL, fault=f"fail@open:{number}")
            self.assertIn(done.returncode, (1, 2), done.stderr)
            self.assertIn("Input/output error", done.stderr)
            self.go_on(folder)

    def test_failing_reads(self):
        self.tucana("run", "--quiet", "--out", "read", *SMALL, fault="kill@block:30")
        done = self.tucana("run", "--quiet", "--restart", "read", fault="fail@read:1")
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("Input/output error", done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.go_on("read")

    def test_no_memory_anywhere(self):
        failures = 0
        for number in range(1, 400, 7):
            folder = f"memory-{number}"
            done = self.tucana("run", "--quiet", "--out", folder, *SMALL, fault=f"nomem@allocate:{number}")
            if done.returncode == 0:
                break
            self.check_failure(done, "memory")
            failures += 1
            self.go_on(folder)
        self.assertGreater(failures, 12)

    def test_no_memory_in_a_phase(self):
        for point in ("block:1", "block:40", "write:2", "write:6", "rename:3", "sync:5", "open:3"):
            folder = "phase-" + point.replace(":", "-")
            done = self.tucana("run", "--quiet", "--out", folder, *SMALL, fault=f"nomem@{point}")
            self.check_failure(done, "memory")
            self.go_on(folder)

    def test_no_memory_at_a_restart(self):
        self.tucana("run", "--quiet", "--out", "again", *SMALL, fault="kill@block:30")
        for number in range(1, 200, 9):
            done = self.tucana("run", "--quiet", "--restart", "again", fault=f"nomem@allocate:{number}")
            if done.returncode == 0:
                break
            self.check_failure(done, "memory")
        self.go_on("again")


if __name__ == "__main__":
    unittest.main()
