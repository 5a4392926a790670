"""tucana plot, as a program: pictures of good runs, one clear line for bad ones."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PYTHON_FOLDER = Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(PYTHON_FOLDER))
from tucana import plot as plot_module  # noqa: E402
from tucana.run_log import read_run  # noqa: E402

PERCENTS = ("1", "2", "5", "10", "25", "50", "75", "90")


def row(time, error=1e-8, scale=1.0, **more):
    radii = {p: scale * float(p) / 50 for p in PERCENTS}
    return {"time": time, "n": 100, "steps": 5000, "energy_error": error, "lagrangian_radii": radii,
            "core_radius": 0.3 * scale, **more}


class PlotTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.run_folder = Path(folder.name) / "my run"
        self.run_folder.mkdir()

    def write_log(self, *rows, tail=""):
        text = "".join(json.dumps(r) + "\n" for r in rows) + tail
        (self.run_folder / "log.jsonl").write_text(text)

    def plot(self, *arguments, folder=None):
        """What the program would print and return, without starting an interpreter each time."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = plot_module.main([str(folder or self.run_folder), *arguments])
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    def expect_picture(self, *arguments, note=""):
        done = self.plot(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, note))
        path = Path(done.stdout.strip())
        data = path.read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(int.from_bytes(data[16:20], "big"), 1800, "pixels across")
        self.assertGreater(len(data), 20000)
        self.assertEqual([p.name for p in path.parent.iterdir() if p.name.startswith(".")], [], "nothing left beside")
        return path

    def expect_error(self, code, *words, arguments=(), folder=None):
        done = self.plot(*arguments, folder=folder)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, f"one line: {done.stderr}")
        self.assertTrue(done.stderr.startswith("tucana: error: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_draws_a_run_into_its_folder(self):
        self.write_log(*(row(t / 4, (-1) ** t * t * 1e-9) for t in range(100)))
        (self.run_folder / "used.toml").write_text('[units]\nlength_pc = 2.0\nmass_msun = 0\n')
        self.assertEqual(self.expect_picture(), self.run_folder / "plot.png")

    def test_runs_as_a_module_and_by_its_path(self):
        self.write_log(row(0), row(1))
        ways = (["-m", "tucana.plot"], [str(PYTHON_FOLDER / "tucana" / "plot.py")])
        for way in ways:
            for argument, code in ((str(self.run_folder), 0), ("/no/such/run", 2)):
                command = [sys.executable, *way, argument]
                done = subprocess.run(command, cwd=PYTHON_FOLDER, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (code, code // 2), done.stderr)

    def test_draws_what_a_log_scale_cannot_show(self):
        for rows in ([row(0, 0)], [row(0, 0), row(1, 0)], [row(0, 0, 0.0)], [row(3, 1e-300, 1e-9)],
                     [row(0, None), row(1, 1e-5, core_radius=None)]):
            with self.subTest(rows=rows):
                self.write_log(*rows)
                self.expect_picture()

    def test_writes_where_it_is_told(self):
        self.write_log(row(0), row(1))
        path = self.run_folder / "other.png"
        self.assertEqual(self.expect_picture("-o", str(path)), path)
        self.assertEqual(self.plot("-o", str(self.run_folder / "a.svg")).returncode, 0)
        self.assertIn("core", (self.run_folder / "a.svg").read_text())

    def test_a_torn_last_line_is_left_out_with_a_note(self):
        self.write_log(row(0), row(1), tail='{"time": 2, "n": 1')
        self.expect_picture(note=f"tucana: note: {self.run_folder}/log.jsonl:3: left out, the line is not complete\n")
        self.assertEqual(read_run(self.run_folder).column("time"), [0, 1])

    def test_a_whole_last_line_without_its_newline_counts(self):
        self.write_log(row(0), tail=json.dumps(row(1)))
        self.assertEqual(read_run(self.run_folder).column("time"), [0, 1])

    def test_a_broken_line_is_named(self):
        for broken in ('{"time": 1', "[]", "", '{"time": "x"}', '{"time": 1}',
                       '{"time": 1, "lagrangian_radii": {"a": 1}}', "\udcff\x00", "[" * 100000):
            with self.subTest(broken=broken[:20]):
                data = (json.dumps(row(0)) + "\n" + broken + "\n" + json.dumps(row(1)) + "\n")
                (self.run_folder / "log.jsonl").write_bytes(data.encode(errors="surrogateescape"))
                self.expect_error(2, "log.jsonl:2: ")

    def test_missing_things_are_named(self):
        self.expect_error(2, "nowhere: no such folder", folder=self.run_folder / "nowhere")
        self.expect_error(2, "holds no log.jsonl")
        self.write_log()
        self.expect_error(2, "no complete line yet")
        self.write_log(tail='{"time"')
        self.expect_error(2, "no complete line yet")
        self.expect_error(2, "not a folder", folder=self.run_folder / "log.jsonl")

    def test_bad_arguments(self):
        self.write_log(row(0))
        self.expect_error(2, "unknown kind of picture", arguments=("-o", "a.jpeg2"))
        self.expect_error(2, "there is no folder", arguments=("-o", str(self.run_folder / "no" / "a.png")))
        self.expect_error(2, "--colour", arguments=("--colour",))
        os.mkdir(self.run_folder / "taken.png")
        self.expect_error(1, "cannot be written", arguments=("-o", str(self.run_folder / "taken.png")))

    def test_the_figure_shows_the_numbers_of_the_log(self):
        self.write_log(row(0, 0), row(1, -1e-7), row(4, 1e-6))
        (self.run_folder / "used.toml").write_text('[integrator]\nkind = "hermite4"  # a comment\n[units]\n'
                                                   "length_pc = 1.0\nmass_msun = 0 # 1 a star\n")
        figure = plot_module.draw(read_run(self.run_folder))
        radii, energy = figure.axes
        drawn = [list(line.get_ydata()) for line in radii.lines]
        self.assertEqual(drawn[:8], [[float(p) / 50] * 3 for p in PERCENTS])
        self.assertEqual(drawn[8], [0.3] * 3)
        self.assertEqual(list(energy.lines[0].get_xdata()), [0, 1, 4])
        self.assertEqual(list(energy.lines[0].get_ydata())[1:], [1e-7, 1e-6])
        self.assertIn("hermite4", plot_module.subtitle(read_run(self.run_folder)))
        # 100 Msun within 1 pc: sqrt(1 pc^3 / (G 100 Msun)) = 1.491 Myr.
        self.assertIn("1 = 1.491 Myr", energy.get_xlabel())
        self.assertIn("1 = 1 pc", radii.get_ylabel())

    def test_labels_keep_their_distance_and_order(self):
        self.assertEqual(plot_module.spread([0.0, 0.5, 1.0], 0.1), [0.0, 0.5, 1.0])
        for wanted in ([0.5] * 5, [0.0, 0.01, 0.02, 0.9], [0.1, 0.3, 0.31, 0.4, 0.41]):
            places = plot_module.spread(wanted, 0.1)
            self.assertTrue(all(b - a > 0.0999 for a, b in zip(places, places[1:])), places)
            self.assertAlmostEqual(sum(places), sum(wanted))

    def units_of(self, used, *rows):
        self.write_log(*rows)
        (self.run_folder / "used.toml").write_text(used)
        return plot_module.unit_notes(read_run(str(self.run_folder)))

    def test_says_what_a_unit_is_in_the_sky(self):
        galaxy = self.units_of("[units]\nlength_pc = 1000.0\nmass_msun = 1e10\n", row(0))
        self.assertEqual(galaxy, ("N-body units, 1 = 1 kpc", "N-body units, 1 = 4.715 Myr"))
        # 1 Msun a star: 100 stars of mass 4 in all make a unit of 25 Msun.
        cluster = self.units_of("[units]\nlength_pc = 1.0\nmass_msun = 0.0\n", row(0, mass=4.0))
        self.assertEqual(cluster, ("N-body units, 1 = 1 pc", "N-body units, 1 = 2.982 Myr"))
        self.assertEqual(self.units_of("", row(0)), ("N-body units", "N-body units"))


if __name__ == "__main__":
    unittest.main()
