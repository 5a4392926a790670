#!/usr/bin/env python3
"""Clusters and fields against programs that others trust: enclosed mass (Kolmogorov-Smirnov) and density (chi square of counts
in shells) of King models against astro-limepy, the orbit of a cluster in milky_way_2014 against galpy. Both are installed into an environment of their own."""

import json
import pathlib
import subprocess
import tempfile
import venv

from harness import TUCANA, Verdicts, run

STARS = 50000
KING = """
import csv, sys
import limepy, numpy
w0, file = float(sys.argv[1]), sys.argv[2]
rows = list(csv.DictReader(open(file)))
x = numpy.array([[float(row[k]) for k in ("x", "y", "z")] for row in rows])
r = numpy.sort(numpy.linalg.norm(x, axis=1))
model = limepy.limepy(w0, 1, M=1, rv=1, G=1, ode_rtol=1e-10, ode_atol=1e-10)
within = numpy.interp(r, model.r, model.mc / model.mc[-1])
n = len(r)
k = numpy.arange(n)
distance = max((within - k / n).max(), ((k + 1) / n - within).max()) * n**0.5
# Shells of equal shares of the mass; what each should hold is the integral of limepy's density over it.
fine = numpy.linspace(0, model.rt, 200001)
density = numpy.interp(fine, model.r, model.rho) * 4 * numpy.pi * fine**2
steps = numpy.concatenate(([0], numpy.cumsum((density[1:] + density[:-1]) / 2 * numpy.diff(fine))))
edges = numpy.interp(numpy.arange(1, 40) / 40, model.mc / model.mc[-1], model.r)
shares = numpy.diff(numpy.concatenate(([0], numpy.interp(edges, fine, steps), [steps[-1]]))) / steps[-1]
counts = numpy.bincount(numpy.searchsorted(edges, r), minlength=40)
print(distance, r[-1] / model.rt, ((counts - n * shares) ** 2 / (n * shares)).sum() / 39)
"""
# In units of 8 kpc and 220 km/s; cylindrical R, vR, vT, z, vz, phi.
ORBIT = """
import sys
import numpy
from galpy import potential as g
from galpy.orbit import Orbit
milky_way = [g.PowerSphericalPotentialwCutoff(alpha=1.8, rc=1.9 / 8, normalize=0.05),
             g.MiyamotoNagaiPotential(a=3 / 8, b=0.28 / 8, normalize=0.6), g.NFWPotential(a=2.0, normalize=0.35)]
end = float(sys.argv[1])
orbit = Orbit([8.5 / 8, 10 / 220, 230 / 220, 0.02 / 8, 7 / 220, 0.0])
orbit.integrate(numpy.linspace(0, end, 1001), milky_way, method="dop853_c")
print(*(8 * f(end) for f in (orbit.x, orbit.y, orbit.z)))
"""


def environment(folder):
    """Its Python, with both packages."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    # limepy gives scipy's integrators a number of steps that is no integer, which later versions refuse.
    subprocess.run([python, "-m", "pip", "install", "--quiet", "astro-limepy", "galpy", "setuptools<81", "scipy<1.15"], check=True)
    return python


def numbers_of(python, program, *words):
    done = subprocess.run([python, "-c", program, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True)
    return [float(word) for word in done.stdout.split()]


def king_models(python, folder, verdicts):
    for w0 in (3, 6, 9):
        subprocess.run([TUCANA, "init", "cluster", "-n", str(STARS), "--profile", "king", "--w0", str(w0), "-o", folder / "king.hdf5",
                        "--force"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([TUCANA, "convert", folder / "king.hdf5", folder / "king.csv", "--force"], check=True, stdout=subprocess.DEVNULL)
        distance, edge, spread = numbers_of(python, KING, w0, folder / "king.csv")
        # 1.63 is exceeded by chance once in a hundred samples. Scaled by its own stars, the sphere differs in size by their noise.
        verdicts.check(f"King W0 = {w0}: Kolmogorov-Smirnov distance to limepy times sqrt(n)", distance, 0, 1.63)
        # Of 39 degrees of freedom: beyond 1.6 once in a hundred samples.
        verdicts.check(f"King W0 = {w0}: chi square of counts in 40 shells by limepy's density, over 39", spread, 0.45, 1.6)
        verdicts.check(f"King W0 = {w0}: outermost star over limepy's tidal radius", edge, 0.5, 1.02)


def orbit_in_the_milky_way(python, folder, verdicts):
    # One star: the centre of a cluster recoils from those that leave it, by 20 pc in this time.
    length, mass = 5.0, 1e4
    summary = run(keep=folder, model__n=1, units__length_pc=length, units__mass_msun=mass,
                  field__kind="milky_way_2014", field__orbit_position="8.5, 0, 0.02 kpc", field__orbit_velocity="10, 230, 7 km/s",
                  run__end_time="500 Myr", output__interval=1000, output__snapshot_interval=0, output__checkpoint_interval=0)
    row = json.loads((folder / "run" / "log.jsonl").read_text().splitlines()[-1])
    galpy_time = row["time_myr"] / 0.9777922216807891 / 1e3 * 220 / 8  # pc/(km/s) in Myr; 8 kpc/(220 km/s) is 1
    place = [x * length / 1e3 for x in row["centre_of_mass"]]
    expected = numbers_of(python, ORBIT, galpy_time)
    verdicts.check("distance from galpy's orbit after 500 Myr, in kpc", sum((a - b) ** 2 for a, b in zip(place, expected)) ** 0.5,
                   0, 1e-6)
    verdicts.check("energy error, as part of the energy on the orbit", abs(summary["energy_error"]), 0, 1e-8)


def main():
    verdicts = Verdicts()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        python = environment(folder / "environment")
        king_models(python, folder, verdicts)
        orbit_in_the_milky_way(python, folder, verdicts)
    verdicts.finish()


main()
