"""Runs on devices: what there is, what is chosen, what is refused, and that nothing but physics decides the bits."""

import json
import os
import re
import unittest

from run_harness import RunTest, small_run

STAND_IN = {"TUCANA_CUDA_DRIVER": os.environ["TUCANA_TEST_CUDA_DRIVER"]}  # pretends to be CUDA's driver
NO_OPENCL = {"OCL_ICD_VENDORS": "/nonexistent"}
DEVICE_KEYS = {"id", "name", "vendor", "driver", "type", "memory_bytes", "compute_units", "fp64", "local_memory_bytes",
               "largest_group", "engine"}


def device_run(**options):
    """A quick run on the OpenCL device, in a precision that needs no double there."""
    chosen = {"model__n": 64, "run__end_time": 0.25, "output__interval": 0.125, "output__snapshot_interval": 0.125,
              "output__checkpoint_interval": 0.0625, "engine__kind": "opencl", "engine__precision": "two_float"}
    return small_run(**{**chosen, **options})


class Listing(RunTest):
    def test_every_device_with_the_options_that_choose_it(self):
        found = json.loads(self.succeed("devices", "--json", variables=STAND_IN).stdout)
        text = self.succeed("devices", variables=STAND_IN).stdout
        for engine in ("opencl", "cuda"):
            devices = found[f"{engine}_devices"]
            self.assertEqual([d["id"] for d in devices], list(range(len(devices))))
            self.assertTrue(devices, found[f"{engine}_problem"])
            self.assertEqual(found[f"{engine}_problem"], "")
            for device in devices:
                self.assertEqual(set(device), DEVICE_KEYS)
                self.assertEqual(device["engine"], engine)
                self.assertIn(f'engine.kind = "{engine}", engine.devices = [{device["id"]}]\n', text)
                self.assertIn(f'{device["id"]}: {device["name"]}', " ".join(text.split()))
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_without_a_driver_it_says_how_to_get_one(self):
        found = json.loads(self.succeed("devices", "--json", variables=NO_OPENCL).stdout)
        text = " ".join(self.succeed("devices", variables=NO_OPENCL).stdout.split())
        for engine in ("opencl", "cuda"):
            self.assertEqual(found[f"{engine}_devices"], [])
            self.assertIn("install", found[f"{engine}_problem"])
            self.assertIn("no device: " + found[f"{engine}_problem"], text)
        self.assertIn('engine.kind = "cpu" needs none of this', text)


class Bits(RunTest):
    def test_same_bits_for_any_number_of_devices_group_size_cadence_and_restart(self):
        self.succeed("run", "--quiet", "--out", "one", *device_run(engine__devices="[0]"))
        self.assertLess(abs(self.log_rows("one")[-1]["energy_error"]), 1e-4)
        self.assertEqual(len(self.log_rows("one")), 3)
        for name, options in {"two": {"engine__devices": "[0, 0]"}, "four": {"engine__devices": "0,0,0,0"},
                              "all": {"engine__devices": "all"}, "groups": {"engine__work_group_size": 16}}.items():
            with self.subTest(run=name):
                self.succeed("run", "--quiet", "--out", name, *device_run(**options))
                self.assert_same_stars("one", name)
        # 0.05 is off the grid of block times: every row in between is a peek
        self.succeed("run", "--quiet", "--out", "often", *device_run(output__interval=0.025))
        often = {row["time"]: row for row in self.log_rows("often")}
        self.assertEqual(len(often), 11)
        for row in self.log_rows("one"):
            self.assertEqual(row, often[row["time"]])
        # In two parts, the second of them on two devices.
        self.succeed("run", "--quiet", "--out", "parts", *device_run(run__end_time=0.1, engine__devices="[0]"))
        done = self.succeed("run", "--restart", "parts", "--set", "run.end_time=0.25", "--set", "engine.devices=[0,0]")
        self.assertIn("engine.devices [0] -> [0, 0]", done.stdout)
        self.assert_same_stars("one", "parts")

    def test_double_on_the_device_agrees_with_the_processor(self):
        options = {"engine__precision": "fp64", "run__end_time": 0.125}
        self.succeed("run", "--quiet", "--out", "device", *device_run(**options))
        self.succeed("run", "--quiet", "--out", "cpu", *device_run(**options, engine__kind="cpu"))
        device, cpu = self.log_rows("device")[-1], self.log_rows("cpu")[-1]
        self.assertEqual(device["steps"], cpu["steps"])
        self.assertAlmostEqual(device["core_radius"], cpu["core_radius"], delta=1e-10)
        self.assertIn("opencl fp64", self.summary("device")["engine"])
        # Their last bits differ, so one does not go on for the other unasked.
        words = ["run", "--quiet", "--restart", "device", "--set", "engine.kind=cpu", "--set", "run.end_time=0.25"]
        refused = self.tucana(*words)
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("run.arithmetic=any", refused.stderr)
        self.succeed(*words, "--set", "run.arithmetic=any")
        self.assertIn("cpu fp64", self.summary("device")["engine"])

    def test_the_same_on_the_stand_in_of_cuda(self):
        small = {"model__n": 8, "run__end_time": 0.0625, "output__interval": 0.03125, "engine__kind": "cuda"}
        for devices in ("[0]", "[0, 1]"):
            self.succeed("run", "--quiet", "--out", devices, *device_run(**small, engine__devices=devices),
                         variables=STAND_IN)
        self.assert_same_stars("[0]", "[0, 1]")
        self.assertIn("cuda two_float 2 x", self.summary("[0, 1]")["engine"])


