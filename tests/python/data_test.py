"""tucana.read: the files of a run as arrays."""

import json
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tucana
from tucana.data import LOG_DIMENSIONS


class DataTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.run_folder = Path(cls.folder.name) / "run"
        tucana.run({"model.n": 50, "run.end_time": 0.5, "output.interval": 0.25, "output.snapshot_interval": 0.25,
                    "units.length_pc": 2.0, "units.mass_msun": 100.0}, out=cls.run_folder)
        cls.rows = [json.loads(line) for line in (cls.run_folder / "log.jsonl").read_text().splitlines()]

    def test_log_in_code_units(self):
        log = tucana.read(self.run_folder).log
        self.assertEqual(list(log["time"]), [0, 0.25, 0.5])
        self.assertEqual(log["lagrangian_radius_50"][1], self.rows[1]["lagrangian_radii"]["50"])
        self.assertEqual(log["density_centre"].shape, (3, 3))
        self.assertEqual(log["core_count"][2], self.rows[2]["core_count"])
        for key in self.rows[0]:
            if key != "lagrangian_radii":
                self.assertIn(key, log)

    def test_log_in_parsecs(self):
        code, parsecs, kiloparsecs = (tucana.read(self.run_folder, units).log for units in ("code", "pc", "kpc"))
        units = tucana.Units(2.0, 100.0)
        np.testing.assert_allclose(parsecs["core_radius"], 2 * code["core_radius"])
        np.testing.assert_allclose(kiloparsecs["core_radius"], 0.002 * code["core_radius"])
        np.testing.assert_allclose(parsecs["time"], units.time_myr * code["time"])
        np.testing.assert_allclose(parsecs["energy"], 100 * units.velocity_kms**2 * code["energy"])
        np.testing.assert_allclose(parsecs["core_density"], 100 / 8 * code["core_density"])
        np.testing.assert_array_equal(parsecs["energy_error"], code["energy_error"])
        np.testing.assert_array_equal(parsecs["steps"], code["steps"])
        # G = 4.300917e-3 pc (km/s)^2 / Msun: 100 Msun at 2 pc.
        self.assertAlmostEqual(units.velocity_kms, (4.300917270036279e-3 * 50) ** 0.5)

    def test_frames(self):
        frame = tucana.read(self.run_folder).log.frame()
        self.assertEqual(len(frame), 3)
        self.assertIn("density_centre_z", frame.columns)
        stars = tucana.read(self.run_folder).snapshots[0].table().frame()
        self.assertEqual((len(stars), stars["id"].min()), (50, 1))

    def test_snapshots(self):
        data = tucana.read(self.run_folder, units="pc")
        self.assertEqual([snapshot.number for snapshot in data.snapshots], [0, 1, 2])
        last = data.snapshots[-1]
        self.assertAlmostEqual(last.time, 0.5 * data.units.time_myr)
        table = last.table()
        np.testing.assert_allclose(table["position"], 2 * last.stars.position)
        np.testing.assert_allclose(table["mass"].sum(), 100)
        self.assertEqual(set(table["family"]), {4})
        self.assertEqual(data.summary["reason"], "end_time")
        self.assertTrue(all(event["process"] == "fewbody" and 0 < event["time"] <= last.time for event in data.events))
        self.assertEqual(len(last.columns()), 1)  # the stars do not evolve
        self.assertIn("3 snapshots", repr(data))

    def test_every_key_of_the_log_has_its_dimension(self):
        page = (Path(__file__).resolve().parents[2] / "docs" / "files.md").read_text()
        section = page[page.index("## log.jsonl"):page.index("## events.jsonl")]
        in_code_units = set(re.findall(r"^\| `(\w+)` \| code \|", section, re.M))
        self.assertEqual(in_code_units, set(LOG_DIMENSIONS))

    def test_pairs_and_evolving_stars(self):
        """One pair with a known orbit, and a star that lives."""
        a, e, mass = 0.01, 0.5, np.array([0.3, 0.2])
        speed = np.sqrt(0.5 / a * (1 - e) / (1 + e))
        x, v = a * (1 + e), speed
        stars = tucana.Stars([*mass, 0.5], [[0.4 * x, 0, 0], [-0.6 * x, 0, 0], [1.0, 0, 0]],
                             [[0, 0.4 * v, 0], [0, -0.6 * v, 0], [0, 0.5, 0]], length_pc=1.0, mass_msun=10.0)
        with tucana.Simulation({"run.end_time": 0.25, "output.snapshot_interval": 0.125, "stellar.kind": "sse",
                                "fewbody.close_distance": 0.1}, stars=stars,
                               out=self.run_folder.parent / "pair") as simulation:
            simulation.run()
            rows, place, speed = simulation.stars.close_pairs()
        run = tucana.read(self.run_folder.parent / "pair", units="pc")
        pairs = run.snapshots[-1].pairs()
        self.assertEqual(sorted(pairs["id"][0]), [1, 2])
        np.testing.assert_allclose(sorted(pairs["mass"][0]), [2.0, 3.0], rtol=1e-3)
        np.testing.assert_allclose((pairs["semi_major_axis"][0], pairs["eccentricity"][0]), (a, e), rtol=1e-3)
        np.testing.assert_allclose(pairs["period"][0], 2 * np.pi * np.sqrt(a**3 / 0.5) * run.units.time_myr, rtol=2e-3)
        self.assertEqual(list(pairs.frame())[:4], ["id_1", "id_2", "mass_1", "mass_2"])
        columns = run.snapshots[-1].columns()
        np.testing.assert_array_equal(columns["type"], 1)
        np.testing.assert_allclose(sorted(columns["initial_mass"]), [2, 3, 5])
        self.assertTrue(np.all(columns["luminosity"] > 10))
        np.testing.assert_array_equal(run.log["stellar_types_1"], 3)
        self.assertEqual(rows.shape, (1, 2))
        energy = np.sum(speed**2) / 2 - 0.5 / np.linalg.norm(place)
        self.assertAlmostEqual(-0.25 / energy, a, 4)

    def test_mistakes(self):
        for work, words in ((lambda: tucana.read("/no/such/run"), "no such folder"),
                            (lambda: tucana.read(self.run_folder, units="miles"), "not one of code, pc, kpc"),
                            (lambda: tucana.models.from_file("/no/such/file"), "/no/such/file")):
            with self.assertRaises(tucana.InputError) as caught:
                work()
            self.assertIn(words, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
