"""Ensembles: by the program and by Python, interrupted and called again."""

import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import tucana
from tucana import ensembles as module

PROGRAM = os.environ["TUCANA"]
SMALL = {"model.n": 32, "run.end_time": 0.25, "output.interval": 0.25}
PLAN = '[options]\nrun.end_time = 0.25\noutput.interval = 0.25\nmodel.n = 32\n[vary]\nmodel.seed = [1, 2]\n"integrator.eta" = [0.01, 0.02]\n'


class EnsembleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def command(self, *words):
        return subprocess.run([PROGRAM, "ensemble", *map(str, words)], capture_output=True, text=True, check=False, cwd=self.folder)

    def test_the_program_and_python_have_the_same_results(self):
        (self.folder / "plan.toml").write_text(PLAN)
        done = self.command("plan.toml", "--out", "a")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "a/results.csv\n", ""))
        with open(self.folder / "a" / "results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["model.seed"], row["integrator.eta"], row["reason"]) for row in rows],
                         [(seed, eta, "end_time") for seed in ("1", "2") for eta in ("0.01", "0.02")])
        own = tucana.ensemble(SMALL, vary={"model.seed": [1, 2], "integrator.eta": [0.01, 0.02]}, out=self.folder / "b")
        for one, other in zip(rows, own):
            for key in ("energy_error", "half_mass_radius", "core_radius", "steps"):
                self.assertEqual(float(one[key]), other[key])

    def test_what_is_done_stays_and_what_was_interrupted_goes_on(self):
        vary = {"model.seed": [1, 2, 3]}
        first = tucana.ensemble(SMALL, vary=vary, out=self.folder / "a")
        times = {path: path.stat().st_mtime_ns for path in self.folder.glob("a/*/summary.json")}
        # Member 1 is as if it had been killed after its last checkpoint, member 2 as if it had never begun.
        (self.folder / "a" / "0001" / "summary.json").unlink()
        for path in (self.folder / "a" / "0002").iterdir():
            path.unlink()
        again = tucana.ensemble(SMALL, vary=vary, out=self.folder / "a")
        for one, other in zip(first, again):
            self.assertEqual({**one, "wall_seconds": 0}, {**other, "wall_seconds": 0})
        kept = [path for path, time in times.items() if path.stat().st_mtime_ns == time]
        self.assertEqual([path.parent.name for path in kept], ["0000"])

    def test_mistakes(self):
        for arguments, words in (({"vary": {}}, "needs values"), ({"vary": {"model.n": 3}}, "must be a list"),
                                 ({"vary": {"model.n": [3]}, "jobs": -1}, "jobs")):
            with self.assertRaises(tucana.InputError) as caught:
                tucana.ensemble(out=self.folder / "x", **arguments)
            self.assertIn(words, str(caught.exception))
        with self.assertRaises(tucana.FailureError) as caught:
            tucana.ensemble(SMALL, vary={"model.n": [8, -8]}, out=self.folder / "y")
        self.assertIn("1 of 2 runs failed; the first: ", str(caught.exception))
        self.assertIn("model.n = -8 is not >= 1", str(caught.exception))
        tucana.ensemble(SMALL, vary={"model.n": [8]}, out=self.folder / "z")
        (self.folder / "z" / "0000" / "summary.json").unlink()
        # What never began for a mistake may be begun with another plan.
        with self.assertRaisesRegex(tucana.FailureError, "0000: options: model.m is not an option"):
            tucana.ensemble({**SMALL, "model.m": 3}, vary={"model.n": [8]}, out=self.folder / "w")
        self.assertEqual(len(tucana.ensemble(SMALL, vary={"model.n": [8]}, out=self.folder / "w")), 1)
        (self.folder / "file").touch()
        with self.assertRaisesRegex(tucana.InputError, "file/0000: cannot be written: Not a directory"):
            tucana.ensemble(SMALL, vary={"model.n": [8]}, out=self.folder / "file")
        with self.assertRaisesRegex(tucana.InputError, "another plan"):
            tucana.ensemble(SMALL, vary={"model.n": [9]}, out=self.folder / "z")

    def test_mistakes_of_a_plan_are_one_line(self):
        (self.folder / "good.toml").write_text(PLAN)
        for text, words in (("[vary", "plan.toml: "), ("seeds = 3\n", "seeds is none of"), ("[options]\n", "needs values")):
            (self.folder / "plan.toml").write_text(text)
            done = self.command("plan.toml")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)
        for words in (("none.toml",), ("good.toml", "--jobs", "x")):
            done = self.command(*words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_a_failed_program_is_told(self):
        member = module.Member(self.folder / "m", {}, {"model.n": 8}, None)
        self.assertEqual(len(module.compute([member], 1, "/bin/false")), 1)


if __name__ == "__main__":
    unittest.main()
