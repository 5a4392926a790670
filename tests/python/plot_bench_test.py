"""Pictures of what the benchmarks report, and one clear line for what is no report."""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

PYTHON_FOLDER = Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(PYTHON_FOLDER))
from tucana import plot_bench, plot_tree  # noqa: E402

PRECISION = {"bench": "precision", "n": 8, "softening": 0.125, "step": 0.0078125, "to": 2, "results": [
    {"precision": p, "time": t, "energy_error": -t * e, "angular_momentum_error": 2 * t * e}
    for p, e in (("fp64", 1e-11), ("extended", 2e-11), ("fp32", 1e-7)) for t in (0, 1, 2)]}
ORDERS = {"bench": "orders", "softening": 0.00390625, "results": [
    {"integrator": kind, "n": n, "to": 0.5, "seeds": 1, "eta": eta, "wall_seconds": 1 / eta, "cpu_seconds": 2 / eta,
     "steps": n / eta, "energy_error": eta ** power}
    for kind, power in (("hermite4", 2.5), ("hermite6", 6)) for n in (16, 64) for eta in (0.5, 0.25)], "reached": []}

PHASES = {f"{phase}_seconds": 0.1 for phase in ("total", "build", "moments", "walk", "integration")}
TREE = {"engine": "tree cpu", "model": "m31", "n": 1024, "to": 1, "softening": 0.016, "criterion": "acceleration",
        "accuracy": 0.0078125, "rounds": 2, "sample": 10}
TREE_REPORTS = [
    {**TREE, "bench": "tree", "results": [
        {**PHASES, "criterion": c, "order": "quadrupole", "accuracy": d, "error_median": d / 9, "error_99": d / 3}
        for c in ("angle", "acceleration") for d in (0.5, 0.25)]},
    {**TREE, "bench": "tree_steps", "results": [
        {"steps": s, "accuracy": d, "total_seconds": t / d} for d in (0.5, 0.25)
        for s, t in (("block", 1), ("shared", 4))]},
    {**TREE, "bench": "tree_tuning", "results": [
        {"tuning": tuning, "rebuild_interval": i, "split_radius": 3, "total_seconds": 1 + 1 / (i + 1), "rounds": r}
        for tuning, i, r in (("counted", 0, 2), ("fixed", 1, 1), ("fixed", 2, 2), ("fixed", 4, 2))]},
    {**TREE, "bench": "tree_scaling", "power": 1.1, "results": [{**PHASES, "n": n, "accuracy": 0.5} for n in (16, 64)]},
    {**TREE, "bench": "tree_crossing", "results": [
        {"n": n, "tree_seconds": n, "direct_seconds": n * n} for n in (16, 64)]},
    {**TREE, "bench": "tree_blocks", "results": [
        {**PHASES, "active": n, "interactions": 100 * n, "build_seconds": 0} for n in (16, 64)]},
    {**TREE, "bench": "tree_active", "results": [
        {"active": n, "group_bodies": size, "walk_seconds": n / (size + 1), "total_seconds": n}
        for n in (16, 64) for size in (0, 1, 32)]},
]


class PlotBenchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.picture = Path(folder.name) / "a.png"

    def plot(self, text, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(text)):
            code = plot_bench.main(list(arguments))
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    def test_draws_both_reports(self):
        for report in (PRECISION, ORDERS):
            done = self.plot(json.dumps(report), "-o", str(self.picture))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, f"{self.picture}\n", ""))
            self.assertEqual(self.picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual([p.name for p in self.picture.parent.iterdir()], ["a.png"])
        self.assertEqual(self.plot(json.dumps(ORDERS), "-o", str(self.picture), "--quiet").stdout, "")

    def test_curves_are_the_numbers(self):
        energy, spin = plot_bench.draw_precision(PRECISION).axes
        self.assertEqual([line.get_label() for line in energy.lines], ["fp64", "extended", "fp32"])
        self.assertEqual(list(energy.lines[2].get_ydata())[1:], [1e-7, 2e-7])
        self.assertEqual(list(spin.lines[1].get_ydata())[1:], [4e-11, 8e-11])
        seconds, steps = plot_bench.draw_orders(ORDERS).axes
        self.assertEqual(len(seconds.lines), 4)
        # Seconds and steps of half a unit of time.
        self.assertEqual(list(seconds.lines[0].get_xdata()), [8, 16])
        self.assertEqual(list(steps.lines[3].get_xdata()), [4, 8])
        self.assertEqual(list(steps.lines[3].get_ydata()), [0.5 ** 6, 0.25 ** 6])

    def test_draws_reports_of_trees(self):
        for report in TREE_REPORTS:
            with self.subTest(report["bench"]):
                done = self.plot(json.dumps(report), "-o", str(self.picture))
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, f"{self.picture}\n", ""))
        _, gain = plot_tree.draw_steps(TREE_REPORTS[1]).axes
        self.assertEqual(list(gain.lines[0].get_ydata()), [4, 4])
        lines = plot_tree.draw_active(TREE_REPORTS[6]).axes[0].lines
        self.assertEqual([line.get_label() for line in lines[:3]], ["chosen", "1", "32"])
        self.assertEqual(list(lines[1].get_ydata()), [8, 32])
        # What was given up after a round is on no line.
        kept, early = plot_tree.draw_tuning(TREE_REPORTS[2]).axes[0].lines[:2]
        self.assertEqual((list(kept.get_xdata()), list(early.get_xdata())), ([2, 4], [1]))

    def test_errors_of_zero_are_drawn(self):
        rows = [{**row, "energy_error": 0, "angular_momentum_error": 0} for row in PRECISION["results"]]
        self.assertEqual(self.plot(json.dumps({**PRECISION, "results": rows}), "-o", str(self.picture)).returncode, 0)

    def test_what_is_no_report_is_one_line(self):
        for text in ("", "{", "[]", "3", '{"bench": "direct"}', '{"bench": "orders"}', '{"bench": []}'):
            with self.subTest(text=text):
                done = self.plot(text, "-o", str(self.picture))
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        for arguments, code in ((["-o", "a.jpeg2"], 2), ([], 2), (["-o", "/no/such/folder/a.png"], 1)):
            done = self.plot(json.dumps(ORDERS), *arguments)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (code, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