class Choice(RunTest):
    def test_auto_says_what_it_chose_and_keeps_to_it(self):
        done = self.succeed("run", "--out", "run", *device_run(engine__kind="auto", run__end_time=0.0625))
        said = re.search(r"engine.kind = auto chose (cpu|opencl) \(cpu .* ms, opencl .* ms, no cuda for 64 bodies\)",
                         done.stdout)
        self.assertTrue(said, done.stdout)
        self.assertIn(f'\nengine.kind = "{said[1]}"', (self.root / "run" / "used.toml").read_text())
        self.assertIn(said[1], self.summary("run")["engine"])
        again = self.succeed("run", "--restart", "run", "--set", "run.end_time=0.125")
        self.assertNotIn("auto", again.stdout)
        dry = self.succeed("run", "--dry-run", "--set", "engine.kind=auto", variables=NO_OPENCL).stdout
        self.assertRegex(dry, r"# engine.kind = auto chose cpu \(cpu .* ms, no opencl, no cuda for 1024 bodies\)")

    def refuse(self, *words, **more):
        done = self.tucana("run", "--out", "run", *words, **more)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertFalse((self.root / "run").exists(), "a refused run left its folder behind")
        return done.stderr

    def test_what_is_not_there_is_refused(self):
        self.assertIn("there is no opencl device 7; there are 0 (", self.refuse(*device_run(engine__devices="[7]")))
        self.assertIn("there is no such opencl device", self.refuse(*device_run(engine__device_type="accelerator")))
        self.assertIn("engine cuda: there is no CUDA driver here", self.refuse(*device_run(engine__kind="cuda")))
        self.assertIn("install", self.refuse(*device_run(), variables=NO_OPENCL))

    def test_lists_of_devices_in_a_file(self):
        for text, problem in {'"all"': "", "[0]": "", "[0, 0]": "", "[]": "neither", "[0.5]": "whole numbers",
                              '["a"]': "whole numbers", "3": "neither", '"some"': "neither", "[-1]": ">= 0"}.items():
            with self.subTest(devices=text):
                (self.root / "run.toml").write_text(f"[engine]\nkind = \"opencl\"\nprecision = \"two_float\"\n"
                                                    f"devices = {text}\n")
                if problem:
                    message = self.refuse("run.toml")
                    self.assertIn("run.toml:4: engine.devices ", message)
                    self.assertIn(problem, message)
                else:
                    shown = self.succeed("run", "--dry-run", "run.toml").stdout
                    self.assertIn(f"\nengine.devices = {text}  #", shown)


if __name__ == "__main__":
    unittest.main()
