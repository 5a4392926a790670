"""A device that fails in the middle of a run costs no work: a clear line, a checkpoint, and the same bits afterwards."""

import json
import unittest

from run_harness import RunTest
from test_devices import device_run


class DeviceFaults(RunTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", "--quiet", "--out", "whole", *device_run())

    def fail_and_go_on(self, fault, *restart_words):
        """A run that the fault ends, and its restart; returns the time of its checkpoint, None if it never began."""
        folder = fault.replace(":", "-")
        done = self.tucana("run", "--quiet", "--out", folder, *device_run(), fault=fault)
        self.assertEqual((done.returncode, done.stdout), (1, ""), f"{fault}: {done.stderr}")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, r"^tucana: error: opencl device 0 \(.*CL_")
        if not (self.root / folder).exists():
            return None
        self.assertIn(f"go on with `tucana run --restart {folder}`", done.stderr)
        summary = self.summary(folder)
        self.assertEqual(summary["reason"], "device_failure")
        self.assertIn(summary["problem"], done.stderr)
        info = json.loads(self.succeed("info", folder, "--json").stdout)
        self.assertEqual((info["state"], info["reason"], info["problem"], info["checkpoint_time"]),
                         ("stopped", "device_failure", summary["problem"], summary["time"]))
        self.assertIn("a device failed", self.succeed("info", folder).stdout)
        self.succeed("run", "--quiet", "--restart", folder)
        self.assert_same_run("whole", folder)
        self.assertEqual(self.summary(folder)["reason"], "end_time")
        return summary["time"]

    def test_lost_in_the_middle(self):
        times = [self.fail_and_go_on(fault) for fault in
                 ("fail@device_finish:40", "fail@device_finish:101", "fail@device_launch:91", "fail@device_launch:92",
                  "fail@device_launch:93", "fail@device_launch:94")]
        self.assertNotIn(None, times)
        self.assertEqual(times, sorted(times[:2]) + sorted(times[2:]))
        self.assertGreater(times[0], 0)
        self.assertLess(times[1], 0.25)
        self.assertGreater(len(set(times)), 2)

    def test_first_forces_fail(self):
        for fault in ("fail@device_build:1", "fail@device_allocate:1", "fail@device_finish:1", "fail@device_launch:1"):
            self.assertIsNone(self.fail_and_go_on(fault), fault)

if __name__ == "__main__":
    unittest.main()
