#!/usr/bin/env python3
"""1000 encounters of a pair with a single star, and 300 of two pairs, from fixed seeds: no run sticks, the energy error of
each is below 1e-8, and how they end, and the energies of the pairs that are left, are distributed as with IAS15. Chaotic
orbits are compared as distributions, not one by one. ENCOUNTERS in the environment: another number of the first."""

import collections
import concurrent.futures
import itertools
import math
import os
import pathlib

import numpy as np

import few_bodies as few
from harness import Verdicts

SINGLE = int(os.environ.get("ENCOUNTERS", 1000))
DOUBLE = SINGLE * 3 // 10
END = 400  # orbits of a pair have the period 2 pi
START = 20  # distance at the start, in axes of the pair


def encounter(seed, pairs):
    """Pairs of unit mass and axis, or one and a star of mass 1/2, that come from far with half of the critical velocity."""
    random = np.random.default_rng([seed, pairs])
    angles = lambda: (math.acos(random.uniform(-1, 1)), *random.uniform(0, 2 * math.pi, 3))
    bodies = []
    for _ in range(pairs):
        x, v = few.state_on_orbit(1, 1, math.sqrt(random.uniform(0, 0.95)), *angles())
        bodies.append([(0.5, -x / 2, -v / 2), (0.5, x / 2, v / 2)])
    if pairs == 1:
        bodies.append([(0.5, np.zeros(3), np.zeros(3))])
    first, second = (sum(m for m, _, _ in group) for group in bodies)
    reduced, total = first * second / (first + second), first + second
    binding = 0.125 * pairs
    speed = 0.5 * math.sqrt(2 * binding / reduced)  # at infinity
    pericentre = random.uniform(0, 2)
    impact = pericentre * math.sqrt(1 + 2 * total / (pericentre * speed**2)) if pericentre > 0 else 0
    now = math.sqrt(speed**2 + 2 * total / START)
    sideways = impact * speed / START
    place = np.array([START, 0, 0])
    velocity = np.array([-math.sqrt(max(now**2 - sideways**2, 0)), sideways, 0])
    shifts = (-second / total, first / total)
    rows = [(m, x + shift * place, v + shift * velocity) for group, shift in zip(bodies, shifts) for m, x, v in group]
    return np.array([m for m, _, _ in rows]), np.array([x for _, x, _ in rows]), np.array([v for _, _, v in rows])


def outcome(stars):
    """Who is bound to whom in the end, and the binding energy of the hardest pair: nearest in energy first."""
    _, masses, _, _, _ = stars
    energies = {}
    for i, k in itertools.combinations(range(len(masses)), 2):
        x, v = few.relative(stars, i, k)
        energies[i, k] = masses[i] * masses[k] * (1 / np.linalg.norm(x) - v @ v / (2 * (masses[i] + masses[k])))
    left, pairs = set(range(len(masses))), []
    while len(left) > 1:
        best = max((pair for pair in energies if set(pair) <= left), key=energies.get)
        if energies[best] <= 0:
            break
        pairs.append(best)
        left -= set(best)
    words = {(): "all apart"}
    name = words.get(tuple(pairs), " and ".join(f"{i + 1}{k + 1}" for i, k in sorted(pairs)))
    return name, max([energies[pair] for pair in pairs], default=0.0)


def is_over(stars):
    """Whether something has left for good: the most distant body is far, and moves outwards."""
    _, masses, x, v, _ = stars
    centre, drift = masses @ x / masses.sum(), masses @ v / masses.sum()
    k = int(np.argmax(np.linalg.norm(x - centre, axis=1)))
    return np.linalg.norm(x[k] - centre) > START and (x[k] - centre) @ (v[k] - drift) > 0


def by_tucana(job):
    seed, pairs = job
    folder = pathlib.Path(f"run_{pairs}_{seed}")
    table = folder.with_suffix(".txt").resolve()
    few.write_table(table, *encounter(seed, pairs))
    log = few.run(folder, table, END, END, guard__energy_error=0)
    stars = few.stars_of(max(folder.glob("snapshot_*.hdf5")))
    return outcome(stars), is_over(stars), max(abs(row["energy_error"]) for row in log), log[-1]["steps"]


def by_ias15(job):
    simulation = few.ias15(*encounter(*job))
    simulation.integrate(END)
    stars = few.state_of(simulation)
    return outcome(stars), is_over(stars)


def compare(verdicts, what, pairs, count):
    jobs = [(seed, pairs) for seed in range(1, count + 1)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        own = list(pool.map(by_tucana, jobs, chunksize=4))
        other = list(pool.map(by_ias15, jobs, chunksize=4))
    errors = np.array([error for _, _, error, _ in own])
    print(f"{what}: energy errors: median {np.median(errors):.1e}, largest {errors.max():.1e} (seed {errors.argmax() + 1})")
    verdicts.check(f"{what}: largest energy error", errors.max(), 0, 1e-8)
    for name, results in (("Tucana", own), ("IAS15", other)):
        rates = collections.Counter(result[0][0] for result in results if result[1])
        print(f"  {name}: {sum(not result[1] for result in results)} not over at t = {END}; " +
              ", ".join(f"{key}: {number}" for key, number in sorted(rates.items())))
    names = sorted({result[0][0] for result in own + other})
    rates = [[sum(r[0][0] == name for r in results) for name in names] + [sum(not r[1] for r in results)]
             for results in (own, other)]
    verdicts.check(f"{what}: probability of such rates", few.same_rates(*rates), 0.01, 1)
    hardness = [[r[0][1] for r in results if r[0][1] > 0] for results in (own, other)]
    verdicts.check(f"{what}: probability of such binding energies", few.same_distribution(*hardness), 0.01, 1)


def check():
    verdicts = Verdicts()
    compare(verdicts, "pair and single star", 1, SINGLE)
    compare(verdicts, "two pairs", 2, DOUBLE)
    verdicts.finish()


if __name__ == "__main__":
    few.in_environment(__file__, check)
