"""The program tucana-bench: help, tables, JSON, pictures and complaints. TUCANA names it."""

import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "app"))
from run_harness import RunTest  # noqa: E402

COMMANDS = ["direct", "g6", "kernels", "orders", "precision", "run", "schedule", "stellar", "tree", "help"]
RUNS = ["tree", "-n", "500", "--to", "0.125", "--rounds", "1"]


class BenchTest(RunTest):
    def refuse(self, *words):
        """The one line of complaint."""
        done = self.tucana(*words, timeout=60)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
        self.assertTrue(done.stderr.startswith("tucana-bench: error: "), done.stderr)
        return done.stderr[len("tucana-bench: error: "):].rstrip("\n")

    def json(self, *words):
        return json.loads(self.succeed(*words, "--json").stdout)


class Words(BenchTest):
    def test_help(self):
        for words in [[], *([command] for command in COMMANDS)]:
            with self.subTest(command=words):
                text = self.succeed(*words, "--help").stdout
                self.assertEqual(self.succeed("help", *words).stdout, text)
                for line in text.splitlines():
                    self.assertLessEqual(len(line), 80, line)
        self.assertEqual(self.succeed().stdout, self.succeed("--help").stdout)
        self.assertEqual(re.findall(r"^  (\w+) ", self.succeed().stdout.split("Commands:")[1], re.M), COMMANDS)
        self.assertRegex(self.succeed("--version").stdout, r"^tucana-bench \d+\.\d+\.\d+\n$")

    def test_suggestions(self):
        self.assertEqual(self.refuse("dircet"), "dircet is not a command of `tucana-bench`; did you mean direct?")
        self.assertEqual(self.refuse("help", "dircet"), "dircet is not a command of `tucana-bench`; did you mean direct?")
        self.assertIn("--no-such is not a flag of `tucana-bench tree`", self.refuse("tree", "--no-such"))

    def test_complaints(self):
        self.refuse(*RUNS, "--steps", "--tuning")
        self.refuse("run", "--from", "2", "--to", "1")
        self.refuse("direct", "--precision", "fp16")
        self.assertIn("--to", self.refuse("run", "-n", "2", "--to", "40000"))
        for command in ("tree", "orders", "precision"):
            self.assertIn("the name is empty", self.refuse(command, "--plot", ""))


