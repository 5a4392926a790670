"""What the program says and how it ends: help, exit codes, complaints, suggestions."""

import json
import os
import pathlib
import re
import unittest

from run_harness import RunTest, small_run

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [["run"], ["init"], ["init", "plummer"], ["init", "king"], ["init", "hernquist"],
            ["init", "nfw"], ["init", "m31"], ["init", "galaxy"], ["init", "combine"], ["info"], ["options"], ["devices"], ["plot"], ["bench"],
            ["bench", "direct"], ["bench", "orders"], ["bench", "precision"], ["bench", "run"], ["bench", "schedule"],
            ["bench", "tree"]]


class CommandTest(RunTest):
    def refuse(self, *words, code=2):
        """The one line of complaint."""
        done = self.tucana(*words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertTrue(lines[0].startswith("tucana: error: "), lines[0])
        return lines[0][len("tucana: error: "):]


class Words(CommandTest):
    def test_help_fits_eighty_columns(self):
        for words in [[], *COMMANDS]:
            with self.subTest(command=words):
                done = self.succeed(*words, "--help")
                self.assertEqual(done.stderr, "")
                self.assertIn("--help", done.stdout)
                for line in done.stdout.splitlines():
                    self.assertLessEqual(len(line), 80, line)
        self.assertEqual(self.succeed().stdout, self.succeed("--help").stdout)
        self.assertRegex(self.succeed("--version").stdout, r"^tucana \d+\.\d+\.\d+\n$")

    def test_examples_of_the_help_are_understood(self):
        for words in [[], *COMMANDS]:
            text = self.succeed(*words, "--help").stdout
            for example in re.findall(r"^  tucana (.*?)(?:  .*)?$", text, re.M):
                with self.subTest(example=example):
                    known = example.split(" > ")[0].split()
                    done = self.tucana(*known, "--no-such-flag")
                    self.assertIn("--no-such-flag is not a flag of", done.stderr)

    def test_suggestions(self):
        self.assertEqual(self.refuse("rnu"), "rnu is not a command of `tucana`; did you mean run?")
        self.assertEqual(self.refuse("weather"), "weather is not a command of `tucana`; the commands are run, "
                         "init, info, options, devices, plot, bench, help")
        self.assertEqual(self.refuse("run", "--sett", "a=b"), "--sett is not a flag of `tucana run`; did you mean --set?")
        self.assertEqual(self.refuse("run", "--ouput=x"), "--ouput is not a flag of `tucana run`; did you mean --out?")
        self.assertEqual(self.refuse("bench", "dircet"), "dircet is not a command of `tucana bench`; did you mean direct?")
        self.assertEqual(self.refuse("bench"), "`tucana bench` needs one of direct, g6, kernels, orders, precision, run, schedule, tree")
        self.assertEqual(self.refuse("--versoin"), "--versoin is not a flag of `tucana`; did you mean --version?")
        self.assertEqual(self.refuse("run", "a.toml", "b.toml"),
                         "`tucana run` does not know what to do with b.toml; see `tucana run --help`")
        self.assertIn("components is required", self.refuse("init", "galaxy"))
        self.assertIn("see `tucana plot --help`", self.refuse("plot"))

    def test_complaints_about_options(self):
        (self.root / "run.toml").write_text("[integrator]\neta = -1\n")
        self.assertEqual(self.refuse("run", "run.toml"), "run.toml:2: integrator.eta = -1 is not > 0; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, 0.025 for leapfrog)")
        (self.root / "run.toml").write_text("[integrator]\netta = 1\n")
        self.assertEqual(self.refuse("run", "run.toml"),
                         "run.toml:2: integrator.etta is not an option; did you mean integrator.eta?")
        self.assertEqual(self.refuse("run", "none.toml"), "none.toml: No such file or directory")
        self.assertEqual(self.refuse("run", "--set", "integrator.eta=-1"),
                         "--set integrator.eta=-1: integrator.eta = -1 is not > 0; typical is 0.02 (0.04 for ahmad_cohen, 0.5 for hermite6, 0.025 for leapfrog)")
        self.assertIn("SIMD", self.refuse("run", "--set", "engine.simd=MMX").replace("simd", "SIMD"))
        self.assertEqual(list(self.root.glob("**/used.toml")), [], "a refused run left a run behind")

    def test_a_run_without_a_folder_gets_a_new_one(self):
        self.refuse("run", "--set", "engine.simd=MMX")
        for folder in ("plummer", "plummer-2", "plummer-3"):
            self.succeed("run", "--quiet", *small_run(run__end_time=0.125))
            self.assertTrue((self.root / "runs" / folder / "summary.json").exists(), folder)
        self.assertFalse((self.root / "runs" / "plummer-4").exists())

    def test_restart_takes_no_other_words(self):
        for words in (["a.toml"], ["--out", "x"], ["--force"]):
            self.assertIn("leave out", self.refuse("run", "--restart", "x", *words))


class Options(RunTest):
    def test_the_reference_page_is_up_to_date(self):
        page = (ROOT / "docs" / "options.md").read_text()
        self.assertEqual(self.succeed("options", "--markdown").stdout, page,
                         "regenerate it: tucana options --markdown > docs/options.md")

    def test_json_and_text_name_the_same_options(self):
        listed = json.loads(self.succeed("options", "--json").stdout)
        text = self.succeed("options").stdout
        self.assertEqual([o["name"] for o in listed], re.findall(r"^  ([a-z]+\.[a-z0-9_]+) = ", text, re.M))
        everything = json.loads(self.succeed("options", "--all", "--json").stdout)
        self.assertEqual([o["name"] for o in everything if not o["expert"]], [o["name"] for o in listed])
        self.assertGreater(len(everything), len(listed))
        whole = self.succeed("options", "--all").stdout
        for option in everything:
            self.assertEqual(f"  {option['name']} = " in text, not option["expert"], option["name"])
            self.assertIn(f"  {option['name']} = ", whole)
        eta = next(o for o in listed if o["name"] == "integrator.eta")
        self.assertEqual((eta["type"], eta["default"], eta["minimum"], eta["minimum_included"], eta["maximum"]),
                         ("real", 0.02, 0, False, 1))
        self.assertTrue(eta["may_change_at_restart"])
        devices = next(o for o in listed if o["name"] == "engine.devices")
        self.assertEqual((devices["type"], devices["default"]), ("list of integers", "all"))

    def test_a_dry_run_prints_a_file_that_runs(self):
        words = small_run()
        shown = self.succeed("run", "--dry-run", "--out", "x", *words).stdout
        self.assertFalse((self.root / "x").exists())
        self.assertIn("# stars   48\n", shown)
        (self.root / "again.toml").write_text(shown)
        again = self.succeed("run", "--dry-run", "--out", "x", "again.toml").stdout
        self.assertEqual(shown, again)


class Commands(CommandTest):
    def test_init_info_and_run(self):
        self.succeed("init", "plummer", "-n", "64", "--seed", "3", "-o", "stars.hdf5")
        again = self.tucana("init", "plummer", "-n", "64", "-o", "stars.hdf5")
        self.assertEqual((again.returncode, "--force" in again.stderr), (2, True))
        info = json.loads(self.succeed("info", "stars.hdf5", "--json").stdout)
        self.assertEqual((info["kind"], info["n"], info["time"], info["mass_msun"]), ("stars", 64, 0, 64))
        self.assertAlmostEqual(info["energy"], -0.25, delta=1e-12)
        self.assertAlmostEqual(info["virial_ratio"], 0.5, delta=1e-12)
        self.assertEqual(self.tucana("init", "plummer", "-n", "0", "-o", "x.hdf5").returncode, 2)
        self.succeed("run", "--quiet", "--out", "from-file", *small_run(model__kind="file", model__file="stars.hdf5"))
        self.assertEqual(self.log_rows("from-file")[0]["n"], 64)

    def test_info_about_a_run(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        info = json.loads(self.succeed("info", "run", "--json").stdout)
        self.assertEqual((info["kind"], info["state"], info["reason"], info["time"], info["checkpoint_time"]),
                         ("run", "stopped", "end_time", 1, 1))
        self.assertEqual(info["model.n"], 48)
        checkpoint = json.loads(self.succeed("info", "run/checkpoint.hdf5", "--json").stdout)
        self.assertEqual((checkpoint["kind"], checkpoint["time"]), ("checkpoint", 1))
        (self.root / "run" / "summary.json").unlink()
        self.assertIn("interrupted", self.succeed("info", "run").stdout)
        for bad in ("nowhere", ".", "run/used.toml"):
            self.assertEqual(self.tucana("info", bad).returncode, 2, bad)

    def test_devices(self):
        found = json.loads(self.succeed("devices", "--json").stdout)
        self.assertGreaterEqual(found["usable_processors"], 1)
        text = self.succeed("devices").stdout
        for level in found["simd_levels"]:
            self.assertIn(level, text)
            self.succeed("run", "--quiet", "--out", level, *small_run(engine__simd=level, run__end_time=0.125))

    def test_bench(self):
        direct = json.loads(self.succeed("bench", "direct", "-n", "256", "--rounds", "1", "--threads", "1", "--json").stdout)
        self.assertEqual({r["precision"] for r in direct["results"]}, {"fp64", "extended", "two_float", "fp32"})
        run = json.loads(self.succeed("bench", "run", "-n", "16,32", "--from", "0", "--to", "0.125", "--json").stdout)
        self.assertEqual([r["n"] for r in run["results"]], [16, 32])
        self.succeed("bench", "schedule", "-n", "100,1e3", "--blocks", "50")
        self.succeed("bench", "tree", "-n", "500", "--accuracy", "0.01", "--rounds", "1")
        active = json.loads(self.succeed("bench", "tree", "-n", "50", "--active", "--rounds", "1", "--json").stdout)
        self.assertEqual([(r["active"], r["group_bodies"]) for r in active["results"]],
                         [(n, size) for n in (16, 32, 50) for size in (0, 1, 2, 4, 8, 16, 32)])
        self.assertEqual([r["groups"] for r in active["results"] if r["group_bodies"] == 1], [16, 32, 50])
        runs = ["bench", "tree", "-n", "500", "--to", "0.125", "--rounds", "1"]
        tuning = json.loads(self.succeed(*runs, "--tuning", "--interval", "1,4", "--radius", "3", "--json").stdout)
        self.assertEqual([(r["tuning"], r["rebuild_interval"]) for r in tuning["results"]],
                         [("counted", 0), ("timed", 0), ("fixed", 1), ("fixed", 4)])
        steps = json.loads(self.succeed(*runs, "--steps", "--model", "m31", "--accuracy", "0.1,0.01", "--json").stdout)
        self.assertEqual([r["steps"] for r in steps["results"]], ["block", "shared"] * 2)
        memory = json.loads(self.succeed(*runs, "--memory", "--json").stdout)
        self.assertGreater(memory["state_bytes"], 80)  # 81 where ids and masses need no column
        self.assertTrue(json.loads(self.succeed(*runs, "--blocks", "--json").stdout)["results"])
        self.assertEqual(self.tucana(*runs, "--steps", "--tuning").returncode, 2)
        self.assertEqual(self.tucana("bench", "run", "--from", "2", "--to", "1").returncode, 2)
        self.assertEqual(self.tucana("bench", "direct", "--precision", "fp16").returncode, 2)

    def test_bench_precision(self):
        words = ["bench", "precision", "-n", "32", "--to", "0.125", "--interval", "0.0625"]
        done = json.loads(self.succeed(*words, "--json", "--plot", "errors.png").stdout)
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
                self.assertIn(message, self.refuse("bench", "precision", flag, word))

    def test_bench_orders(self):
        words = ["bench", "orders", "-n", "16,32", "--to", "0.125", "--error", "1e-4,1e-5", "--softening", "0.1"]
        done = json.loads(self.succeed(*words, "--seeds", "1", "--json", "--plot", "orders.png").stdout)
        self.assertEqual({(r["integrator"], r["n"]) for r in done["results"]},
                         {(kind, n) for kind in ("hermite4", "hermite6") for n in (16, 32)})
        self.assertEqual([r["error"] for r in done["reached"]], [1e-4, 1e-5] * 4)
        self.assertTrue((self.root / "orders.png").read_bytes().startswith(b"\x89PNG"))
        for flag, word in (("--error", "0"), ("--error", "-1"), ("--error", "x"), ("--to", "0"), ("-n", "1"),
                           ("--softening", "-1"), ("--seeds", "0"), ("--plot", "a")):
            with self.subTest(flag=flag, word=word):
                self.assertIn(word, self.refuse("bench", "orders", flag, word))

    def test_plot_says_what_is_missing(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run(run__end_time=0.25))
        os.environ["TUCANA_PYTHON"] = "/bin/false"
        self.addCleanup(os.environ.pop, "TUCANA_PYTHON")
        done = self.tucana("plot", "run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("python3-matplotlib", done.stderr)
        self.assertEqual(self.tucana("plot", "nowhere").returncode, 2)


class Terminal(RunTest):
    def test_lines_on_a_pipe(self):
        shown = self.succeed("run", "--out", "run", *small_run()).stdout
        rows = [line for line in shown.splitlines() if re.match(r"^ +[0-9.]+ +-?[0-9.]+e", line)]
        self.assertEqual(len(rows), 5, shown)
        self.assertNotIn("\x1b", shown)
        self.assertNotIn("\r", shown)
        for line in shown.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_quiet_is_silent(self):
        done = self.succeed("run", "--quiet", "--out", "run", *small_run())
        self.assertEqual((done.stdout, done.stderr), ("", ""))


if __name__ == "__main__":
    unittest.main()
