"""`tucana evolve`: one star's life as a table and as JSON lines, at chosen ages, and what is refused."""

import json
import unittest

from run_harness import RunTest

KEYS = {"time_myr", "type", "mass_msun", "core_mass_msun", "co_core_mass_msun", "luminosity_lsun", "radius_rsun", "temperature_k",
        "spin_per_yr"}


class Evolve(RunTest):
    def life(self, *words):
        return [json.loads(line) for line in self.succeed("evolve", "--json", *words).stdout.splitlines()]

    def refuse(self, *words):
        done = self.tucana(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_a_line_at_every_change_of_type(self):
        life = self.life("--mass", "1", "--set", "stellar.winds=sse")
        self.assertTrue(all(set(line) == KEYS for line in life))
        types = [line["type"] for line in life]
        self.assertEqual(sorted(set(types)), [1, 2, 3, 4, 5, 6, 11])
        self.assertEqual(types, sorted(types))
        self.assertEqual(life[0]["time_myr"], 0)
        self.assertEqual(life[-1]["time_myr"], 14000)
        self.assertAlmostEqual(life[-1]["mass_msun"], 0.52, delta=0.005)

    def test_chosen_ages_lie_on_the_same_life(self):
        every = self.life("-m", "20", "-z", "0.001", "--until", "20 Myr", "--all")
        some = every[3:-1:17]
        ages = self.life("-m", "20", "-z", "0.001", "--ages", ",".join(repr(line["time_myr"]) for line in some))
        before_changes = [line for line in ages[1:] if line in every]
        self.assertGreater(len(before_changes), len(some) // 2)
        self.assertEqual([line["time_myr"] for line in ages[1:]], [line["time_myr"] for line in some])
        self.assertIn("ascending", self.refuse("evolve", "--ages", "5,1"))

    def test_the_table_fits_a_terminal_and_names_what_happens(self):
        text = self.succeed("evolve", "--mass", "12").stdout
        self.assertIn("core helium burning", text)
        self.assertIn("neutron star by core collapse, kick", text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_times_have_units(self):
        self.assertEqual(self.life("--until", "1 Gyr"), self.life("--until", "1000"))
        self.assertEqual(self.life("--until", "5000 yr")[-1]["time_myr"], 0.005)

    def test_pairs(self):
        """A common envelope, then the pair is close; without a partner's help stars live as single ones."""
        words = ("--binary", "--mass", "7", "--companion", "4", "--period", "1000", "--eccentricity", "0.3")
        life = self.life(*words, "--until", "60")
        events = [row["event"] for row in life]
        self.assertEqual((events[0], events[-1]), ("birth", "end"))
        after = life[events.index("common_envelope")]
        self.assertLess(after["period_days"], 50)
        self.assertLess(after["masses_msun"][0], 2)
        wide = self.life("--binary", "--mass", "7", "--companion", "4", "--period", "1e8", "--until", "60")
        alone = self.life("--mass", "7", "--until", "60")
        self.assertEqual(wide[-1]["types"][0], alone[-1]["type"])
        self.assertAlmostEqual(wide[-1]["masses_msun"][0], alone[-1]["mass_msun"], delta=0.01)
        self.assertIn("touch at birth", self.refuse("evolve", "--binary", "--period", "0.01"))
        self.assertIn("eccentricity", self.refuse("evolve", "--binary", "--eccentricity", "1"))
        for alone in (["--companion", "2"], ["--period", "10"], ["--eccentricity", "0.1"], ["--no-tides"]):
            self.assertIn("--binary", self.refuse("evolve", *alone))
        for line in self.succeed("evolve", *words).stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_mistakes_are_explained(self):
        self.assertIn("0.08 to 150 Msun", self.refuse("evolve", "--mass", "200"))
        self.assertIn("0.0001 to 0.03", self.refuse("evolve", "--metallicity", "0.1"))
        self.assertIn("vink, sse, off", self.refuse("evolve", "--set", "stellar.winds=none"))
        self.assertIn("stellar.winds", self.refuse("evolve", "--set", "stellar.winters=off"))
        self.assertIn("stellar.NAME=VALUE", self.refuse("evolve", "--set", "model.n=3"))
        self.assertIn('write "14 Gyr"', self.refuse("evolve", "--until", "soon"))
        self.assertNotIn("\x1b", self.refuse("evolve", "--set", "stellar.winds=\x1b[2J"))


if __name__ == "__main__":
    unittest.main()
