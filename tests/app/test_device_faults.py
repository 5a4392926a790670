"""A device that fails in the middle of a run costs no work: a clear line, a checkpoint, and the same bits afterwards."""

import json
import random
import unittest

from run_harness import RunTest
from test_devices import device_run


class DeviceFaults(RunTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", "--quiet", "--out", "whole", *device_run())

    def fails(self, *words, fault):
        """What the program says about a device that fails."""
        done = self.tucana(*words, fault=fault)
        self.assertEqual((done.returncode, done.stdout), (1, ""), f"{fault}: {done.stderr}")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, r"^tucana: error: opencl device 0 \(.*CL_")
        return done.stderr

    def check_saved(self, folder, said):
        """The run can go on, and says so everywhere; returns the time of its checkpoint."""
        self.assertIn(f"go on with `tucana run --restart {folder}`", said)
        summary = self.summary(folder)
        self.assertEqual(summary["reason"], "device_failure")
        self.assertIn(summary["problem"], said)
        info = json.loads(self.succeed("info", folder, "--json").stdout)
        self.assertEqual((info["state"], info["reason"], info["problem"], info["checkpoint_time"]),
                         ("stopped", "device_failure", summary["problem"], summary["time"]))
        self.assertIn("a device failed", self.succeed("info", folder).stdout)
        return summary["time"]

    def fail_and_go_on(self, fault):
        folder = fault.replace(":", "-")
        time = self.check_saved(folder, self.fails("run", "--quiet", "--out", folder, *device_run(), fault=fault))
        self.succeed("run", "--quiet", "--restart", folder)
        self.assert_same_run("whole", folder)
        self.assertEqual(self.summary(folder)["reason"], "end_time")
        return time

    def test_lost_with_the_bodies_on_it(self):
        """A 6th-order run with shared steps keeps its bodies on the device: what is lost goes back to a checkpoint."""
        resident = device_run(integrator__kind="hermite6", integrator__steps="shared", engine__precision="fp32",
                              gravity__softening=0.1)
        self.succeed("run", "--quiet", "--force", "--out", "whole", *resident)
        for count in (30, 60):
            folder = f"lost-{count}"
            said = self.fails("run", "--quiet", "--out", folder, *resident, fault=f"fail@device_finish:{count}")
            self.assertIn("nor could the run be saved", said)
            self.assertIn(f"go on with `tucana run --restart {folder}`", said)
            self.succeed("run", "--quiet", "--restart", folder)
            self.assert_same_run("whole", folder)

    def last_failing(self, words, point):
        """How often the run passes the fault point: the largest count that still ends it."""
        least, most = 1, 1024
        while most - least > 1:
            middle = (least + most) // 2
            done = self.tucana("run", "--quiet", "--force", "--out", "tried", *words, fault=f"fail@{point}:{middle}")
            least, most = (least, middle) if done.returncode == 0 else (middle, most)
        return least

    def test_lost_in_the_middle(self):
        times = [self.fail_and_go_on(f"fail@device_finish:{count}") for count in (40, 101)]
        self.assertTrue(0 < times[0] < times[1] < 0.25, times)
        # Whatever is launched in a block: the blocks around these counts fail in each of their parts.
        first = random.Random(1).randrange(60, 120)
        times = [self.fail_and_go_on(f"fail@device_launch:{count}") for count in range(first, first + 5)]
        self.assertEqual(times, sorted(times))
        self.assertIn(len(set(times)), (2, 3), times)

    def test_lost_at_the_last_output(self):
        # 0.24 is no block time: the last snapshot and the last row are peeks, and off the cadence of a longer run.
        words = device_run(run__end_time=0.24)
        last = self.last_failing(words, "device_finish")
        for count in (last - 1, last):
            folder = f"last-{count}"
            self.check_saved(folder, self.fails("run", "--quiet", "--out", folder, *words,
                                               fault=f"fail@device_finish:{count}"))
            self.succeed("run", "--quiet", "--restart", folder, "--set", "run.end_time=0.25")
            self.assert_same_stars("whole", folder)

    def test_a_kernel_of_later_blocks_does_not_compile(self):
        last = self.last_failing(device_run(), "device_build")
        self.assertEqual(self.fail_and_go_on(f"fail@device_build:{last}"), 0)

    def test_no_memory_when_going_on(self):
        words = ["run", "--quiet", "--out", "run", *device_run(run__end_time=0.1)]
        on = ["run", "--quiet", "--restart", "run", "--set", "run.end_time=0.25"]
        self.succeed(*words)
        saved = (self.root / "run" / "checkpoint.hdf5").read_bytes()
        said = self.fails(*on, fault="fail@device_allocate:3")
        self.assertNotIn("--restart", said)
        self.assertEqual((self.root / "run" / "checkpoint.hdf5").read_bytes(), saved)
        self.assertEqual(self.summary("run")["reason"], "end_time")
        # Memory for the largest block so far is asked for when it comes.
        moments = 0
        for count in range(8, 60):
            if self.tucana(*on, fault=f"fail@device_allocate:{count}").returncode == 0:
                break
            moments += self.summary("run")["reason"] == "device_failure"
        self.assertGreater(moments, 2)
        self.assert_same_stars("whole", "run")

    def test_first_forces_fail(self):
        for fault in ("fail@device_build:1", "fail@device_allocate:1", "fail@device_finish:1", "fail@device_launch:1"):
            self.assertNotIn("--restart", self.fails("run", "--quiet", "--out", "run", *device_run(), fault=fault))
            self.assertFalse((self.root / "run").exists(), "a run that never began left its folder behind")

    def test_a_compiler_that_refuses_is_quoted(self):
        fresh = {"TUCANA_CACHE_DIR": "off", "POCL_CACHE_DIR": str(self.root / "pocl"),
                 "POCL_EXTRA_BUILD_FLAGS": "-Dfloat=nonsense"}
        done = self.tucana("run", "--quiet", "--out", "run", *device_run(), variables=fresh)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        # PoCL's compiler counts its errors on stderr by itself.
        self.assertRegex(done.stderr, r"(?m)^tucana: error: opencl device 0 .* does not accept program .*\n(.*\n)*.*nonsense")


if __name__ == "__main__":
    unittest.main()
