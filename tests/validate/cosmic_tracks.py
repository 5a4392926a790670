#!/usr/bin/env python3
"""Single stars against COSMIC (the package cosmic-popsynth 4.3.3, in an environment of its own; for comparison only) with
the winds of SSE: the same sequences of types, ages at which phases begin, masses there and masses of remnants. COSMIC's steps
are of first order; the check shortens them to a tenth, and differences of masses shrink with them. (Stars of 40 Msun and more
then exceed the number of steps that COSMIC allows.)"""

import json
import subprocess

from cosmic_program import run_cosmic
from harness import TUCANA, Verdicts

MASSES = [0.5, 0.8, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30]
METALLICITIES = [0.0005, 0.001, 0.004, 0.02, 0.03]
END = 14000  # Myr

# Reads a list of [mass, metallicity] and the factor of steps; writes a list of [time, type, mass] for each star.
COSMIC = """
stars, factor = json.load(sys.stdin)
bse.update(zsun=0.02, hewind=1.0, neta=0.5, windflag=0, ifflag=0, remnantflag=0, pisn=0, kickflag=1, sigma=0.0, tflag=0,
           pts1=0.001 * factor, pts2=0.01 * factor, pts3=0.02 * factor)
lives = []
for mass, metallicity in stars:
    table = InitialBinaryTable.InitialBinaries(m1=mass, m2=0.0, porb=-1.0, ecc=-1.0, tphysf=%g, kstar1=1 if mass > 0.7 else 0,
                                               kstar2=15, metallicity=metallicity)
    bpp = Evolve.evolve(initialbinarytable=table, BSEDict=dict(bse), SSEDict={"stellar_engine": "sse"}, dtp=0.0)[0]
    lives.append([[float(t), int(k), float(m)] for t, k, m in zip(bpp.tphys, bpp.kstar_1, bpp.mass_1)])
json.dump(lives, sys.stdout)
""" % END


def starts(rows):
    """The first row of each phase."""
    return [row for k, row in enumerate(rows) if k == 0 or row[1] != rows[k - 1][1]]


def tucana(mass, metallicity):
    words = ["--mass", mass, "--metallicity", metallicity, "--until", f"{END} Myr", "--json", "--set", "stellar.winds=sse",
             "--set", "stellar.remnants=hurley", "--set", "stellar.pair_instability=off"]
    out = subprocess.run([TUCANA, "evolve", *map(str, words)], check=True, capture_output=True, text=True).stdout
    return starts([[row["time_myr"], row["type"], row["mass_msun"]] for row in map(json.loads, out.splitlines())])


def main():
    stars = [[mass, z] for z in METALLICITIES for mass in MASSES]
    theirs = {factor: [starts(life) for life in run_cosmic(COSMIC, [stars, factor])] for factor in (1, 0.1)}
    verdicts = Verdicts()
    ours = [tucana(*star) for star in stars]
    for factor, lives in theirs.items():
        same = [k for k in range(len(stars)) if [row[1] for row in ours[k]] == [row[1] for row in lives[k]]]
        for k in set(range(len(stars))) - set(same):
            print(f"{stars[k]}: {[row[1] for row in ours[k]]}, COSMIC {[row[1] for row in lives[k]]}")
        ages, masses, last = [], [], []
        for k in same:
            for mine, other in zip(ours[k][1:], lives[k][1:]):
                ages.append(abs(mine[0] / other[0] - 1))
                masses.append(abs(mine[2] / other[2] - 1) if other[2] > 0 else abs(mine[2]))
            last.append(masses[-1] if len(ours[k]) > 1 else 0)
        middle = lambda values: sorted(values)[len(values) // 2]
        part = lambda values: sum(value < 1e-3 for value in values) / len(values)
        print(f"steps times {factor}: {len(same)} of {len(stars)} the same types; ages of {len(ages)} phases: median "
              f"{middle(ages):.1e}, largest {max(ages):.1e}; masses: median {middle(masses):.1e}, largest {max(masses):.1e}, "
              f"{part(masses):.3f} within 1e-3; last masses: largest {max(last):.1e}, {part(last):.3f} within 1e-3", flush=True)
        if factor == 1:
            continue
        verdicts.check("part of stars with the same types", len(same) / len(stars), 0.95, 1)
        verdicts.check("ages within 1e-3, part", part(ages), 0.99, 1)
        verdicts.check("masses within 1e-3, part", part(masses), 0.9, 1)
        verdicts.check("median difference of masses", middle(masses), 0, 1e-4)
    verdicts.finish()


main()
