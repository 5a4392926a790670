#!/usr/bin/env python3
"""131,072 stars in two_float: seconds to the first step (printed, not judged: machines differ) and memory a body."""

import json
import pathlib
import resource
import subprocess
import tempfile
import time

from harness import TUCANA, Verdicts

N = 131072


def run(n):
    """Until the first look at the clock: model, first forces, energy, checkpoint, first blocks, last output."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        options = (f"model.n={n}", "engine.precision=two_float", "run.wall_limit=0.001", "gravity.softening=0.001")
        start = time.monotonic()
        done = subprocess.run([TUCANA, "run", "--quiet", "--out", out, *(w for o in options for w in ("--set", o))])
        assert done.returncode == 75, "the wall limit should have ended the run"
        seconds = time.monotonic() - start
        summary = json.loads((out / "summary.json").read_text())
    return seconds, summary


def peak_memory():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def main():
    verdicts = Verdicts()
    run(1)
    program = peak_memory()
    seconds, summary = run(N)
    print(f"whole program {seconds:.1f} s, of which first forces {summary['force_seconds']:.1f} s, outputs "
          f"{summary['output_seconds']:.1f} s; {summary['steps']} steps; the program alone takes {program / 1e6:.0f} MB")
    verdicts.check("bytes a body", (peak_memory() - program) / N, 0, 1024)
    verdicts.finish()


if __name__ == "__main__":
    main()
