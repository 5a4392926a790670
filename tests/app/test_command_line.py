"""What the program says and how it ends: help, exit codes, complaints, suggestions."""

import json
import os
import pathlib
import re
import unittest

from run_harness import RunTest, small_run

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [["run"], ["init"], ["init", "plummer"], ["init", "king"], ["init", "cluster"], ["init", "hernquist"],
            ["init", "nfw"], ["init", "m31"], ["init", "galaxy"], ["init", "combine"], ["convert"], ["info"], ["options"], ["devices"],
            ["plot"], ["evolve"]]


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
                         "init, convert, info, options, devices, plot, movie, ensemble, evolve, help")
        self.assertEqual(self.refuse("run", "--sett", "a=b"), "--sett is not a flag of `tucana run`; did you mean --set?")
        self.assertEqual(self.refuse("run", "--ouput=x"), "--ouput is not a flag of `tucana run`; did you mean --out?")
        self.assertEqual(self.refuse("init", "pulmmer", "-n", "4"), "pulmmer is not a command of `tucana init`; did you mean plummer?")
        self.assertIn("`tucana init` needs one of plummer, king, ", self.refuse("init"))
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
        self.assertRegex(info["shortest_step_reason"], r"star [0-9]+ at a distance of [0-9.e-]+")
        self.assertIn(info["shortest_step_reason"], self.succeed("info", "run").stdout)
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
