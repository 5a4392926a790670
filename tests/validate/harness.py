"""What the long physics checks share: runs of the built program, in a temporary folder, and verdicts."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

TUCANA = os.environ.get("TUCANA") or str(pathlib.Path(__file__).parents[2] / "build/release/bin/tucana")


class Verdicts:
    """Collects checks; the script's exit code says whether all held."""

    def __init__(self):
        self.failed = 0

    def check(self, what, value, low, high):
        good = low <= value <= high
        self.failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {what}: {value:.3g} (allowed {low:.3g} to {high:.3g})", flush=True)

    def finish(self):
        sys.exit(1 if self.failed else 0)


def run(*, keep=None, **options):
    """Runs quietly to the end; option names with __ for the point. Returns the summary."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word for k, v in options.items() for word in ("--set", f"{k.replace('__', '.')}={v}")]
        out = pathlib.Path(keep or folder) / "run"
        subprocess.run([TUCANA, "run", "--quiet", "--out", out, *words], check=True)
        return json.loads((out / "summary.json").read_text())


def median_error(seeds, **options):
    """The median |energy error| over seeds, and steps per body and time unit."""
    options = {"output__interval": 10, "output__snapshot_interval": 0, "output__checkpoint_interval": 0, **options}
    summaries = [run(model__seed=seed, **options) for seed in seeds]
    steps = statistics.median(s["steps"] / s["n"] / s["time"] for s in summaries)
    return statistics.median(abs(s["energy_error"]) for s in summaries), steps
