"""Text for people: help, width of lines on a terminal, and messages that say what is wrong in words of their own."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import unittest

from run_harness import TUCANA, RunTest, small_run

COMMANDS = [[], ["run"], ["init"], ["init", "plummer"], ["init", "king"], ["init", "hernquist"], ["init", "nfw"],
            ["init", "m31"], ["init", "galaxy"], ["init", "combine"], ["init", "cluster"], ["convert"], ["info"], ["options"],
            ["devices"], ["plot"], ["evolve"], ["help"]]
# Words of libraries that mean nothing to a user.
RAW = ("json.exception", "filesystem error", "basic_filebuf", "iostream", "std::", "type_error", "what():")


AT_REST = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def has_terminals():
    """Some containers have none: then TUCANA_COLUMNS stands for them."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


HAS_TERMINALS = has_terminals()


class TextTest(RunTest):
    def refuse(self, *words, code=2):
        """The one line of complaint, which no library wrote."""
        done = self.tucana(*words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("tucana: error: "), done.stderr)
        for raw in RAW:
            self.assertNotIn(raw, done.stderr)
        return done.stderr[len("tucana: error: "):].rstrip("\n")

    def on_terminal(self, columns, *words, variables=None):
        """What the program writes to a terminal of so many columns: its lines."""
        if not HAS_TERMINALS:
            environment = {**os.environ, "TUCANA_COLUMNS": str(columns), **(variables or {})}
            done = subprocess.run([TUCANA, *map(str, words)], cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return done.stdout.rstrip("\n").split("\n")
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm", **(variables or {})}
        with subprocess.Popen([TUCANA, *map(str, words)], cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                              stdout=theirs, stderr=theirs) as child:
            os.close(theirs)
            text = b""
            while True:
                try:
                    piece = os.read(ours, 65536)
                except OSError:  # EIO: the other end is closed
                    break
                if not piece:
                    break
                text += piece
        os.close(ours)
        return text.decode().replace("\r\n", "\n").rstrip("\n").split("\n")

    def assert_fits(self, lines, columns):
        for line in lines:
            if len(line) > columns:
                self.assertNotIn(" ", line.strip(), f"{columns} columns: a line could have been broken")


class Help(TextTest):
    def test_help_command_shows_what_the_flag_shows(self):
        for words in COMMANDS:
            with self.subTest(command=words):
                self.assertEqual(self.succeed("help", *words).stdout, self.succeed(*words, "--help").stdout)
        self.assertIn("\n  help ", self.succeed().stdout)
        self.assertEqual(self.refuse("help", "rnu"), "rnu is not a command of `tucana`; did you mean run?")
        self.assertEqual(self.refuse("help", "init", "pulmmer"),
                         "pulmmer is not a command of `tucana init`; did you mean plummer?")
        self.assertEqual(self.refuse("help", "run", "x"), "`tucana run` has no commands of its own")

    def test_help_fits_any_terminal(self):
        for columns in (80, 60, 40):
            for words in (["run"], ["init", "combine"], ["info"], []):
                with self.subTest(command=words, columns=columns):
                    lines = self.on_terminal(columns, *words, "--help")
                    self.assertGreater(len(lines), 8)
                    self.assert_fits(lines, columns)

    def test_help_on_a_narrow_terminal_says_the_same(self):
        wide, narrow = (" ".join(" ".join(self.on_terminal(c, "run", "--help")).split()) for c in (200, 40))
        self.assertEqual(wide, narrow)


class Lines(TextTest):
    def test_errors_break_at_spaces_on_a_terminal_and_nowhere_on_a_pipe(self):
        words = ["run", "--set", "integrator.eta=-1"]
        whole = self.refuse(*words)
        for columns in (80, 60, 30):
            lines = self.on_terminal(columns, *words)
            self.assertGreater(len(lines), 1)
            self.assert_fits(lines, columns)
            self.assertEqual(" ".join(line.strip() for line in lines), "tucana: error: " + whole)

    def test_a_path_stays_whole(self):
        folder = self.root / ("long-name-" * 12)
        lines = self.on_terminal(40, "info", f"{folder}/x")
        self.assertIn(str(folder)[:40], "\n".join(lines))

    def test_plot_complains_as_all_others_do(self):
        (self.root / "empty").mkdir()
        self.assertIn("holds no log.jsonl", self.refuse("plot", "empty"))
        self.assert_fits(self.on_terminal(40, "plot", "empty"), 40)
        self.assertIn("unknown kind of picture", self.refuse("plot", "empty", "-o", "x.bmp"))

    def test_info_and_runs_fit_a_terminal(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        (self.root / "run" / "summary.json").unlink()
        for columns in (80, 50):
            self.assert_fits(self.on_terminal(columns, "info", "run"), columns)
            self.assert_fits(self.on_terminal(columns, "info", "run/snapshot_0000.hdf5"), columns)
            self.assert_fits(self.on_terminal(columns, "devices"), columns)
            self.assert_fits(self.on_terminal(columns, "options"), columns)
            lines = self.on_terminal(columns, "run", "--out", f"run-{columns}", *small_run())
            if columns < 80 and not HAS_TERMINALS:
                continue  # rows of a pipe have columns of their own
            self.assert_fits([re.sub(r".*\r", "", line).replace("\x1b[K", "") for line in lines], columns)


class Info(TextTest):
    def test_many_stars_are_summed_by_a_tree(self):
        n = 33000
        self.succeed("init", "nfw", "-n", n, "-o", "many.hdf5")
        quick = json.loads(self.succeed("info", "many.hdf5", "--json").stdout)
        exact = json.loads(self.succeed("info", "many.hdf5", "--json", "--exact").stdout)
        self.assertEqual((quick["potential_by"], exact["potential_by"]), ("tree", "all pairs"))
        self.assertAlmostEqual(quick["potential_energy"] / exact["potential_energy"], 1, delta=1e-4)
        self.assertNotEqual(quick["potential_energy"], exact["potential_energy"])
        self.assertEqual(quick["kinetic_energy"], exact["kinetic_energy"])
        self.assertIn("--exact", self.succeed("info", "many.hdf5").stdout)

    def test_a_sum_that_takes_minutes_is_announced(self):
        with subprocess.Popen([TUCANA, "init", "plummer", "-n", "10000000"], cwd=self.root, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True) as child:
            self.assertIn("may take minutes", child.stderr.readline())
            child.kill()

    def test_few_stars_are_summed_over_all_pairs(self):
        self.succeed("init", "plummer", "-n", 64, "-o", "few.hdf5")
        info = json.loads(self.succeed("info", "few.hdf5", "--json").stdout)
        self.assertEqual(info["potential_by"], "all pairs")
        self.assertAlmostEqual(info["energy"], -0.25, delta=1e-12)

    def test_damaged_files_of_a_run(self):
        self.succeed("run", "--quiet", "--out", "run", *small_run())
        run = self.root / "run"
        summary = (run / "summary.json").read_text()
        for text in ("7", "[]", '{"reason": 5}', '{"reason": null, "problem": []}', "{", ""):
            (run / "summary.json").write_text(text)
            self.assertIn("summary.json: is damaged", self.succeed("info", "run").stdout, text)
        (run / "summary.json").unlink()
        (run / "summary.json").mkdir()
        self.assertIn("summary.json: is a folder", self.succeed("info", "run").stdout)
        (run / "summary.json").rmdir()
        (run / "summary.json").write_text(summary)
        log = (run / "log.jsonl").read_text()
        for line in ('{"time": "x"}', '{"time": 1, "lagrangian_radii": 5}', '{"lagrangian_radii": {"1": "x"}}', "7"):
            (run / "log.jsonl").write_text(log + line + "\n")
            info = json.loads(self.succeed("info", "run", "--json").stdout)
            self.assertEqual((info["time"], info["damaged_rows"]), (1, 1), line)
            self.succeed("info", "run")
        for name in ("checkpoint.hdf5", "checkpoint.previous.hdf5"):
            (run / name).unlink(missing_ok=True)
            (run / name).symlink_to(name)
        self.assertIn("Too many levels of symbolic links", self.succeed("info", "run").stdout)

    def test_names_that_cannot_be(self):
        long = "x" * 300
        self.assertIn("File name too long", self.refuse("info", long))
        self.assertIn("File name too long", self.refuse("run", "--out", long, *small_run()))
        self.assertIn("File name too long", self.refuse("run", "--out", f"{long}/run", *small_run()))
        self.refuse("run", "--restart", long)
        self.refuse("run", long)
        self.assertIn("File name too long", self.refuse("init", "plummer", "-n", 8, "-o", long, code=1))
        (self.root / "loop").symlink_to("loop")
        self.assertIn("Too many levels", self.refuse("info", "loop"))
        self.assertIn("Too many levels", self.refuse("run", "--out", "loop", *small_run()))

    def test_empty_names(self):
        for words in (["init", "plummer", "-n", "8", "-o", ""], ["init", "plummer", "-n", "8", "--run-file", ""],
                      ["plot", ".", "-o", ""]):
            self.assertIn("the name is empty", self.refuse(*words))
        self.assertEqual(list(self.root.iterdir()), [])


class Stars(TextTest):
    def write_stars(self, name, rows):
        (self.root / name).write_text("".join(" ".join(map(repr, row)) + "\n" for row in rows))
        return small_run(model__kind="file", model__file=name, gravity__softening=0, **{"run.end_time": 0.25})

    def test_a_number_that_is_too_large_names_the_star(self):
        words = self.write_stars("far.txt", [AT_REST, (1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
                                             (1.0, 2e16, 0.0, 0.0, 0.0, 0.0, 0.0)])
        for engine in ("engine.precision=fp32", "engine.precision=two_float"):
            said = self.refuse("run", "--out", "run", *words, "--set", engine)
            self.assertRegex(said, r"position of star 3 is 2e\+16, above 1e\+15")
            self.assertNotIn("slot", said)

    def test_a_mass_that_floats_cannot_hold_names_the_star(self):
        words = self.write_stars("light.txt", [AT_REST, (1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
                                               (1e-45, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)])
        for precision in ("fp32", "two_float", "extended"):
            said = self.refuse("run", "--out", "run", *words, "--set", f"engine.precision={precision}")
            self.assertIn("star 3: its mass is 1e-45, below ", said)
            self.assertIn("use engine.precision = fp64", said)

    def test_a_speed_just_above_the_limit_is_told_apart_from_it(self):
        fast = 1.0000000000000002e100
        words = self.write_stars("fast.txt", [(1.0, 3.0, 0.0, 0.0, fast, 0.0, 0.0), AT_REST,
                                              (1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)])
        self.assertIn("velocity of star 1 is 1.0000000000000002e+100, above 1e+100",
                      self.refuse("run", "--out", "run", *words))

    def test_a_fast_star_is_not_told_that_a_pair_is_close(self):
        words = self.write_stars("fast.txt", [(1.0, 3.0, 0.0, 0.0, 1e100, 0.0, 0.0), AT_REST,
                                              (1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)])
        for kind in ("hermite4", "hermite6", "ahmad_cohen"):
            said = self.refuse("run", "--out", "run", *words, "--set", f"integrator.kind={kind}", "--set", "fewbody.kind=off")
            self.assertNotIn("close", said)
            self.assertRegex(said, r"star 1 \(speed 1e\+100\).*too fast|velocity of star 1 is 1e\+100")

    def test_a_close_pair_is_named(self):
        words = self.write_stars("close.txt", [(1.0, 0.0, 0.0, 0.0, 0.0, 1e5, 0.0), (1.0, 1e-10, 0.0, 0.0, 0.0, -1e5, 0.0)])
        said = self.refuse("run", "--out", "run", *words, "--set", "fewbody.kind=off")
        self.assertIn("softening", said)
        self.assertRegex(said, r"star [12] .* star [12]")


class Stop(TextTest):
    def test_a_folder_with_the_name_stop_stops_too(self):
        words = small_run(**{"run.end_time": 1000, "output.interval": 1, "output.snapshot_interval": 1000})
        for name, inside in (("empty", None), ("full", "x")):
            stop = self.root / name / "STOP"
            stop.mkdir(parents=True)
            if inside:
                (stop / inside).write_text("")
            done = self.tucana("run", "--out", name, *words)
            self.assertIn("stopped by the file STOP", done.stdout, done.stderr)
            for raw in RAW:
                self.assertNotIn(raw, done.stdout + done.stderr)
            self.assertEqual(self.summary(name)["reason"], "stop_file")
            self.assertEqual(stop.exists(), inside is not None)
            self.assertEqual("remove it before" in done.stdout, inside is not None, done.stdout)


if __name__ == "__main__":
    unittest.main()
