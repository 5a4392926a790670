#!/usr/bin/env python3
"""A cluster of 2000 stars dissolves in the tide of a point-mass galaxy: its bound mass falls, those who leave have the
energy to, and the energy with its ledger is conserved. The same cluster in the linear tide of that orbit loses as much,
within the scatter of seeds."""

import json
import math
import pathlib
import statistics
import tempfile

from harness import Verdicts, run

STARS, END, SEEDS = 2000, 60, (1, 2, 3, 4, 5)
GALAXY, RADIUS = 1e4, 70  # the Jacobi radius is 2.25, three half-mass radii


def dissolve(seed, **field):
    """Rows of the log, and the escapers among the events."""
    with tempfile.TemporaryDirectory() as folder:
        run(keep=folder, model__n=STARS, model__seed=seed, integrator__kind="ahmad_cohen", run__end_time=END,
            output__interval=2, output__snapshot_interval=0, output__checkpoint_interval=0, escapers__kind="remove", **field)
        lines = lambda name: [json.loads(line) for line in (pathlib.Path(folder) / "run" / name).read_text().splitlines()]
        return lines("log.jsonl"), [event for event in lines("events.jsonl") if event["event"] == "escaped"]


def main():
    verdicts = Verdicts()
    left = {}
    orbits = {"point mass": {"field__kind": "point_mass", "field__mass": GALAXY, "field__orbit_radius": RADIUS},
              "linear tide": {"field__kind": "tide", "field__angular_speed": math.sqrt(GALAXY / RADIUS**3)}}
    for name, field in orbits.items():
        for seed in SEEDS:
            rows, events = dissolve(seed, **field)
            masses = [row["bound_mass"] for row in rows]
            left.setdefault(name, []).append(masses[-1])
            print(f"{name}, seed {seed}, bound mass at t = 0, 10, 20, ...:", *(f"{m:.3f}" for m in masses[::5]))
            verdicts.check(f"{name}, seed {seed}: bound mass at the start", masses[0], 0.87, 0.93)
            verdicts.check(f"{name}, seed {seed}: bound mass at the end", masses[-1], 0.2, 0.95)
            verdicts.check(f"{name}, seed {seed}: largest gain of bound mass in 2 units",
                           max(b - a for a, b in zip(masses, masses[1:])), -1, 0.01)
            verdicts.check(f"{name}, seed {seed}: escapers and stars in the run", len(events) + rows[-1]["n"], STARS, STARS)
            verdicts.check(f"{name}, seed {seed}: least energy of an escaper", min(e["energy"] for e in events), 0, math.inf)
            verdicts.check(f"{name}, seed {seed}: energy error", abs(rows[-1]["energy_error"]), 0, 1e-3)
    scatter = max(max(values) - min(values) for values in left.values())
    verdicts.check("difference of the mean bound mass between orbit and linear tide",
                   abs(statistics.mean(left["point mass"]) - statistics.mean(left["linear tide"])), 0, max(scatter, 0.02))
    verdicts.finish()


main()
