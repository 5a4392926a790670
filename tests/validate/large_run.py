#!/usr/bin/env python3
"""131,072 stars in two_float: time to the first step and memory a body."""

import json
import pathlib
import resource
import subprocess
import tempfile
import time

from harness import TUCANA, Verdicts

N = 131072


def main():
    verdicts = Verdicts()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        start = time.monotonic()
        subprocess.run([TUCANA, "run", "--quiet", "--out", out, "--set", f"model.n={N}", "--set",
                        "engine.precision=two_float", "--set", "run.wall_limit=0.001", "--set",
                        "output.snapshot_interval=0", "--set", "gravity.softening=0.001"], check=True)
        seconds = time.monotonic() - start
        summary = json.loads((out / "summary.json").read_text())
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"model, first forces, energy, checkpoint, {summary['steps']} steps and last output: {seconds:.1f} s")
    verdicts.check("wall seconds of the whole program", seconds, 0, 60)
    verdicts.check("bytes a body, program included", memory / N, 0, 1024)
    verdicts.finish()


if __name__ == "__main__":
    main()
