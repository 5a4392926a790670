#!/usr/bin/env python3
"""The neighbour scheme without softening, 1024 equal stars to the first hard binary.

A pair is hard when its binding energy is 10 kT, where 3/2 kT is the mean kinetic energy of a star (Aarseth 2003): then
encounters make it harder. The run goes on in pieces until one is there, and its energy error is told."""

import json
import pathlib
import subprocess

import h5py
import numpy

from harness import TUCANA, Verdicts

N = 1024
HARD = 10
G = 43009.17  # kpc (km/s)^2 / 1e10 solar masses, the units of snapshots
LOOK = 2  # time units between two looks, each with a restart: what comes after the first takes ever shorter steps
LAST = 600  # core collapse is near 330


def hardest_pair(path):
    """Its binding energy in kT, found among nearest neighbours."""
    with h5py.File(path) as file:
        stars = file["PartType4"]
        mass, x, v = stars["Masses"][:], stars["Coordinates"][:], stars["Velocities"][:]
    best = 0.0
    for i in range(len(mass)):
        d = numpy.linalg.norm(x - x[i], axis=1)
        d[i] = numpy.inf
        k = int(numpy.argmin(d))
        reduced = mass[i] * mass[k] / (mass[i] + mass[k])
        best = max(best, G * mass[i] * mass[k] / d[k] - 0.5 * reduced * float(numpy.sum((v[i] - v[k]) ** 2)))
    kinetic = 0.5 * float(numpy.sum(mass * numpy.sum(v**2, axis=1)))
    return best / (2 / 3 * kinetic / len(mass))


def main():
    out = pathlib.Path("run")
    words = ["integrator.kind=ahmad_cohen", f"model.n={N}", f"run.end_time={LOOK}", f"output.interval={LOOK}",
             f"output.snapshot_interval={LOOK}", "output.checkpoint_interval=0"]
    subprocess.run([TUCANA, "run", "--quiet", "--out", out, *(w for s in words for w in ("--set", s))], check=True)
    for end in range(2 * LOOK, LAST + 1, LOOK):
        subprocess.run([TUCANA, "run", "--quiet", "--restart", out, "--set", f"run.end_time={end}"], check=True)
        path = max(out.glob("snapshot*.hdf5"))
        energy = hardest_pair(path)
        if energy < HARD:
            continue
        last = json.loads((out / "log.jsonl").read_text().splitlines()[-1])
        error = last["energy_error"]
        print(f"t = {last['time']:g}: a pair bound by {energy:.1f} kT; energy error so far {error:.2e}")
        verdicts = Verdicts()
        verdicts.check("|energy error| at the first hard binary", abs(error), 0, 1e-3)
        verdicts.finish()
    raise SystemExit(f"no hard binary before t = {LAST}")


if __name__ == "__main__":
    main()
