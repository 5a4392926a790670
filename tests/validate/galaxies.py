#!/usr/bin/env python3
"""Galaxies keep their shape: a Hernquist sphere its Lagrangian radii, M31 its components, its disc height and rotation.

With a tree there are enough bodies for the disc; direct sums have so few that the halo's bodies stir it, and the
bounds allow for that."""

import json
import pathlib
import subprocess
import tempfile

import h5py
import numpy as np

from harness import TUCANA, Verdicts, run


def has_tree():
    options = json.loads(subprocess.run([TUCANA, "options", "--json"], check=True, capture_output=True).stdout)
    method = next(option for option in options if option["name"] == "gravity.method")
    return "tree" in method["choices"]


TREE = {"gravity__method": "tree", "integrator__kind": "leapfrog"}


def hernquist(verdicts, n, energy_error, **method):
    with tempfile.TemporaryDirectory() as folder:
        run(keep=folder, model__kind="hernquist", model__n=n, gravity__softening=1 / 64, run__end_time=20,
            output__interval=20, output__snapshot_interval=0, output__checkpoint_interval=0, **method)
        rows = [json.loads(line) for line in (pathlib.Path(folder) / "run" / "log.jsonl").read_text().splitlines()]
    for percent in ("10", "50", "90"):
        start, end = (row["lagrangian_radii"][percent] for row in (rows[0], rows[-1]))
        verdicts.check(f"Hernquist, {n} bodies: radius of {percent} % at t = 20 over that at 0", end / start, 0.9, 1.1)
    verdicts.check(f"Hernquist, {n} bodies: |energy error|", abs(rows[-1]["energy_error"]), 0, energy_error)


def components(path, counts):
    """Positions and velocities of halo, bulge and disc, which follow each other by their ids."""
    with h5py.File(path) as data:
        columns = {name: np.concatenate([data[t][name][()] for t in ("PartType1", "PartType2", "PartType3")])
                   for name in ("ParticleIDs", "Coordinates", "Velocities")}
    order = np.argsort(columns["ParticleIDs"])
    x, v = columns["Coordinates"][order], columns["Velocities"][order]
    bulge = slice(counts[0], counts[0] + counts[1])
    x, v = x - np.median(x[bulge], axis=0), v - np.mean(v[bulge], axis=0)
    edges = np.cumsum([0, *counts])
    return [(x[a:b], v[a:b]) for a, b in zip(edges[:-1], edges[1:])]


def figures(parts):
    """Half-mass radii of halo, bulge and disc; mean height (kpc) and rotation (km/s) between 4 and 12 kpc."""
    result = {f"half-mass radius of the {name}": np.median(np.linalg.norm(x, axis=1))
              for name, (x, v) in zip(("halo", "bulge", "disc"), parts)}
    x, v = parts[2]
    radius = np.hypot(x[:, 0], x[:, 1])
    ring = (radius > 4) & (radius < 12)
    result["height of the disc"] = np.abs(x[ring, 2]).mean()
    result["rotation of the disc"] = ((x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]) / radius)[ring].mean()
    return result


def m31(verdicts):
    tree = has_tree()
    n, end = (262144, 42) if tree else (16384, 21)
    method = TREE if tree else {"engine__precision": "two_float"}
    with tempfile.TemporaryDirectory() as folder:
        run(keep=folder, model__kind="m31", model__n=n, gravity__softening=0.05 if tree else 0.2, run__end_time=end,
            output__interval=end, output__snapshot_interval=end, output__checkpoint_interval=0, **method)
        counts = [n - int(n * 3.24 / 88) - int(n * 3.66 / 88), int(n * 3.24 / 88), int(n * 3.66 / 88)]
        snapshots = [pathlib.Path(folder) / "run" / f"snapshot_000{i}.hdf5" for i in (0, 1)]
        start, last = (figures(components(path, counts)) for path in snapshots)
    high = {"height of the disc": 1.25 if tree else 1.7, "rotation of the disc": 1.05}
    for name, value in start.items():
        what = f"M31, {n} bodies: {name} at t = {end} over that at 0 ({value:.3g})"
        verdicts.check(what, last[name] / value, 0.9, high.get(name, 1.1 if tree else 1.25))


def main():
    verdicts = Verdicts()
    hernquist(verdicts, 4096, 1e-4)
    if has_tree():
        hernquist(verdicts, 65536, 1e-3, **TREE)
    m31(verdicts)
    verdicts.finish()


if __name__ == "__main__":
    main()
