#!/usr/bin/env python3
"""A Plummer model of 1024 equal stars through core collapse to t = 450, by five seeds: the median energy error is below
1e-4, and the core does what it does in figure 9 of Gaburov et al. (2009), drawn again by the program. Seconds are those
of one thread, told and not judged. `--stars 4096` follows as many stars to t = 1100."""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess

from harness import TUCANA, Verdicts

# Half-mass relaxation times until core collapse are about 15, and their length grows as N/log N.
END = {1024: 450, 4096: 1100}
LARGEST_ERROR = 1e-4


def follow(out, stars, seed):
    """The rows of its log, and the seconds of the processor."""
    options = {
        "integrator.kind": "ahmad_cohen",
        "model.n": stars,
        "model.seed": seed,
        "run.end_time": END[stars],
        "run.threads": 1,
        "output.interval": 1,
        "output.snapshot_interval": END[stars],
        "output.checkpoint_interval": 0,
    }
    words = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([TUCANA, "run", "--quiet", "--out", out, *words], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return rows, after.ru_utime - before.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stars", type=int, choices=sorted(END), default=1024)
    parser.add_argument("--seeds", type=int, default=5)
    arguments = parser.parse_args()
    errors, seconds, collapses = [], [], []
    for seed in range(1, arguments.seeds + 1):
        out = pathlib.Path(f"n{arguments.stars}_{seed}")
        rows, needed = follow(out, arguments.stars, seed)
        densest = max(rows, key=lambda row: row["core_density"])
        last = rows[-1]
        errors.append(abs(last["energy_error"]))
        seconds.append(needed)
        collapses.append(densest["core_density"] / rows[0]["core_density"])
        print(
            f"seed {seed}: energy error {last['energy_error']:.1e}, {needed:.0f} s; densest at t = {densest['time']:g}, "
            f"with {densest['core_count']} stars in the core and {collapses[-1]:.0f} times the density of the start; "
            f"{last['pairs']} pairs, {last['groups']} groups at the end, {last['formations']} formed",
            flush=True,
        )
        for what in ("radii", "core"):
            subprocess.run([TUCANA, "plot", out, what, "-o", out.with_name(f"{out.name}_{what}.png")], check=True)
    print(f"median of the seconds: {statistics.median(seconds):.0f}")
    verdicts = Verdicts()
    verdicts.check("median |energy error|", statistics.median(errors), 0, LARGEST_ERROR)
    verdicts.check("density of the core at its largest over that of the start, least of all", min(collapses), 30, 1e9)
    verdicts.finish()


if __name__ == "__main__":
    main()
