"""Drives the built program in a temporary folder, for the tests of whole runs."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import h5py

TUCANA = os.environ["TUCANA"]

# What may differ between two runs of the same bits: measured times.
MEASURED = ("wall_seconds", "interactions_per_second")


def small_run(**options):
    """--set arguments of a quick run with many blocks, outputs and checkpoints."""
    chosen = {
        "model.n": 48,
        "run.end_time": 1,
        "run.threads": 2,
        "output.interval": 0.25,
        "output.snapshot_interval": 0.5,
        "output.checkpoint_interval": 0.125,
        "gravity.softening": 0.02,
    }
    chosen.update({name.replace("__", "."): value for name, value in options.items()})
    return [word for name, value in chosen.items() for word in ("--set", f"{name}={value}")]


class RunTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="tucana-test-"))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)

    def tucana(self, *words, fault=None, timeout=300, variables=None, **popen):
        environment = {k: v for k, v in os.environ.items() if k != "TUCANA_FAULT"}
        environment.update(variables or {})
        if fault:
            environment["TUCANA_FAULT"] = fault
        return subprocess.run(
            [TUCANA, *map(str, words)], env=environment, cwd=self.root, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=timeout, **popen)

    def succeed(self, *words, **options):
        done = self.tucana(*words, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def log_rows(self, folder):
        rows = [json.loads(line) for line in (self.root / folder / "log.jsonl").read_text().splitlines()]
        return [{k: v for k, v in row.items() if k not in MEASURED and not k.endswith("_seconds")} for row in rows]

    def summary(self, folder):
        return json.loads((self.root / folder / "summary.json").read_text())

    def stars(self, folder):
        """Every dataset of every snapshot, as bytes; what differs between options stands in attributes."""
        found = {}
        for path in sorted((self.root / folder).glob("snapshot_*")):
            with h5py.File(path) as file:
                file.visititems(lambda name, item: found.__setitem__((path.name, name), item[()].tobytes())
                                if isinstance(item, h5py.Dataset) else None)
        return found

    def assert_same_stars(self, folder, other):
        """The same log, and the same bits in the snapshots of runs with other options."""
        self.assertEqual(self.log_rows(folder), self.log_rows(other))
        self.assertTrue(self.stars(folder))
        self.assertEqual(self.stars(folder), self.stars(other))

    def assert_same_run(self, folder, other):
        """The same log, and snapshots with the same bytes."""
        self.assertEqual(self.log_rows(folder), self.log_rows(other))
        names = sorted(p.name for p in (self.root / folder).glob("snapshot_*"))
        self.assertEqual(names, sorted(p.name for p in (self.root / other).glob("snapshot_*")))
        for name in names:
            one, two = ((self.root / f / name).read_bytes() for f in (folder, other))
            self.assertEqual(one, two, f"{name} differs")