class Reports(BenchTest):
    def test_tables_fit_eighty_columns(self):
        for words in (["direct", "-n", "256", "--rounds", "1"], ["g6", "-n", "256", "--targets", "32", "--rounds", "1"],
                      ["run", "-n", "16,32", "--from", "0", "--to", "0.125"], ["schedule", "-n", "100", "--blocks", "50"],
                      ["stellar", "-n", "50", "--until", "100"],
                      ["orders", "-n", "16", "--to", "0.125", "--error", "1e-4", "--softening", "0.1", "--seeds", "1"],
                      ["precision", "-n", "32", "--to", "0.125", "--interval", "0.0625"],
                      ["tree", "-n", "500", "--accuracy", "0.01", "--rounds", "1"],
                      [*RUNS, "--tuning", "--interval", "1", "--radius", "3"], [*RUNS, "--steps"], [*RUNS, "--blocks"],
                      [*RUNS, "--memory"], ["tree", "-n", "50", "--active", "--rounds", "1"]):
            with self.subTest(bench=words):
                for line in self.succeed(*words).stdout.splitlines():
                    self.assertLessEqual(len(line), 80, line)

    def test_forces_and_runs(self):
        direct = self.json("direct", "-n", "256", "--rounds", "1", "--threads", "1")
        self.assertEqual({r["precision"] for r in direct["results"]}, {"fp64", "extended", "two_float", "fp32"})
        run = self.json("run", "-n", "16,32", "--from", "0", "--to", "0.125")
        self.assertEqual([r["n"] for r in run["results"]], [16, 32])
        self.succeed("schedule", "-n", "100,1e3", "--blocks", "50")

    def test_stars(self):
        one = self.json("stellar", "-n", "400", "--threads", "1")
        two = self.json("stellar", "-n", "400", "--threads", "2")
        self.assertEqual(one["type_changes"], two["type_changes"])
        self.assertEqual(one["remaining_mass"], two["remaining_mass"])
        self.assertTrue(0.5 < one["remaining_mass"] < 0.8, "a third of the mass is lost within 12 Gyr")

    def test_trees(self):
        self.succeed("tree", "-n", "500", "--accuracy", "0.01", "--rounds", "1")
        active = self.json("tree", "-n", "50", "--active", "--rounds", "1")
        self.assertEqual([(r["active"], r["group_bodies"]) for r in active["results"]],
                         [(n, size) for n in (16, 32, 50) for size in (0, 1, 2, 4, 8, 16, 32)])
        self.assertEqual([r["groups"] for r in active["results"] if r["group_bodies"] == 1], [16, 32, 50])
        tuning = self.json(*RUNS, "--tuning", "--interval", "1,4", "--radius", "3")
        self.assertEqual([(r["tuning"], r["rebuild_interval"]) for r in tuning["results"]],
                         [("counted", 0), ("timed", 0), ("fixed", 1), ("fixed", 4)])
        steps = self.json(*RUNS, "--steps", "--model", "m31", "--accuracy", "0.1,0.01")
        self.assertEqual([r["steps"] for r in steps["results"]], ["block", "shared"] * 2)
        self.assertGreater(self.json(*RUNS, "--memory")["state_bytes"], 80)  # 81 where ids and masses need no column
        self.assertTrue(self.json(*RUNS, "--blocks")["results"])

    def test_precision(self):
        words = ["precision", "-n", "32", "--to", "0.125", "--interval", "0.0625"]
        done = self.json(*words, "--plot", "errors.png")
        self.assertEqual([(r["precision"], r["time"]) for r in done["results"]],
                         [(p, t) for p in ("fp64", "extended", "fp32") for t in (0, 0.0625, 0.125)])
        self.assertTrue((self.root / "errors.png").read_bytes().startswith(b"\x89PNG"))
        self.assertEqual(self.succeed(*words, "--plot", "errors.svg").stdout.splitlines()[-1], "errors.svg")
        for flag, word, message in (("--precision", "fp16", "fp16"), ("--precision", "two_float", "two_float"),
                                    ("--to", "0", "is not > 0"), ("--to", "-1", "is not > 0"), ("--to", "x", "--to"),
                                    ("-n", "-4", "-n"), ("--step", "0.01", "power of two"), ("--step", "-1", "--step"),
                                    ("--softening", "-1", "--softening"), ("--engine", "cpu", "opencl or cuda"),
                                    ("--plot", "a.bmp", "kind of picture"), ("--plot", "no/a.png", "no folder no")):
            with self.subTest(flag=flag, word=word):
                self.assertIn(message, self.refuse("precision", flag, word))

    def test_orders(self):
        done = self.json("orders", "-n", "16,32", "--to", "0.125", "--error", "1e-4,1e-5", "--softening", "0.1",
                         "--seeds", "1", "--plot", "orders.png")
        self.assertEqual({(r["integrator"], r["n"]) for r in done["results"]},
                         {(kind, n) for kind in ("hermite4", "hermite6") for n in (16, 32)})
        self.assertEqual([r["error"] for r in done["reached"]], [1e-4, 1e-5] * 4)
        self.assertTrue((self.root / "orders.png").read_bytes().startswith(b"\x89PNG"))
        for flag, word in (("--error", "0"), ("--error", "-1"), ("--error", "x"), ("--to", "0"), ("-n", "1"),
                           ("--softening", "-1"), ("--seeds", "0"), ("--plot", "a")):
            with self.subTest(flag=flag, word=word):
                self.assertIn(word, self.refuse("orders", flag, word))


if __name__ == "__main__":
    unittest.main()
